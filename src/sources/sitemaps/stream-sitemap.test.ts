/** A sitemap in pieces says what it says whole, wherever it is cut. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readSitemap, type Sitemap, SitemapError, type SitemapLimits, type SitemapUrl } from './index.js';
import { streamSitemap } from './stream-sitemap.js';

const url = 'https://a.test/sitemap.xml';
const MANY = Array.from({ length: 300 }, (_, n) => `<url><loc>https://a.test/${n}?a=1&b=${n}</loc><lastmod>2024-05-06</lastmod></url>`);
const URLSET = `<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${MANY.join('\n')}</urlset>`;

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function streamed(bytes: Uint8Array, size = 1000, limits: Partial<SitemapLimits> = {}, contentType: string | null = null) {
  const urls: SitemapUrl[] = [];
  const sitemaps: unknown[] = [];
  const pieces: number[] = [];
  const take = async (piece: Pick<Sitemap, 'urls' | 'sitemaps'>): Promise<void> => {
    urls.push(...piece.urls);
    sitemaps.push(...piece.sitemaps);
    pieces.push(piece.urls.length);
  };
  const { kind, notes } = await streamSitemap({ url, contentType, length: bytes.length, chunks: inChunks(bytes, size) }, {}, limits, take);
  return { kind, urls, sitemaps, notes, pieces };
}

const SAMPLES: readonly [name: string, content: string | Uint8Array, contentType?: string][] = [
  ['a urlset with bare ampersands', URLSET],
  [
    'entities and CDATA',
    `<urlset><url><loc>https://a.test/?x=1&amp;y=2</loc></url><url><loc><![CDATA[https://a.test/?p=1&q=2]]></loc></url></urlset>`,
  ],
  ['an index', '<sitemapindex><sitemap><loc>/b.xml</loc></sitemap></sitemapindex>'],
  ['a feed', '<rss><channel><item><link>https://a.test/1</link><pubDate>Mon, 06 May 2024 10:00:00 GMT</pubDate></item></channel></rss>'],
  ['Atom', '<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="/ü"/><updated>2024-01-01T00:00:00Z</updated></entry></feed>'],
  ['lines', Array.from({ length: 200 }, (_, n) => `https://a.test/${n}`).join('\r\n')],
  ['an empty text', '', 'text/plain'],
  ['UTF-16', Buffer.from(`\ufeff${URLSET}`, 'utf16le')],
  ['two bytes a letter', `<urlset><url><loc>https://a.test/${'ü€😀'.repeat(50)}</loc></url></urlset>`],
  ['one that is cut off', URLSET.slice(0, 9000)],
  ['gzip', gzipSync(URLSET)],
  ['gzip twice', gzipSync(gzipSync(URLSET))],
  ['cut gzip', gzipSync(URLSET).subarray(0, 900)],
];

describe.each(SAMPLES)('%s', (_name, content, contentType = 'application/xml') => {
  it.each([1, 7, 64, 1000, 100_000])('in chunks of %d bytes', async (size) => {
    const bytes = Buffer.from(content as string);
    const { kind, urls, sitemaps, notes } = readSitemap({ bytes, contentType, url });
    expect(await streamed(bytes, size, {}, contentType)).toMatchObject({ kind, urls, sitemaps, notes });
  });
});

describe('in bounds', () => {
  it('hands on what it finds in pieces', async () => {
    const lines = Buffer.from(Array.from({ length: 25_000 }, (_, n) => `https://a.test/${n}`).join('\n'));
    const { urls, pieces } = await streamed(lines, 4096);
    expect(urls).toHaveLength(25_000);
    expect(Math.max(...pieces)).toBeLessThan(12_000);
  });

  it('counts what is past the limit', async () => {
    const { urls, notes } = await streamed(Buffer.from(URLSET), 1000, { maxUrls: 100 });
    expect(urls).toHaveLength(100);
    expect(notes).toContain('200 entries past the first 100 were left out');
  });

  it.each([
    ['a bomb', gzipSync(Buffer.alloc(30_000_000)), 'SITEMAP_TOO_LARGE'],
    ['no gzip but for its first bytes', Buffer.from('\x1f\x8b nothing', 'latin1'), 'SITEMAP_BAD_GZIP'],
    ['tags that do not match', Buffer.from('<urlset><url><loc>https://a.test/</url></loc></urlset>'), 'SITEMAP_MALFORMED'],
    ['a page', Buffer.from('<html><body>no</body></html>'), 'SITEMAP_UNKNOWN_FORMAT'],
  ])('refuses %s', async (_name, bytes, code) => {
    const failure = await streamed(bytes).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SitemapError);
    expect((failure as SitemapError).code).toBe(code);
  });
});
