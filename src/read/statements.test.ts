import { expect, it } from 'vitest';
import type { Page } from '../model/index.js';
import { photograph } from '../webs/demo/photograph.js';
import { read } from './read.js';
import { statementReader } from './statements.js';

const OPTIONS = { read: 'auto', most: 1000, follow: [], followAll: false, schemas: false, transformations: [] } as const;

it('passes pages without any sign of RDF through as they are', async () => {
  const bytes = Buffer.from('<!doctype html><title>A</title><p>about = nothing');
  const input = { url: 'http://a.test/', bytes, contentType: 'text/html', type: 'text/html', headers: [] };
  const page = (await read(input)) as Page;
  expect(statementReader(OPTIONS)(page, input)).toBe(page);
});

it('S-58 a photograph gives the date and the place it was taken at', async () => {
  const bytes = photograph({
    taken: '2024:05:01 10:20:30',
    latitude: -46.25,
    longitude: -15.5,
    make: 'Maker',
    model: 'Model 1',
    artist: 'Ann',
    description: 'A bridge',
  });
  const input = { url: 'http://a.test/bridge.jpg', bytes, contentType: 'image/jpeg', type: 'image/jpeg', headers: [] };
  const { statements } = await statementReader(OPTIONS)((await read(input)) as Page, input);
  const said = statements?.lines ?? [];
  expect(said).toContainEqual(expect.stringMatching(/exif\/ns#dateTimeOriginal> "2024-05-01T10:20:30"\^\^<[^>]*dateTime> \.$/));
  expect(said).toContainEqual(expect.stringMatching(/wgs84_pos#lat> "-46\.25"/));
  expect(said).toContainEqual(expect.stringMatching(/wgs84_pos#long> "-15\.5"/));
});

it('the XMP packet of a PDF file is RDF as it stands', async () => {
  const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="5"/></rdf:RDF></x:xmpmeta>`;
  const input = {
    url: 'http://a.test/a.pdf',
    bytes: Buffer.from(`%PDF-1.4\n${packet}`),
    contentType: null,
    type: 'application/pdf',
    headers: [],
  };
  const page: Page = { ...((await read({ ...input, bytes: Buffer.from('x') })) as Page), type: 'application/pdf' };
  const { statements } = await statementReader(OPTIONS)(page, input);
  expect(statements?.lines).toContain('<http://a.test/a.pdf> <http://ns.adobe.com/xap/1.0/Rating> "5" .');
});

it.each([
  ['JSON-LD alone', '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Person","name":"Ann"}</script>', 2],
  ['properties of meta', '<meta property="og:title" content="A &amp; B"><meta name="twitter:card" content="x">', 1],
  ['microdata', '<p itemscope itemtype="http://schema.org/Person"><span itemprop="name">Ann</span></p>', 2],
  ['RDFa in capitals', '<P VOCAB="http://schema.org/" TYPEOF="Person"><SPAN PROPERTY="name">Ann</SPAN></P>', 2],
  ['a card', '<div class="big vcard"><span class="fn">Ann</span></div>', 1],
])('an ordinary page tells what it says as RDF: %s', async (_, part, least) => {
  const bytes = Buffer.from(`<!doctype html><title>A</title>${part}`);
  const input = { url: 'http://a.test/', bytes, contentType: 'text/html', type: 'text/html', headers: [] };
  const { statements } = await statementReader(OPTIONS)((await read(input)) as Page, input);
  expect(statements?.lines.length ?? 0).toBeGreaterThanOrEqual(least);
});

it('RDF that is called HTML is read, and its publisher told', async () => {
  const bytes = Buffer.from('<http://a.test/x> <http://a.test/y> "z" .\n');
  const input = { url: 'http://a.test/', bytes, contentType: 'text/html', type: 'text/html', headers: [] };
  const { statements } = await statementReader(OPTIONS)((await read(input)) as Page, input);
  expect(statements).toMatchObject({
    lines: ['<http://a.test/x> <http://a.test/y> "z" .'],
    problems: [expect.stringContaining('served as text/html')],
  });
});
