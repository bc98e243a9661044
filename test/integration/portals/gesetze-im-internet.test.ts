/** What Gesetze im Internet does beside the plain case, with contents its connector was not written with. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OpenHarvest, openHarvest } from '../../../src/assembly/run-harvest.js';
import { readWorkspace } from '../../../src/backends/index.js';
import { type FixtureServer, notFound, type PortalFixture, serveFixtures, validated, xml, zip } from '../../../src/webs/portals/index.js';

const HOST = 'www.gesetze-im-internet.de';

interface Law {
  readonly text: string;
  /** When its archive was packed. */
  readonly packed?: number;
  readonly images?: Readonly<Record<string, string>>;
  readonly isMissing?: boolean;
}

/** Slug → law, as it is at the moment; tests change it between runs. */
const site: { laws: Record<string, Law> } = { laws: {} };

const head = (
  slug: string,
  text: string,
): string => `<?xml version="1.0"?><!DOCTYPE dokumente SYSTEM "http://${HOST}/dtd/1.01/gii-norm.dtd">
<dokumente builddate="20320304050607" doknr="BJNR${slug.length}"><norm doknr="BJNR${slug.length}"><metadaten><jurabk>${slug.toUpperCase()}</jurabk>
<ausfertigung-datum manuell="ja">1949-05-23</ausfertigung-datum><fundstelle typ="amtlich"><periodikum>BGBl</periodikum><zitstelle>1949, 1</zitstelle></fundstelle>
<fundstelle typ="nichtamtlich"><periodikum>GVBl</periodikum><zitstelle>7</zitstelle></fundstelle><langue>${text}</langue>
<standangabe><standtyp>Hinweis</standtyp><standkommentar>anderes</standkommentar></standangabe>
<standangabe><standtyp>Stand</standtyp><standkommentar>geändert</standkommentar></standangabe></metadaten></norm></dokumente>`;

function archive(slug: string, { text, packed = 1, images = {} }: Law): Buffer {
  const at = new Date(Date.UTC(2032, 0, packed));
  return zip([
    ...Object.entries(images).map(([name, body]) => ({ name, body, at })),
    { name: `BJNR${slug.length}.xml`, body: head(slug, text), at },
  ]);
}

const fixture: PortalFixture = {
  connector: 'gesetze-im-internet',
  hosts: [HOST],
  quirks: [],
  today: { 1: '2032-01-01', 2: '2032-01-02' },
  expected: { 1: [], 2: { Add: [], Upd: [], Del: [], None: [] } },
  open: () => (request) => {
    const { pathname } = request.url;
    const rows = Object.keys(site.laws).map(
      (slug) => `<item>\n<title>Law &quot;${slug}&quot; &amp; more</title>\n<link>http://${HOST}/${slug}/xml.zip</link></item>`,
    );
    if (pathname === '/gii-toc.xml')
      return xml(`<!DOCTYPE items SYSTEM "http://${HOST}/dtd/1.0/gii-toc.dtd"><items>${rows.join('')}</items>`);
    const slug = pathname.split('/')[1] ?? '';
    const law = site.laws[slug];
    return law && !law.isMissing
      ? validated(request, { headers: { 'content-type': 'application/zip' }, body: archive(slug, law) })
      : notFound();
  },
};

let server: FixtureServer;
let opened: OpenHarvest;
let folder = '';
beforeEach(async () => {
  server = await serveFixtures([fixture], 1);
  folder = await mkdtemp(join(tmpdir(), 'winnow-gii-'));
  const definition = { fetch: { ...server.fetch } as never, search: { index: false } };
  opened = await openHarvest({ connector: 'gesetze-im-internet', workspace: folder, definition });
});
afterEach(async () => {
  await opened.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(day: number): Promise<{ done: Record<string, string>; requests: readonly string[] }> {
  const before = server.asked.length;
  const done: Record<string, string> = {};
  await opened.run({
    pace: { delayMs: 0 },
    now: () => new Date(Date.UTC(2032, 0, day)),
    onDocument: ({ key, operation }) => {
      done[key] = operation;
    },
  });
  const requests = server.asked.slice(before).map(({ url, status }) => `${status} ${new URL(url).pathname}`);
  return { done, requests };
}

it('reads what the head of a law says, keeps images with it, and tells a new archive from a new law', async () => {
  const law = (text: string, more: Partial<Law> = {}): Law => ({ text, ...more });
  site.laws = {
    gg: law('Grundgesetz', { images: { 'a.jpg': 'A', 'b.gif': 'B' } }),
    'bgb-x_2': law('Buch'),
    away: law('Weg'),
    shy: law('Scheu'),
  };
  expect((await run(1)).done).toEqual({ gg: 'Add', 'bgb-x_2': 'Add', away: 'Add', shy: 'Add' });
  const { repository, close } = readWorkspace(folder);
  const stored = repository.deposits.byKey('gesetze-im-internet', 'gg');
  close();
  expect(stored?.files.map(({ name, role, type }) => [name, role, type]).sort()).toEqual([
    ['BJNR2.xml', 'main', 'text/xml'],
    ['a.jpg', 'asset', expect.any(String)],
    ['b.gif', 'asset', expect.any(String)],
  ]);
  expect(stored).toMatchObject({ title: 'Law "gg" & more', url: `https://${HOST}/gg/`, language: 'de' });
  expect(stored?.fields).toMatchObject({
    abbreviation: ['GG'],
    longTitle: ['Grundgesetz'],
    state: ['geändert'],
    number: ['BJNR2'],
    builtAt: ['2032-03-04T05:06:07'],
    promulgatedIn: ['BGBl 1949, 1; GVBl 7'],
  });

  site.laws = {
    gg: law('Grundgesetz', { images: { 'a.jpg': 'A' }, packed: 2 }), // an image is gone
    'bgb-x_2': law('Buch', { packed: 2 }), // packed anew, nothing else
    shy: law('Scheu', { isMissing: true }), // listed, and not there
    neu: law('Neu'),
  };
  const second = await run(2);
  expect(second.done).toEqual({ gg: 'Upd', 'bgb-x_2': 'None', shy: 'None', neu: 'Add', away: 'Del' });
  const third = await run(3);
  expect(third.done).toEqual({ gg: 'None', 'bgb-x_2': 'None', shy: 'None', neu: 'None' });
  for (const line of ['304 /gg/xml.zip', '304 /bgb-x_2/xml.zip', '304 /neu/xml.zip', '404 /shy/xml.zip'])
    expect(third.requests).toContain(line);
});
