/** Pages, feeds and sitemaps. */

import { parseContent, streamRows } from '../../../src/definition/expressions/index.js';
import { decodeText, detectCharset, detectLanguage, READERS, read, readFeed, sniffType } from '../../../src/read/index.js';
import { readForm } from '../../../src/run/harvest/listing/form.js';
import { readSitemap } from '../../../src/sources/index.js';
import { streamSitemap } from '../../../src/sources/sitemaps/stream-sitemap.js';
import { bytesOf, type Target, URL_OF_PAGE } from '../target.js';
import { ATOM, HEAD, JSON_LD, PAGE, PDF, RDF_XML, RSS, RTF, SITEMAP } from './seeds.js';

export const page = (type: string) => async (bytes: Buffer) => {
  const result = await read({ url: URL_OF_PAGE, bytes, headers: [['Link', bytes.toString('latin1', 0, 200)]], contentType: type }, READERS);
  if (result) structuredClone(result);
};

/** As bytes come over a network: in pieces that end anywhere. */
export async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 97) yield bytes.subarray(at, at + 97);
}

const FORM = `<base href="/b/"><form id=f action="search?x=1" method=POST><input name=a value=1><input type=checkbox name=b checked><select name=c><option value=2 selected>x</select><textarea name=d>y</textarea><input type=submit name=e></form>`;

export const PAGES: readonly Target[] = [
  { name: 'html', seeds: bytesOf(PAGE), run: page('text/html') },
  { name: 'any type', seeds: bytesOf(PAGE, RSS, ATOM, SITEMAP, JSON_LD, RTF, PDF), run: page('') },
  { name: 'xml', seeds: bytesOf(RSS, ATOM, RDF_XML), run: page('application/xml') },
  {
    name: 'css',
    seeds: bytesOf('a{b:url( "x" )} @import url(y) print; @charset "u"; /* c */ d{e:image-set("f" 1x)}'),
    run: page('text/css'),
  },
  {
    name: 'feeds',
    seeds: bytesOf(
      RSS,
      ATOM,
      '{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","url":"/a","date_published":"2024-05-17T10:00:00Z"}]}',
    ),
    run: (bytes) => readFeed(bytes.toString('utf8'), URL_OF_PAGE),
  },
  {
    name: 'sitemaps',
    seeds: bytesOf(SITEMAP, RSS, 'https://page.example/a\nhttps://page.example/b\n'),
    run: (bytes) => readSitemap({ bytes, contentType: null, url: 'https://page.example/sitemap.xml' }),
    throws: ['SitemapError'],
  },
  {
    name: 'streamed sitemaps',
    seeds: bytesOf(SITEMAP, RSS, 'https://page.example/a\nhttps://page.example/b\n'),
    run: (bytes) =>
      streamSitemap(
        { chunks: inPieces(bytes), contentType: null, url: 'https://page.example/sitemap.xml', length: bytes.length },
        {},
        {},
        () => Promise.resolve(),
      ),
    throws: ['SitemapError'],
  },
  {
    name: 'types and charsets',
    seeds: bytesOf(PAGE, RSS, HEAD),
    run: (bytes) => {
      sniffType(bytes, bytes.toString('latin1', 0, 100));
      const { charset } = detectCharset(bytes, bytes.toString('latin1', 0, 100));
      detectLanguage(decodeText(bytes, charset), 'de');
    },
  },
  {
    name: 'contents',
    seeds: bytesOf(PAGE, RSS, JSON_LD),
    run: (bytes) => {
      for (const as of ['html', 'xml', 'text'] as const) parseContent(bytes, { as, url: URL_OF_PAGE });
    },
    throws: ['ContentError'],
  },
  {
    name: 'streamed rows',
    seeds: bytesOf(RSS, ATOM, SITEMAP),
    run: async (bytes) => {
      for (const each of ['//item', 'urlset/url', '//entry']) for await (const row of streamRows(inPieces(bytes), each)) void row.row;
    },
    throws: ['ContentError'],
  },
  {
    name: 'forms in pages',
    seeds: bytesOf(FORM, PAGE),
    run: (bytes) => readForm(bytes.toString('utf8'), URL_OF_PAGE, 'form', 'rule'),
    throws: ['HarvestError'],
  },
];
