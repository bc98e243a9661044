import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DefinitionError } from '../crawl/index.js';
import { describeConnector } from './describe.js';
import { ConnectorUnknown, listConnectors, loadConnector } from './load.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-connectors-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};
const load = (name: string) => loadConnector(name, { folders: [folder], shipped: join(folder, 'none') });

const FAMILY = `abstract: true
reuse: { terms: free, because: official works }
set: { site: https://law.example }
list:
  - request: '{site}/toc.xml'
    each: //item
    fields: { key: key, link: link }
    require: [key]
document:
  key: '{key}'
  title: '{key}'
  files: [{ request: '{link}' }]
`;

const problemsOf = async (name: string): Promise<string> =>
  load(name).then(
    () => 'none',
    (error: unknown) => (error instanceof DefinitionError ? error.message : String(error)),
  );

describe('loading', () => {
  it('joins a family and a connector: mappings key by key, lists as a whole', async () => {
    write('families/toc.yaml', FAMILY);
    write(
      'xx/court.yaml',
      'extends: families/toc\ntitle: The Court\nset: { site: https://court.example }\ndocument: { title: "{key} of the court" }\n',
    );
    const { connector, bases, lines } = await load('court');
    expect(connector).toMatchObject({ id: 'court', title: 'The Court', set: { site: 'https://court.example' } });
    expect(connector.routes).toHaveLength(1);
    expect(connector.routes[0]).toMatchObject({
      name: 'crawl',
      reuse: { terms: 'free' },
      document: { key: '{key}', title: '{key} of the court' },
    });
    expect(bases).toEqual([join(folder, 'families/toc.yaml')]);
    expect(lines).toEqual({ own: 4, extended: 12 });
  });

  it('a route says only what differs', async () => {
    write(
      'a.yaml',
      `${FAMILY.replace('abstract: true\n', '').replace(/list:[^]*require: \[key\]\n/, '')}routes:
  - { approach: bulk, list: [{ kind: directory, base: 'https://law.example/bulk/' }], document: { key: '{path}' }, reuse: { confirm: May you? } }
  - { approach: crawl, list: [{ request: 'https://law.example/list', fields: { key: a, link: b } }] }
`,
    );
    const [bulk, crawl] = (await load('a')).connector.routes;
    expect(bulk).toMatchObject({
      name: 'bulk',
      document: { key: '{path}', title: '{key}' },
      reuse: { terms: 'free', confirm: 'May you?' },
    });
    expect(crawl).toMatchObject({ name: 'crawl', document: { key: '{key}' } });
    expect(crawl?.reuse.confirm).toBeUndefined();
  });

  it('finds a connector by a legacy name whatever its case, and suggests the nearest', async () => {
    write('families/toc.yaml', FAMILY);
    write('de/patents.yaml', 'extends: families/toc\nnames: [DE.Bundespapentgericht]\n');
    expect((await load('de.bundespapentgericht')).connector.id).toBe('patents');
    const error = await load('DE.Bundespatentgericht').catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ConnectorUnknown);
    expect(String(error)).toContain('DE.Bundespapentgericht');
  });

  it.each([
    ['a legacy name', 'names: [DE.Patents]', 'names: [DE.Patents]', 'de.patents', 'own', 'patents'],
    ['its id', 'title: Mine', 'title: Shipped', 'patents', 'patents', 'patents'],
    ['the id of the other as a legacy name', 'names: [patents]', 'title: Shipped', 'patents', 'own', 'patents'],
  ])('a connector of the user goes before one of the program by %s, and says so', async (_case, own, shipped, wanted, id, hides) => {
    write('families/toc.yaml', FAMILY);
    write(`mine/z/${id}.yaml`, `extends: families/toc\n${own}\n`);
    write('shipped/de/patents.yaml', `extends: ../../families/toc.yaml\n${shipped}\n`);
    write('shipped/families/toc.yaml', FAMILY);
    const where = { folders: [join(folder, 'mine')], shipped: join(folder, 'shipped') };
    expect(await loadConnector(wanted, where)).toMatchObject({ file: join(folder, `mine/z/${id}.yaml`), hides });
    expect((await loadConnector('de.patents', { ...where, folders: [] }).catch(() => null))?.hides ?? null).toBeNull();
    const listed = (await listConnectors(where)).map((entry) => entry.file);
    expect(listed).toEqual(
      id === 'patents' ? [join(folder, 'mine/z/patents.yaml')] : expect.arrayContaining([join(folder, 'mine/z/own.yaml')]),
    );
  });

  it('lists what can be harvested, by number; a broken one with its error, a family not at all', async () => {
    write('families/toc.yaml', FAMILY);
    write('b.yaml', 'extends: families/toc\nnumber: 2\n');
    write('a.yaml', 'extends: families/toc\nnumber: 10\n');
    write('base.yaml', FAMILY);
    write('c.yaml', 'extends: families/toq\n');
    const entries = await listConnectors({ folders: [folder], shipped: join(folder, 'none') });
    expect(entries.map(({ id, error }) => [id, error?.message.split('\n')[0] ?? null])).toEqual([
      ['b', null],
      ['a', null],
      ['c', expect.stringMatching(/c\.yaml:1:10: there is no family or connector `families\/toq`\. Did you mean `families\/toc`\?/)],
    ]);
  });

  it('a portal that may not be harvested needs no list', async () => {
    write('no.yaml', 'mode: refused\nreuse: { terms: prohibited, because: its terms forbid it }\n');
    expect((await load('no')).connector.routes).toEqual([]);
  });
});

describe('problems', () => {
  it.each([
    [
      'a misspelt field',
      'reuse: { terms: free, because: x }\nlist: [{ request: https://a.example }]\ndocument: { key: "{k}", flies: [] }\n',
      /a\.yaml:3:\d+: .*`flies`.*\n*.*|files/,
    ],
    ['no terms of re-use', 'list: [{ request: https://a.example }]\ndocument: { key: "{k}", files: [{}] }\n', /`reuse` is missing/],
    ['no list', 'reuse: { terms: free, because: x }\n', /`list` is missing/],
    ['no document', 'reuse: { terms: free, because: x }\nlist: [{ request: https://a.example }]\n', /`document` is missing/],
    ['a wrong kind of step', 'list: [{ kind: oia, base: x }]\n', /kind/],
    ['a ring', 'extends: ./a.yaml\n', /in a ring/],
  ])('%s is told with its place', async (_case, text, expected) => {
    write('a.yaml', text);
    expect(await problemsOf('a')).toMatch(expected);
  });

  it.each([
    [
      'a function that is none',
      'fields: { key: key, link: link }',
      'fields: { key: key, link: { repalce: { of: link } } }',
      /toc\.yaml:7:\d+: .*repalce.*replace/s,
    ],
    ['a name that nothing gives', "title: '{key}'", "title: '{titel}'", /toc\.yaml:11:\d+: .*titel/s],
  ])('%s is found before anything is asked', async (_case, good, bad, expected) => {
    write('families/toc.yaml', FAMILY.replace(good, bad));
    write('a.yaml', 'extends: families/toc\n');
    expect(await problemsOf('a')).toMatch(expected);
  });

  it('a fault of the family is placed in the family', async () => {
    write('families/toc.yaml', FAMILY.replace('require: [key]', 'requires: [key]'));
    write('a.yaml', 'extends: families/toc\n');
    expect(await problemsOf('a')).toMatch(/toc\.yaml:8:\d+: there is no field `requires` in `list\[0\]`\. Did you mean `require`\?/);
  });
});

it('describes a connector: hosts, parameters and where each field comes from', async () => {
  write('families/toc.yaml', FAMILY);
  write(
    'a.yaml',
    'extends: families/toc\nhosts: { old.example: law.example }\nparameters: { Year: { about: First year., type: year, default: 2014 } }\n',
  );
  const described = describeConnector((await load('a')).connector);
  expect(described.hosts).toEqual(['law.example', 'old.example']);
  expect(described.parameters).toEqual([
    { name: 'Year', about: 'First year.', type: 'year', default: '2014', choices: [], required: false },
  ]);
  expect(described.routes[0]?.fields).toContainEqual({ field: 'link', where: 'list[0]', from: 'link', words: '`link`' });
});

it('every connector that comes with the program loads', async () => {
  const entries = await listConnectors();
  expect(entries.map(({ id, error }) => [id, error?.message ?? null])).toEqual(entries.map(({ id }) => [id, null]));
  expect(entries.length).toBeGreaterThan(0);
});
