/** Pages that are made by scripts, crawled with a real browser whose every request goes through the crawl's own fetcher. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/assembly/index.js';
import { readWorkspace } from '../../../src/backends/index.js';
import { readStoredDefinition } from '../../../src/cli/stored-definition.js';
import type { DefinitionInput } from '../../../src/definition/crawl/index.js';
import { type FixturePages, type FixtureWeb, makeTestWorkspace, startFixtureWeb, type TestWorkspace } from '../../../src/testing/index.js';
import { type Explanation, explainUrl } from '../../../src/views/explain/index.js';
import { PROSE, plainSite, shop } from '../../support/script-web.js';
import { storedReading } from '../../support/stored-reading.js';

const page = (body: string): string => `<!doctype html><title>Page</title>${body}`;

/** Everything in one crawl, since starting a browser is what takes time. */
const HOSTS: Record<string, FixturePages> = {
  'shop.test': shop(2),
  'off.test': shop(1),
  'plain.test': plainSite,
  'one.test': {
    '/': page(
      `<p>${PROSE}<p id=p><script>const a = document.createElement('a'); a.href = '/found'; a.textContent = 'by script'; p.append(a)</script>`,
    ),
    '/found': page('<p>found'),
    '/robots.txt': 'User-agent: *\nDisallow: /private',
  },
  'wild.test': {
    '/': page('<a href=/loop>l</a> <a href=/away>a</a> <a href=/refused>r</a>'),
    '/loop': page(`<p id=p><script>p.append('made before the loop, '.repeat(10)); fetch('/x'); while (true);</script>`),
    '/away': page(`<p>${PROSE}<script>location.href = '/target'; window.open('/popup')</script>`),
    '/target': page('<p>target'),
    '/popup': page('<p>popup'),
    '/refused': page(`<p id=p><script>for (const url of ['http://one.test/private/data', 'http://10.1.2.3/secret', '/fine'])
      fetch(url).then((answer) => answer.text(), () => 'refused').then((text) => p.append(url + ' ' + text + '; '))</script>`),
    '/fine': { headers: { 'Content-Type': 'text/plain' }, body: 'had' },
  },
};

let web: FixtureWeb;
let to: TestWorkspace;
const remarks: string[] = [];
const definition = (): DefinitionInput => ({
  seeds: Object.keys(HOSTS).map((host) => `http://${host}/`),
  fetch: web.fetch,
  render: { timeout: '5s' },
  capture: { requisites: true },
  sites: [{ for: 'off.test', capture: { render: 'never' } }],
});

beforeAll(async () => {
  web = await startFixtureWeb(HOSTS);
  to = makeTestWorkspace();
  await to.crawl(definition(), { onRemark: (remark) => remarks.push(remark) });
});
afterAll(async () => {
  await web?.close();
  to?.remove();
});

const pageAt = (url: string) => to.rows('pages').find((row) => row['url'] === url);
const linksOn = (url: string) => to.rows('links').filter((row) => row['from_url'] === url);
const notesOf = (url: string): string => String(storedReading(to.workspace, url)?.['notes'] ?? '');

async function explain(url: string): Promise<Explanation> {
  const { repository, close } = readWorkspace(to.workspace);
  try {
    const { definition: stored } = await readStoredDefinition(repository.runs().at(-1)?.definition ?? '{}');
    const registry = await loadRegistry([], to.folder);
    return await explainUrl({ url, definition: stored, registry, seedHosts: [], repository, workspace: to.workspace });
  } finally {
    close();
  }
}

describe('a site made by scripts', () => {
  it('G-09 the links its scripts make are found and followed, and the server sees one request for each page', () => {
    expect(remarks).toEqual([]);
    const asked = web.asked('shop.test');
    expect([...asked].sort()).toEqual([...new Set(asked)].sort());
    expect(new Set(asked)).toEqual(new Set(Object.keys(shop(2)).filter((path) => path !== '/api/item-undefined.json')));
    expect(pageAt('http://shop.test/item/2')).toMatchObject({ status: 200, title: 'Item 2', text: expect.stringContaining('Number 2.') });
  });

  it('G-14 links in click handlers are found; what only scripts make is marked', () => {
    expect(web.asked('shop.test')).toContain('/about');
    expect(linksOn('http://shop.test/')).toContainEqual(
      expect.objectContaining({ to_url: 'http://shop.test/item/1', kind: 'a', anchor: 'Item 1', path: 'rendered>html>body>div#app>a' }),
    );
    expect(notesOf('http://shop.test/')).toMatch(/^rendered: 0 characters before scripts and \d+ after, \d links made by scripts/m);
  });

  it('the archive has the bytes as they were sent, what scripts asked for, and the page they made', () => {
    const resources = to.rows('resources').filter((row) => row['site'] === 'http://shop.test');
    expect(resources.filter((row) => row['kind'] === 'requisite').map((row) => [row['url'], row['state']])).toContainEqual([
      'http://shop.test/api/item-1.json',
      'done',
    ]);
    const folder = join(to.workspace, 'archive');
    const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.warc.gz'));
    const records = gunzipSync(readFileSync(join(folder, name)))
      .toString('utf8')
      .split('WARC/1.1\r\n');
    const of = (type: string) =>
      records.filter(
        (record) => record.includes(`WARC-Type: ${type}\r\n`) && record.includes('WARC-Target-URI: http://shop.test/item/1\r\n'),
      );
    expect(of('response')).toEqual([expect.stringContaining('<div id="app"></div>')]);
    expect(of('conversion')).toEqual([expect.stringMatching(/WARC-Refers-To: <urn:uuid:[\s\S]*Number 1\./)]);
    expect(pageAt('http://shop.test/')).toMatchObject({ length: 85 });
  });

  it('G-09 is read as it was sent where the definition says so', () => {
    expect(web.asked('off.test')).not.toContain('/api/items.json');
    expect(pageAt('http://off.test/')).toMatchObject({ title: 'Shop', text: '' });
  });

  it('explain tells what was learned', async () => {
    expect((await explain('http://shop.test/item/9')).rendering).toMatchObject({
      mode: 'auto',
      template: '/item/#',
      tried: 2,
      gained: 2,
      verdict: expect.stringMatching(/^It is rendered: rendering brought more at 2 of 2 pages like it/),
    });
    expect((await explain('http://off.test/')).rendering).toMatchObject({ mode: 'never', from: 'off.test', tried: 0 });
  });
});

describe('other sites', () => {
  it('G-09 one link made by a script on a page full of text is found', () => {
    expect(web.asked('one.test')).toContain('/found');
  });

  it('ordinary pages are not rendered', () => {
    expect(to.read((repository) => [...repository.learnedRendering()].filter(({ site }) => site === 'http://plain.test'))).toEqual([]);
  });

  it('an endless script costs its time and no more: the page is read as it stood', () => {
    expect(pageAt('http://wild.test/loop')?.['text']).toContain('made before the loop');
    expect(notesOf('http://wild.test/loop')).toContain('rendering took more than 5 s');
  });

  it('where scripts would lead is followed as a link', () => {
    expect(web.asked('wild.test')).toEqual(expect.arrayContaining(['/target', '/popup']));
    expect(web.asked('wild.test').filter((path) => path === '/target')).toHaveLength(1);
  });

  it('what scripts ask for is held to robots.txt and to the addresses the crawl may reach', () => {
    expect(pageAt('http://wild.test/refused')?.['text']).toContain('/fine had');
    expect(pageAt('http://wild.test/refused')?.['text']).toContain('http://one.test/private/data refused');
    expect(pageAt('http://wild.test/refused')?.['text']).toContain('http://10.1.2.3/secret refused');
    expect(web.asked('one.test')).not.toContain('/private/data');
  });
});

it('a second crawl knows what the first learned, sees new data behind the same document, and takes a new way of reading for no change', async () => {
  const before = web.asked('shop.test').length;
  const second = await startFixtureWeb({
    ...HOSTS,
    'shop.test': {
      ...shop(2),
      '/api/item-2.json': {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ title: 'Item 2', text: `${PROSE} Sold.` }),
      },
    },
  });
  try {
    await to.crawl({ ...definition(), fetch: second.fetch, sites: [{ for: 'wild.test', capture: { render: 'never' } }] });
  } finally {
    await second.close();
  }
  expect(before).toBeGreaterThan(0);
  const updated = to.rows('journal').filter((row) => row['run'] === 2 && row['operation'] === 'Upd');
  // off.test is rendered now and wild.test is not: neither is a change.
  expect(updated.map((row) => row['url'])).toEqual(['http://shop.test/item/2']);
  expect(second.asked('shop.test').filter((path) => path === '/')).toHaveLength(1);
});

describe('a definition that renders every page', () => {
  it.each([
    ['alone', {}],
    ['with requisites, and ignores robots.txt', { capture: { requisites: true }, fetch: { robots: 'ignore' } }],
  ] as const)('renders them: %s', async (_case, { capture = {}, fetch = {} }: { capture?: object; fetch?: object }) => {
    const made = makeTestWorkspace();
    const own = await startFixtureWeb({
      'made.test': {
        '/': page('<link rel=stylesheet href=/s.css><p id=p>sent, <script src=/s.js></script>'),
        '/s.js': { headers: { 'Content-Type': 'text/javascript' }, body: "p.append('made by a script')" },
        '/s.css': { headers: { 'Content-Type': 'text/css' }, body: 'p { color: red }' },
      },
    });
    try {
      await made.crawl({ seeds: ['http://made.test/'], fetch: { ...own.fetch, ...fetch }, capture: { render: 'always', ...capture } });
      const home = made.rows('pages').find((row) => row['url'] === 'http://made.test/');
      expect(home?.['text']).toBe('sent, made by a script');
    } finally {
      await own.close();
      made.remove();
    }
  });
});
