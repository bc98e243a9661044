/**
 * Readers for everything that is not HTML: plain text, JSON, style sheets, XML, and one for all other types.
 *
 * Each yields a Page with less in it. A page without text is still a page: its bytes are archived, its type and digests
 * are known.
 */
import { z } from 'zod';
import type { Link } from '../model/index.js';
import { defineReader, type ReadInput } from '../plugins/index.js';
import { decodeText, detectCharset } from './charset.js';
import { cssUrls } from './html/css-urls.js';
import { foldSpace } from './html/html-text.js';
import { linksLeftOut, maxLinksOption } from './html/most-links.js';
import { pageOf } from './page-of.js';
import { isText } from './sniff-type.js';
import { UrlResolver } from './url-resolver.js';
import { readXml } from './xml-text.js';

const MAX_TEXT = 10_000_000;
const options = z.strictObject({ agent: z.string().min(1).max(100).default('winnow') });

export const textReader = defineReader({
  name: 'text',
  about: 'Reads plain text; the first line serves as title.',
  types: ['text/*'],
  options,
  read(input, { agent }) {
    const { charset, text, notes } = textOf(input);
    const lines = text.split(/\r\n|[\n\r\f]/).filter((line) => line !== '');
    const tidy = lines.map(foldSpace).filter((line) => line !== '');
    return pageOf(input, agent, { charset, text: tidy.join('\n'), title: tidy[0]?.slice(0, 200) ?? null, notes });
  },
});

export const jsonReader = defineReader({
  name: 'json',
  about: 'Reads JSON as text, as it was sent.',
  types: ['application/json', 'application/*+json', 'text/json', 'application/x-ndjson', 'application/jsonl'],
  options,
  read(input, { agent }) {
    return pageOf(input, agent, { ...textOf(input), language: null });
  },
});

export const cssReader = defineReader({
  name: 'css',
  about: 'Reads style sheets for the files they need: @import, url().',
  types: ['text/css'],
  options,
  read(input, { agent }) {
    const { charset, text, notes } = textOf(input);
    const urls = new UrlResolver(input.url, charset);
    const links: Link[] = [];
    for (const { url, kind } of cssUrls(text)) {
      const resolved = urls.resolve(url);
      if (typeof resolved === 'object')
        links.push({ url: resolved.url, kind, anchor: '', rel: [], nofollow: false, paragraph: null, path: '' });
    }
    return pageOf(input, agent, { charset, text: '', links, notes });
  },
});

/** Scripts and source code are not kept as text, so that searches stay clean. */
export const scriptReader = defineReader({
  name: 'script',
  about: 'Accepts scripts: no text, no links.',
  types: ['text/javascript', 'application/javascript', 'text/ecmascript'],
  options,
  read(input, { agent }) {
    return pageOf(input, agent, { charset: detectCharset(input.bytes, input.contentType, input.type).charset });
  },
});

export const xmlReader = defineReader({
  name: 'xml',
  about: 'Reads XML: the text of its elements, title and links by their usual names.',
  types: ['application/xml', 'text/xml', 'application/*+xml', 'image/svg+xml', 'text/*+xml'],
  options: options.extend({ maxLinks: maxLinksOption }),
  read(input, { agent, maxLinks }) {
    const { charset, text: source, notes } = textOf(input);
    const { title, text, references, left } = readXml(source, maxLinks);
    if (left > 0) notes.push(linksLeftOut(left, maxLinks));
    const urls = new UrlResolver(input.url, charset);
    const links: Link[] = [];
    for (const { url: written, kind, anchor, path } of references) {
      const resolved = urls.resolve(written);
      if (typeof resolved === 'object') links.push({ url: resolved.url, kind, anchor, rel: [], nofollow: false, paragraph: null, path });
    }
    return pageOf(input, agent, { charset, text, title, links, notes });
  },
});

export const fallbackReader = defineReader({
  name: 'any',
  about: 'Accepts every other type: no text, no links.',
  types: ['*'],
  options,
  read(input, { agent }) {
    return pageOf(input, agent, { charset: isText(input.type) ? detectCharset(input.bytes, input.contentType, input.type).charset : null });
  },
});

/** The decoded body up to the limit; a note says when it was longer. */
function textOf(input: ReadInput): { charset: string; text: string; notes: string[] } {
  const { charset } = detectCharset(input.bytes, input.contentType, input.type);
  const cut = input.bytes.length > MAX_TEXT;
  const text = decodeText(cut ? input.bytes.subarray(0, MAX_TEXT) : input.bytes, charset);
  return { charset, text, notes: cut ? ['the text was cut at 10 MB'] : [] };
}
