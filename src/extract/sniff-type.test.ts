import { describe, expect, it } from 'vitest';
import { sniffType } from './sniff-type.js';

const hex = (digits: string, then = ''): Uint8Array => Buffer.concat([Buffer.from(digits, 'hex'), Buffer.from(then, 'latin1')]);
const text = (content: string): Uint8Array => Buffer.from(content, 'utf8');
const zip = (entries: string): Uint8Array => hex('504b0304140000000000', `${'\0'.repeat(20)}${entries}`);

describe('sniffType', () => {
  it.each([
    ['HTML as declared', text('<!doctype html><p>x'), 'text/html; charset=utf-8', 'text/html', 'utf-8'],
    ['HTML without a type', text('\n <!DOCTYPE HTML><p>x'), null, 'text/html', 'windows-1252'],
    ['HTML behind comments', text('<!-- a --><!-- b -->\n<body>ü'), null, 'text/html', 'utf-8'],
    ['HTML as octets', text('<html><p>x'), 'application/octet-stream', 'text/html', 'windows-1252'],
    ['HTML error page as PDF', text('<html><p>Not found'), 'application/pdf', 'text/html', 'windows-1252'],
    ['HTML error page as JSON', text('<!doctype html><p>oops'), 'application/json', 'text/html', 'windows-1252'],
    ['HTML source as plain text stays plain', text('<html><p>x'), 'text/plain', 'text/plain', 'windows-1252'],
    ['text declared as HTML', text('just words'), 'text/html', 'text/html', 'utf-8'],
    ['XHTML as declared', text('<?xml version="1.0"?><html xmlns="x">'), 'application/xhtml+xml', 'application/xhtml+xml', 'utf-8'],
    ['PDF as HTML', text('%PDF-1.4\n...'), 'text/html', 'application/pdf', null],
    ['PDF behind a line break', text('\r\n%PDF-1.4\n...'), 'application/pdf', 'application/pdf', null],
    ['PNG as JPEG', hex('89504e470d0a1a0a0000'), 'image/jpeg', 'image/png', null],
    ['GIF without a type', hex('474946383961'), null, 'image/gif', null],
    ['WebP', hex('524946461a00000057454250'), null, 'image/webp', null],
    ['MP4', hex('0000001866747970', 'isom'), null, 'video/mp4', null],
    ['gzip', hex('1f8b0800'), 'text/html', 'application/gzip', null],
    ['ZIP', zip('a.txt'), null, 'application/zip', null],
    [
      'Word file as octets',
      zip('[Content_Types].xml..word/document.xml'),
      'application/octet-stream',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      null,
    ],
    [
      'OpenDocument by its first entry',
      hex('504b03040a000000000000000000000000000000000000000000' + '08000000', 'mimetypeapplication/vnd.oasis.opendocument.textPK'),
      null,
      'application/vnd.oasis.opendocument.text',
      null,
    ],
    ['RSS as HTML', text('<?xml version="1.0"?><rss version="2.0">'), 'text/html', 'application/rss+xml', 'utf-8'],
    ['Atom as XML', text('<feed xmlns="http://www.w3.org/2005/Atom">'), 'text/xml', 'application/atom+xml', 'utf-8'],
    ['sitemap without a type', text('<urlset xmlns="x"><url>'), null, 'application/xml', 'utf-8'],
    ['SVG', text('<?xml version="1.0"?><!DOCTYPE svg><svg>'), null, 'image/svg+xml', 'utf-8'],
    ['JSON without a type', text('{"a": 1}'), null, 'application/json', 'utf-8'],
    ['text that begins like JSON', text('[sic] he said'), null, 'text/plain', 'utf-8'],
    ['style sheet', text('a{b:c}'), 'text/css', 'text/css', 'utf-8'],
    ['unknown binary', hex('00010203040506'), null, 'application/octet-stream', null],
    ['binary declared as text', hex('0001020304ff'), 'text/html', 'application/octet-stream', null],
    ['text declared as image', text('hello'), 'image/png', 'text/plain', 'utf-8'],
    ['UTF-16 is no binary', Buffer.from('\ufeff<html><p>x', 'utf16le'), null, 'text/html', 'utf-16le'],
    ['a type nobody knows', text('hello'), 'application/x-own', 'application/x-own', null],
    ['empty', new Uint8Array(), null, 'text/plain', 'utf-8'],
    ['empty HTML', new Uint8Array(), 'text/html', 'text/html', 'utf-8'],
  ])('%s', (_case, bytes, declared, type, charset) => expect(sniffType(bytes, declared)).toEqual({ type, charset }));

  it.each([
    ['blanks', ' '.repeat(100_000)],
    ['comments', '<!---->'.repeat(10_000)],
    ['an open comment', `<!--${'-'.repeat(100_000)}`],
    ['instructions', '<?x?>'.repeat(10_000)],
    ['brackets', '['.repeat(100_000)],
  ])('is not slowed down by %s', (_case, content) => expect(sniffType(text(content), null).type).toMatch(/^(?:text|application)\//));
});
