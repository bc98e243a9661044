import { expect, it } from 'vitest';
import { ExpressionError } from '../content-error.js';
import { compileJsonPath } from './json-path.js';

const MANY = {
  ref: [
    {
      kind: 'Main',
      urls: {
        url: [
          { as: 'Xml', at: 'a.xml' },
          { as: 'Pdf', at: 'a.pdf' },
        ],
      },
    },
    { kind: 'Annex', urls: { url: { as: 'Pdf', at: 'b.pdf' } } },
  ],
};
const ONE = { ref: { kind: 'Main', urls: { url: { as: 'Xml', at: 'a.xml' } } } };

it.each([
  ['by the value of a member', MANY, 'ref[kind=Main].urls.url[as=Pdf].at', ['a.pdf']],
  ['a single object is a list of one', ONE, 'ref[kind=Main].urls.url[as=Xml].at', ['a.xml']],
  ['that is another', MANY, 'ref[kind!=Main].urls.url[*].at', ['b.pdf']],
  ['quoted', MANY, 'ref[kind="Annex"].kind', ['Annex']],
  ['none', ONE, 'ref[kind=Annex].kind', []],
  ['of a value that is no object', { ref: 'x' }, 'ref[kind=Main]', []],
])('chooses elements %s', (_case, value, path, expected) => {
  expect(compileJsonPath(path, 'field')(value)).toEqual(expected);
});

it('says where a path cannot be read', () => {
  expect(() => compileJsonPath('ref[=x]', 'list[0].fields.a')).toThrow(ExpressionError);
});
