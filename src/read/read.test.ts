import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { NO_DIRECTIVES, type Page } from '../model/index.js';
import { defineReader, type ReaderPlugin } from '../plugins/index.js';
import { digests, textDigest } from './digests.js';
import { READERS, read, readerFor, viewOf } from './read.js';

const pageOf = (content: string | Uint8Array, contentType: string | null, url = 'https://site.example/dir/file'): Page =>
  read({ url, bytes: typeof content === 'string' ? Buffer.from(content, 'utf8') : content, headers: [], contentType }, READERS) as Page;

describe('read', () => {
  it.each([
    ['text/html', 'html'],
    ['application/xhtml+xml', 'html'],
    ['text/plain', 'text'],
    ['text/csv', 'text'],
    ['text/css', 'css'],
    ['text/xml', 'xml'],
    ['application/rss+xml', 'feed'],
    ['application/xslt+xml', 'xml'],
    ['image/svg+xml', 'xml'],
    ['application/ld+json', 'json'],
    ['text/javascript', 'script'],
    ['image/png', 'image'],
    ['application/pdf', 'pdf'],
    ['application/vnd.ms-word.document.macroenabled.12', 'docx'],
    ['audio/mpeg', 'any'],
  ])('%s goes to the reader %s', (type, name) => expect(readerFor(type, READERS)?.name).toBe(name));

  it('prefers a reader that came later over an equal one', async () => {
    const own = defineReader({
      name: 'own',
      about: 'A reader of somebody else.',
      types: ['text/html'],
      options: z.strictObject({}),
      read: () => ({ ...pageOf('', null), title: 'own' }),
    }) as unknown as ReaderPlugin;
    const body = { url: 'https://x.example/', bytes: Buffer.from('<p>x'), headers: [], contentType: 'text/html' };
    expect((await read(body, [...READERS, own]))?.title).toBe('own');
  });

  it('answers null where no reader takes the type', () => {
    expect(read({ url: 'https://x.example/', bytes: Buffer.from('x'), headers: [], contentType: 'text/plain' }, [])).toBeNull();
  });

  it('reads plain text line by line', () => {
    expect(pageOf('  First  line \r\n\r\nsecond\tline\n', 'text/plain')).toMatchObject({
      title: 'First line',
      text: 'First line\nsecond line',
      charset: 'utf-8',
      links: [],
    });
  });

  it('finds what a style sheet needs', () => {
    const { links, text } = pageOf('@import "a.css"; b{c:url(../d.png)}', 'text/css');
    expect([text, links.map(({ kind, url }) => `${kind} ${url}`)]).toEqual([
      '',
      ['css https://site.example/dir/a.css', 'img https://site.example/d.png'],
    ]);
  });

  it('reads XML: text, title, references; entities of its own are not expanded', () => {
    const page = pageOf(
      '<?xml version="1.0"?><?xml-stylesheet href="s.xsl"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel><title>News &amp; more</title><item><link>https://site.example/1</link><description><![CDATA[one <b>two]]></description></item><atom:link href="/feed"/>&x;</channel></rss>',
      'text/xml',
    );
    expect(page.title).toBe('News & more');
    expect(page.text).toBe('News & more\nhttps://site.example/1\none <b>two\n&x;');
    expect(page.links.map(({ kind, url }) => `${kind} ${url}`)).toEqual([
      'css https://site.example/dir/s.xsl',
      'link https://site.example/1',
      'link https://site.example/feed',
    ]);
  });

  it('keeps JSON as it was sent', () => {
    expect(pageOf('{"a": [1, 2]}', 'application/json')).toMatchObject({ text: '{"a": [1, 2]}', language: null, links: [] });
  });

  it('gives a page without text for everything else', () => {
    expect(pageOf(Buffer.from('664c6143', 'hex'), 'text/html')).toEqual({
      type: 'audio/flac',
      charset: null,
      title: null,
      text: '',
      language: null,
      languageConfidence: 0,
      metadata: {},
      canonical: null,
      directives: NO_DIRECTIVES,
      links: [],
      notes: [],
    });
  });

  it.each([
    ['deep XML', '<a>'.repeat(500_000), 'text/xml'],
    ['XML attributes', `<a ${'b="&lt;" '.repeat(300_000)}/>`, 'text/xml'],
    ['long lines', 'x '.repeat(3_000_000), 'text/plain'],
    ['many lines', '\n'.repeat(3_000_000), 'text/plain'],
    ['a style sheet of comments', '/*'.repeat(1_000_000), 'text/css'],
  ])('survives %s', (_case, content, type) => expect(typeof pageOf(content, type).text).toBe('string'));

  it('crosses threads and prints as JSON', () => {
    const page = pageOf('<title>x</title><meta name="a" content="b"><a href="/y">z</a>', 'text/html');
    expect(structuredClone(page)).toEqual(page);
    expect(JSON.parse(JSON.stringify(page))).toEqual(page);
    expect(Object.keys(viewOf(page))).toEqual(['title', 'text', 'visibleText', 'language', 'charset', 'facts', 'metadata', 'links']);
  });
});

describe('digests', () => {
  it('names bytes and texts', () => {
    expect(digests(Buffer.from('abc'))).toEqual({
      md5: '900150983cd24fb0d6963f7d28e17f72',
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    });
    expect(textDigest('abc')).toBe(digests(Buffer.from('abc')).sha256);
  });
});
