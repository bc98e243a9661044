/** What a newcomer reads when a definition is wrong: the exact text, one row for each way to get it wrong. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { definitionFields } from './fields.js';
import { loadDefinition } from './load.js';
import { DefinitionError } from './problem.js';

const folder = mkdtempSync(join(tmpdir(), 'broken-definitions-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function errorOf(
  file: string,
  options: { environment?: Record<string, string>; flags?: Record<string, unknown> } = {},
): Promise<DefinitionError> {
  const outcome = await loadDefinition({ file, directory: folder, environment: {}, ...options }).catch((error: unknown) => error);
  if (!(outcome instanceof DefinitionError)) throw new Error('the definition was accepted', { cause: outcome });
  return outcome;
}

async function textOf(name: string, content: string | Uint8Array): Promise<string> {
  writeFileSync(join(folder, name), content);
  return (await errorOf(name)).message;
}

/** Rows are written with the indentation of this file; the text has none. */
const text = (raw: string) => raw.replace(/^\n/, '').replace(/\n *$/, '').replace(/^ {4}/gm, '');

const names = [...new Set(definitionFields().map(({ path }) => `\`${path.split('.')[0]}\``))];
const FIELD_NAMES = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

describe('names of fields', () => {
  it.each([
    [
      'a typing slip',
      'name: a\npolitness:\n  delay: 3s\n',
      `
    c.yaml:2:1: there is no field \`politness\`. Did you mean \`politeness\`?

      2 | politness:
        | ^^^^^^^^^`,
    ],
    [
      'a slip further down',
      'politeness: { dealy: 3s }\n',
      `
    c.yaml:1:15: there is no field \`dealy\` in \`politeness\`. Did you mean \`delay\`?

      1 | politeness: { dealy: 3s }
        |               ^^^^^`,
    ],
    [
      'dashes instead of capitals',
      'fetch:\n  user-agent: x\n',
      `
    c.yaml:2:3: there is no field \`user-agent\` in \`fetch\`. Did you mean \`userAgent\`?

      2 |   user-agent: x
        |   ^^^^^^^^^^`,
    ],
    [
      'a field outside its section',
      'seeds: [a]\ndelay: 3s\n',
      `
    c.yaml:2:1: \`delay\` does not stand at the top; it belongs under \`politeness\`.

      2 | delay: 3s
        | ^^^^^`,
    ],
    [
      'a field that several sections have',
      'pages: 10\n',
      `
    c.yaml:1:1: \`pages\` does not stand at the top; it belongs under \`budget\`, \`budget.perSite\` or \`budget.perSeed\`.

      1 | pages: 10
        | ^^^^^`,
    ],
    [
      'a field in the wrong section',
      'fetch: { delay: 1s }\n',
      `
    c.yaml:1:10: \`delay\` does not stand under \`fetch\`; it belongs under \`politeness\`.

      1 | fetch: { delay: 1s }
        |          ^^^^^`,
    ],
    [
      'a slip outside its section',
      'dellay: 3s\n',
      `
    c.yaml:1:1: there is no field \`dellay\`. Did you mean \`politeness.delay\`?

      1 | dellay: 3s
        | ^^^^^^`,
    ],
    [
      'what others call it',
      'threads: 5\n',
      `
    c.yaml:1:1: there is no field \`threads\`. What you want is called \`fetch.concurrency\`.

      1 | threads: 5
        | ^^^^^^^`,
    ],
    [
      'nothing like it',
      'budget: { frobnicate: 1 }\n',
      `
    c.yaml:1:11: there is no field \`frobnicate\` in \`budget\`. The fields there are \`pages\`, \`time\`, \`size\`, \`keepFree\`, \`perSite\` and \`perSeed\`.

      1 | budget: { frobnicate: 1 }
        |           ^^^^^^^^^^`,
    ],
    [
      'deep in a scope',
      'scope:\n  any:\n    - not: { urls: [a] }\n',
      `
    c.yaml:3:14: there is no field \`urls\` in \`scope.any[0].not\`. Did you mean \`url\`?

      3 |     - not: { urls: [a] }
        |              ^^^^`,
    ],
    [
      'a key that means something to JavaScript',
      '__proto__: { x: 1 }\nseeds: []\n',
      `
    c.yaml:1:1: there is no field \`__proto__\`. The fields there are ${FIELD_NAMES}.

      1 | __proto__: { x: 1 }
        | ^^^^^^^^^`,
    ],
  ])('%s', async (_case, content, expected) => expect(await textOf('c.yaml', content)).toBe(text(expected)));
});

const DURATION = 'a duration is a number with a unit, such as 500ms, 3s, 10m, 8h, 1d or 1h30m; a number alone is seconds';
const SIZE = 'a size is a number with a unit, such as 100KB, 50MB, 1GB or 1GiB; a number alone is bytes';
const SEED = 'a seed is a URL, `{ url: … }`, `{ sitemap: … }` or `{ file: … }`';

describe('values', () => {
  it.each([
    [
      'a word that is none of the choices',
      'fetch: { robots: obay }',
      '1:18: `fetch.robots` must be `obey` or `ignore`, not "obay". Did you mean `obey`?',
    ],
    ['a choice nobody can guess', 'fetch: { robots: 7 }', '1:18: `fetch.robots` must be `obey` or `ignore`, not `7`.'],
    [
      'a duration in words',
      'politeness: { delay: 10 mins }',
      `1:22: \`politeness.delay\` cannot be "10 mins": ${DURATION}. Did you mean \`10m\`?`,
    ],
    ['a negative duration', 'politeness: { delay: -1 }', `1:22: \`politeness.delay\` cannot be \`-1\`: ${DURATION}.`],
    ['a duration that is a list', 'politeness: { delay: [1] }', `1:22: \`politeness.delay\` cannot be a list: ${DURATION}.`],
    ['a size in words', 'fetch: { maxSize: 50 megs }', `1:19: \`fetch.maxSize\` cannot be "50 megs": ${SIZE}. Did you mean \`50MB\`?`],
    ['yes', 'fetch: { http2: yes }', '1:17: `fetch.http2` must be `true` or `false`, not "yes". Did you mean `true`?'],
    ['a number in quotes', 'scope: { depth: "3" }', '1:17: `scope.depth` must be a whole number, not "3". Did you mean `3`?'],
    [
      'a number with a separator',
      'budget: { pages: "50,000" }',
      '1:18: `budget.pages` must be a whole number, not "50,000". Did you mean `50000`?',
    ],
    ['half a page', 'budget: { pages: 1.5 }', '1:18: `budget.pages` must be a whole number, not `1.5`.'],
    ['too few', 'fetch: { concurrency: 0 }', '1:23: `fetch.concurrency` must be at least 1, not `0`.'],
    ['too many', 'archive: { gzip: 12 }', '1:18: `archive.gzip` must be at most 9, not `12`.'],
    ['a number for text', 'fetch: { contact: 5 }', '1:19: `fetch.contact` must be text, not `5`. Did you mean `"5"`?'],
    [
      'text for a list',
      'seeds: https://a.example',
      '1:8: `seeds` must be a list, not "https://a.example". Did you mean `[https://a.example]`?',
    ],
    ['text for a section', 'politeness: 3s', '1:13: `politeness` must be a mapping, not "3s".'],
    ['nothing', 'fetch: { agent: }', '1:10: `fetch.agent` has no value; give it one or remove it.'],
    [
      'a name with a space',
      'name: my crawl',
      '1:7: `name` cannot be "my crawl": a name is letters, digits, dot, dash and underscore, at most 100 of them.',
    ],
    [
      'a header with a line break',
      'fetch: { contact: "a\\nb" }',
      '1:19: `fetch.contact` cannot be "a\\nb": must be one line, without control characters.',
    ],
    [
      'a header name with a space',
      'fetch: { headers: { "a b": c } }',
      '1:21: `fetch.headers["a b"]` cannot be used as a name: a header name has no spaces or colons.',
    ],
    [
      'a seed with a slip',
      'seeds: [{ sitmap: x }]',
      `1:11: there is no field \`sitmap\` in \`seeds[0]\`: ${SEED}. Did you mean \`sitemap\`?`,
    ],
    [
      'a seed with a slip beside what is right',
      'seeds: [{ url: x, deepth: 1 }]',
      '1:19: there is no field `deepth` in `seeds[0]`. Did you mean `depth`?',
    ],
    ['a seed of another kind', 'seeds: [a, 5]', `1:12: \`seeds[1]\` cannot be \`5\`: ${SEED}.`],
    ['an empty seed', 'seeds: [{}]', `1:9: \`seeds[0]\` is empty: ${SEED}.`],
    ['a seed that is a list', 'seeds: [[a]]', `1:9: \`seeds[0]\` cannot be a list: ${SEED}.`],
    ['a sitemap that is no text', 'seeds: [{ sitemap: 5 }]', '1:20: `seeds[0].sitemap` must be text, not `5`. Did you mean `"5"`?'],
    [
      'a plug-in without its name',
      'filters: [{ ues: x }]',
      '1:13: `filters[0].use` is missing; there is `ues` instead. Did you mean `use`?',
    ],
    ['a plug-in of another kind', 'filters: [5]', '1:11: `filters[0]` cannot be `5`: a plug-in is a name or `{ use: … }`.'],
    ['cookies of another kind', 'fetch: { cookies: 5 }', '1:19: `fetch.cookies` cannot be `5`: it is `true`, `false` or `{ file: … }`.'],
    ['a field that must be there', 'fetch: { credentials: [{ user: reader }] }', '1:24: `fetch.credentials[0].site` is missing.'],
    ['a field that must be there, in a rule', 'scope: { path: { within: 1 } }', '1:10: `scope.path.of` is missing.'],
    [
      'a profile with a slip',
      'extends: gvo',
      '1:10: there is no profile `gvo`. Profiles are `gov`, `gov-2` and `gov-9`; a file is named with its ending. Did you mean `gov`?',
    ],
    ['a base that is not there', 'extends: bsae.yaml', '1:10: `bsae.yaml`: there is no such file.'],
    [
      'a secret that is not set',
      'fetch: { proxy: "http://u:${PW}@p.example" }',
      '1:17: `fetch.proxy` needs the environment variable PW, which is not set.',
    ],
    [
      'a reference where no secret stands',
      'fetch: { contact: "${MAIL}" }',
      '1:19: `${MAIL}` is filled in only where a secret may stand: passwords, tokens, the proxy and headers. To set `fetch.contact` from the environment, use WINNOW_FETCH_CONTACT.',
    ],
  ])('%s', async (_case, content, expected) => {
    const [first] = (await textOf('c.yaml', content)).split('\n');
    expect(first).toBe(`c.yaml:${expected}`);
  });
});

describe('YAML that does not parse', () => {
  it.each([
    ['a tab', 'politeness:\n\tdelay: 3s\n', '2:1: YAML is indented with spaces; this line starts with a tab.', '  2 | →delay: 3s\n    | ^'],
    ['a field twice', 'name: a\nseeds: []\nname: b\n', '3:1: `name` is given twice; it is already on line 1.', '  3 | name: b\n    | ^^^^'],
    [
      'a list left open',
      'seeds: [a, b\nname: x\n',
      '1:8: `]` is missing: what opens here is not closed.',
      '  1 | seeds: [a, b\n    |        ^',
    ],
    [
      'a mapping left open',
      'scope: { domains: [a ]\n',
      '1:8: `}` is missing: what opens here is not closed.',
      '  1 | scope: { domains: [a ]\n    |        ^',
    ],
    ['a quote left open', 'name: "abc\nseeds: []\n', '1:7: this quotation mark is never closed.', '  1 | name: "abc\n    |       ^'],
    [
      'two definitions',
      'name: a\n---\nname: b\n',
      '2:1: a file holds one definition; `---` may stand only at its top.',
      '  2 | ---\n    | ^',
    ],
    [
      'uneven indentation',
      'politeness:\n  delay: 3s\n maxDelay: 5s\n',
      '3:1: this line is indented differently from the lines it belongs to; fields of one section start in the same column.',
      '  3 |  maxDelay: 5s\n    | ^',
    ],
    [
      'a glob without quotes',
      'scope:\n  not: { url: [*/login*] }\n',
      "2:16: in YAML a value that starts with `*` refers to an anchor, and there is none of that name. For a pattern, put it in quotes. Did you mean `'*/login*'`?",
      '  2 |   not: { url: [*/login*] }\n    |                ^^^^^^^^',
    ],
    [
      'a sign that is reserved',
      'fetch: { contact: @me }\n',
      '1:19: a value cannot start with `@` in YAML; put it in quotes.',
      '  1 | fetch: { contact: @me }\n    |                   ^',
    ],
    ['a dash without space', 'seeds:\n- a\n-b\n', '3:1: an entry of a list needs a space after its dash: `- entry`.', '  3 | -b\n    | ^^'],
    [
      'no colon',
      'name crawl\nseeds: [x]\n',
      '1:1: a field needs a colon and a space after its name: `name: value`.',
      '  1 | name crawl\n    | ^^^^^^^^^^',
    ],
    [
      'a colon too many',
      'name: a: b\n',
      '1:7: this value contains a colon followed by a space, which starts a new field; put the value in quotes.',
      '  1 | name: a: b\n    |       ^',
    ],
    [
      'no space after colons',
      'seeds:[a]\nname:x\n',
      '1:1: this is plain text, not a definition. After each colon a space is needed: `seeds: [https://example.org]`.',
      '  1 | seeds:[a]\n    | ^',
    ],
    [
      'a list of URLs',
      '- https://a.example\n',
      '1:1: this is a list, not a definition. A definition is a mapping of fields, such as `seeds: [https://example.org]`.',
      '  1 | - https://a.example\n    | ^',
    ],
    [
      'comments only',
      '# later\n',
      '1:1: this is a file of comments only, not a definition. A definition is a mapping of fields, such as `seeds: [https://example.org]`.',
      '  1 | # later\n    | ^',
    ],
    [
      'a tag',
      'name: !!js/function x\n',
      '1:7: a definition has no use for YAML tags such as `!!js/function`; put the value in quotes if it is text.',
      '  1 | name: !!js/function x\n    |       ^^^^^^^^^^^^^',
    ],
  ])('%s', async (_case, content, message, excerpt) => expect(await textOf('c.yaml', content)).toBe(`c.yaml:${message}\n\n${excerpt}`));
});

describe('JSON that does not parse', () => {
  it.each([
    [
      'a comment',
      '{\n  // hi\n  "name": "x"\n}',
      '2:3: JSON has no comments. Name the file .yaml instead: every JSON definition is valid YAML, where # starts a comment.',
      '  2 |   // hi\n    |   ^',
    ],
    [
      'a comma at the end',
      '{\n  "name": "x",\n}',
      '2:14: JSON allows no comma after the last field.',
      '  2 |   "name": "x",\n    |              ^',
    ],
    [
      'a name without quotes',
      '{ name: "x" }',
      '1:3: in JSON the name of a field stands in double quotes.',
      '  1 | { name: "x" }\n    |   ^',
    ],
    [
      'a value without quotes',
      '{ "name": abc }',
      '1:11: text stands in double quotes in JSON.',
      '  1 | { "name": abc }\n    |           ^^^',
    ],
    [
      'a comma left out',
      '{ "name": "x"\n "seeds": [] }',
      '2:2: a comma or `}` is missing before this place.',
      '  2 |  "seeds": [] }\n    |  ^',
    ],
    ['an end left out', '{ "seeds": [', '1:13: the file ends where a value should stand.', '  1 | { "seeds": [\n    |             ^'],
    ['a bracket left out', '{ "name": "x"', '1:1: `}` is missing: what opens here is never closed.', '  1 | { "name": "x"\n    | ^'],
    [
      'a field twice',
      '{ "name": "x",\n "name": "y" }',
      '2:2: `name` is given twice; it is already on line 1.',
      '  2 |  "name": "y" }\n    |  ^^^^^^',
    ],
    [
      'a slip, in a line with tabs',
      '{\n\t"politeness": { "dely": "3s" }\n}',
      '2:18: there is no field `dely` in `politeness`. Did you mean `delay`?',
      '  2 | →"politeness": { "dely": "3s" }\n    |                  ^^^^^^',
    ],
  ])('%s', async (_case, content, message, excerpt) => expect(await textOf('c.json', content)).toBe(`c.json:${message}\n\n${excerpt}`));
});

describe('files', () => {
  it.each([
    ['empty', 'c.yaml', ' \n', 'c.yaml: the file is empty. A definition needs at least a list of seeds: `seeds: [https://example.org]`.'],
    [
      'of unknown format',
      'c.txt',
      'x',
      'c.txt: a definition ends in .yaml, .yml, .json, .ts, .mts, .js, .mjs or .cjs, so that its format is known.',
    ],
    ['in UTF-16', 'c.yaml', Buffer.from('\ufeffseeds: []', 'utf16le'), 'c.yaml: the file is encoded as UTF-16; save it as UTF-8.'],
    ['in Latin-1', 'c.yaml', Buffer.from('name: caf\u00e9', 'latin1'), 'c.yaml: the file is not UTF-8 text; save it as UTF-8.'],
    [
      'of ten megabytes',
      'c.yaml',
      Buffer.alloc(10_000_000, 'a'),
      'c.yaml: the file has 10 MB; a definition has at most 1 MB. Long lists of URLs go into a text file, named as a seed: `{ file: urls.txt }`.',
    ],
    [
      'without a default export',
      'a.mjs',
      'export const x = 1;',
      "a.mjs: the module has no default export. Write `export default defineCrawl({ seeds: ['https://example.org'] })`.",
    ],
    [
      'with a strange default export',
      'b.mjs',
      'export default 5;',
      "b.mjs: the default export is not an object. Write `export default defineCrawl({ seeds: ['https://example.org'] })`.",
    ],
    [
      'as code, with a slip',
      'd.mjs',
      'export default { politnes: {} };',
      'd.mjs: there is no field `politnes`. Did you mean `politeness`?',
    ],
    [
      'as code, containing itself',
      'e.mjs',
      'const x = []; x.push(x); export default { seeds: x };',
      'e.mjs: a value is nested more than 100 levels deep, or contains itself.',
    ],
  ])('%s', async (_case, name, content, expected) => expect(await textOf(name, content)).toBe(expected));

  it('that are not there: the nearest name is offered', async () => {
    mkdirSync(join(folder, 'near'), { recursive: true });
    writeFileSync(join(folder, 'near/courts.yaml'), 'seeds: []');
    expect((await errorOf('near/cuorts.yaml')).message).toBe('near/cuorts.yaml: there is no such file. Did you mean `near/courts.yaml`?');
    expect((await errorOf('near/courts')).message).toBe('near/courts: there is no such file. Did you mean `near/courts.yaml`?');
    expect((await errorOf('near/zebra.yaml')).message).toBe('near/zebra.yaml: there is no such file.');
    expect((await errorOf('far/courts.yaml')).message).toBe(`far/courts.yaml: there is no folder ${join(folder, 'far')}.`);
    expect((await errorOf('near')).message).toBe('near: this is a folder, not a definition file.');
  });

  it('that extend one another in a ring', async () => {
    writeFileSync(join(folder, 'one.yaml'), 'extends: two.yaml\n');
    expect(await textOf('two.yaml', 'extends: one.yaml\n')).toBe(
      'one.yaml:1:10: definitions extend one another in a ring: two.yaml → one.yaml → two.yaml.\n\n  1 | extends: two.yaml\n    |          ^^^^^^^^',
    );
  });
});

describe('hostile files', () => {
  const BOMB = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefgh'.split('').map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[index]}`).join(',')}]`),
  ].join('\n');

  it.each([
    ['aliases that multiply', BOMB, 'the file refers to its anchors so often that it would grow out of all bounds'],
    ['brackets without end', `seeds: ${'['.repeat(900_000)}`, 'this is nested more than 100 levels deep'],
    ['dashes without end', '- '.repeat(400_000), 'this is nested more than 100 levels deep'],
    [
      'indentation without end',
      Array.from({ length: 900 }, (_, index) => `${' '.repeat(index)}a:`).join('\n'),
      'this is nested more than 100 levels deep',
    ],
    ['quotation marks without end', '"'.repeat(50_000), ''],
    ['keys without end', Array.from({ length: 10_000 }, (_, index) => `k${index}: 1`).join('\n'), 'The definition has 10000 problems.'],
    ['one very long line', `name: ${'x'.repeat(500_000)}`, '`name` cannot be'],
  ])('%s', async (_case, content, expected) => {
    const message = await textOf('hostile.yaml', content);
    expect(message).toContain(expected);
    expect(message.length).toBeLessThan(20_000);
  });

  it('cannot drive the terminal through an excerpt', async () => {
    expect(await textOf('c.yaml', 'name: "\u001b[2J x"\n')).not.toContain('\u001b');
  });
});

describe('problems', () => {
  it('come all at once, in the order of the file, with their data', async () => {
    writeFileSync(join(folder, 'many.yaml'), 'politness: {}\nfetch: { robots: obay }\nbudget: { pages: 0 }\n');
    const { problems } = await errorOf('many.yaml');
    expect(problems).toMatchObject([
      { path: 'politness', file: 'many.yaml', line: 1, column: 1, suggestion: 'politeness' },
      { path: 'fetch.robots', file: 'many.yaml', line: 2, column: 18, suggestion: 'obey' },
      { path: 'budget.pages', file: 'many.yaml', line: 3, column: 18 },
    ]);
  });

  it('of variables and flags name the variable and the flag', async () => {
    writeFileSync(join(folder, 'fine.yaml'), 'seeds: [https://a.example]\n');
    const error = await errorOf('fine.yaml', {
      environment: { WINNOW_POLITENESS_DELAY: 'soon' },
      flags: { depth: 'x', policy: 'semantik' },
    });
    expect(error.message).toBe(
      text(`
    The definition has 3 problems.

    flag --depth: \`scope.depth\` must be a whole number, not "x".

    environment variable WINNOW_POLITENESS_DELAY: \`politeness.delay\` cannot be "soon": ${DURATION}.

    flag --policy: \`urls.policy\` must be \`default\`, \`whatwg\`, \`semantic\`, \`semantic-precise\`, \`aggressive\`, \`w3lib\` or \`gov\`, not "semantik". Did you mean \`semantic\`?`),
    );
  });

  it.each([
    ['its own line', 'fetch:\n  credentials:\n    - { site: https://a, password: [hunter2] }\n      '],
    ['the line of a neighbour', 'fetch: { credentials: [{ site: https://a, scheme: basc, password: hunter2 }] }'],
    ['a number', 'fetch: { credentials: [{ site: https://a, password: 74656 }] }'],
    ['under a misspelt name', 'fetch: { credentials: [{ site: https://a, passwrd: hunter2 }] }'],
    ['in a proxy', 'fetch: { proxy: "ftp://u:hunter2@p" }'],
    ['in a header', 'fetch: { headers: { Authorization: "Bearer hunter2\\n" } }'],
    ['in a webhook', 'notify: [{ webhook: "ftp://h/hunter2" }]'],
    ['in a mail server', 'notify: [{ mail: a@b.example, from: a@b.example, smtp: "http://u:hunter2@m", on: [nothing] }]'],
    ['in the options of a plug-in', 'consumers: [{ ues: x, apiKey: hunter2 }]'],
  ])('never show a secret: %s', async (_case, content) => {
    expect(await textOf('secret.yaml', content)).not.toMatch(/hunter2|74656/);
  });
});
