import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson } from './parse-json.js';
import { DefinitionError } from './problem.js';
import { placeIn, SourceText } from './source-tree.js';

const parse = (text: string) => parseJson(new SourceText('x.json', text));

it('reads every JSON text as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(parse(text).value).toEqual(JSON.parse(text));
    }),
  );
});

it('refuses every text that JSON.parse refuses', () => {
  const broken = fc.string({ unit: fc.constantFrom(...'{}[]",: \\n1etrufalsn.-'), maxLength: 12 });
  fc.assert(
    fc.property(broken, (text) => {
      const accepted = outcome(() => JSON.parse(text));
      // Keys given twice are the one thing JSON.parse is milder about.
      if (accepted) return;
      expect(() => parse(text)).toThrow(DefinitionError);
    }),
    { numRuns: 2000 },
  );
});

const outcome = (run: () => unknown): boolean => {
  try {
    run();
    return true;
  } catch {
    return false;
  }
};

it('knows where names and values stand', () => {
  const source = new SourceText('x.json', '{\n\t"a": [1,\n\t\t{ "b": "c" }]\n}');
  const { root } = parseJson(source);
  expect(placeIn(source, root, ['a', 1, 'b'], 'key')).toMatchObject({ line: 3, column: 5 });
  expect(placeIn(source, root, ['a', 1, 'b'], 'value')).toMatchObject({ line: 3, column: 10 });
  expect(placeIn(source, root, ['a', 7], 'value')).toMatchObject({ line: 2, column: 2 });
});

it('keeps a key called __proto__ an ordinary key', () => {
  expect(Object.keys(parse('{ "__proto__": { "x": 1 } }').value as object)).toEqual(['__proto__']);
});

it('survives a million brackets', () => {
  expect(() => parse('['.repeat(1_000_000))).toThrow('nested more than 100 levels deep');
});
