/** No reader's error costs the bytes: what cannot be read is fetched once and archived, and its version says why there is no text. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCapture } from '../../../src/formats/warc/index.js';
import { oneByOne } from '../../../src/store/index.js';
import { type FixturePages, linking, type TestWorkspace } from '../../../src/testing/index.js';
import { docx, zip } from '../../../src/webs/demo/office-files.js';
import { allOf } from '../../support/all-of.js';
import { crawling } from '../../support/crawling.js';

const { workspace, fixture } = crawling();

const plugin = new URL('../../support/plugins/broken-reader.ts', import.meta.url).pathname;
const OPEN_XML = 'application/vnd.openxmlformats-officedocument';

const TEXT = { title: 'T', author: 'A', created: '2024-05-01T10:00:00Z', paragraphs: ['One of the harbour.', 'Two of the harbour.'] };

/** Every so many bytes one is turned over, behind the first few by which the format is known. */
function damaged(bytes: Uint8Array, every: number, length = bytes.length): Uint8Array {
  const copy = Buffer.from(bytes.subarray(0, length));
  for (let at = 30; at < copy.length; at += every) copy[at] = (copy[at] ?? 0) ^ 0x55;
  return copy;
}

const file = (type: string, body: string | Uint8Array) => ({ headers: { 'content-type': type }, body });
const word = docx(TEXT);
const broken = (every: number) => file(`${OPEN_XML}.wordprocessingml.document`, damaged(word, every));

const FILES: FixturePages = {
  '/3.docx': broken(3),
  '/11.docx': broken(11),
  '/97.docx': broken(97),
  '/cut.docx': file(`${OPEN_XML}.wordprocessingml.document`, word.subarray(0, word.length / 2)),
  '/misnamed.docx': file('text/html', damaged(word, 13)),
  '/download': file('application/octet-stream', damaged(word, 17)),
  '/nonsense.docx': file(
    `${OPEN_XML}.wordprocessingml.document`,
    zip({ '[Content_Types].xml': '<Types', 'word/document.xml': '<w:document><<<&\x00' }),
  ),
  '/damaged.xlsx': file(
    `${OPEN_XML}.spreadsheetml.sheet`,
    zip({ '[Content_Types].xml': 'spreadsheetml.sheet.main+xml', 'xl/workbook.xml': '<' }),
  ),
  '/damaged.pdf': file('application/pdf', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\nxref\n0 9999999\ntrailer\n<<'),
  '/damaged.zip': file('application/zip', damaged(zip({ 'a.txt': 'a'.repeat(300) }), 5)),
  '/damaged.png': file('image/png', Buffer.from('89504e470d0a1a0a7fffffff49484452ffffffff', 'hex')),
  '/damaged.ttl': file('text/turtle', '@prefix : <http://a.test/> . :a :b "unclosed'),
  '/damaged.rdf': file('application/rdf+xml', '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description><a'),
  '/throws': file('text/x-broken', 'throw'),
  '/dies': file('text/x-broken', 'die'),
};

it('every damaged file is fetched once, archived as it was sent and a document; where a reader gave up the version says so', async () => {
  const paths = Object.keys(FILES);
  const web = await fixture({ 'a.test': { '/': linking(...paths), ...FILES } });
  const to = workspace();
  const end = await to.crawl({
    seeds: ['http://a.test/'],
    plugins: [plugin],
    readers: ['broken'],
    politeness: { perSite: 6, perAddress: 6 },
    fetch: web.fetch,
  });
  expect(end.reason).toBe('everything was visited');
  expect(web.asked().toSorted()).toEqual(['/', ...paths].toSorted());
  const states = new Map(to.rows('resources').map(({ url, state, reason }) => [url, `${state}: ${reason}`]));
  for (const path of paths) expect(states.get(`http://a.test${path}`), path).toMatch(/^done/);
  expect(await archivedBodies(to)).toEqual(new Map(paths.map((path) => [path, bodyOf(path)])));
  const notes = notesOf(to);
  expect(notes.get('/throws')).toBe('the content was not read: out of my depth');
  expect(notes.get('/dies')).toMatch(/^the content was not read: the reader thread ended/);
});

it('a list that cannot be read is archived too, and asked for once', async () => {
  const sitemap = { headers: { 'content-type': 'application/xml' }, body: '<urlset><url><loc>http://a.test/1</url></loc></urlset>' };
  const web = await fixture({ 'a.test': { '/': 'home', '/sitemap.xml': sitemap } });
  const to = workspace();
  await to.crawl({ seeds: ['http://a.test/'], fetch: web.fetch });
  expect(web.requests.filter(({ path }) => path === '/sitemap.xml')).toHaveLength(1);
  expect((await archivedBodies(to)).get('/sitemap.xml')).toBe(sitemap.body);
  const row = to.rows('resources').find(({ url }) => url === 'http://a.test/sitemap.xml');
  expect(`${row?.['state']}: ${row?.['reason']}`).toMatch(/^failed: READ_FAILED: SITEMAP_MALFORMED/);
});

const latin1 = (bytes: string | Uint8Array): string => Buffer.from(bytes as string).toString('latin1');
const bodyOf = (path: string): string => latin1((FILES[path] as { body: string | Uint8Array }).body);

/** Path → body as the archive has it, of all but the home page and robots.txt. */
async function archivedBodies(to: TestWorkspace): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  const records = await to.read(({ streams }) => allOf(oneByOne(streams.fetches.each({ where: { archived: true } }))));
  for (const { url, segment, offset } of records) {
    const { pathname } = new URL(url);
    const exchange = await readCapture(join(to.workspace, 'archive', segment as string), offset as number, to.folder);
    if (exchange?.status === 200 && pathname !== '/') bodies.set(pathname, latin1(exchange.body as Uint8Array));
  }
  return bodies;
}

/** Path → notes of its version. */
function notesOf(to: TestWorkspace): Map<string, string | null | undefined> {
  const ids = to.rows('resources').map(({ id, url }) => [Number(id), new URL(String(url)).pathname] as const);
  return to.read(({ explain }) => new Map(ids.map(([id, path]) => [path, explain.document(id)?.notes])));
}
