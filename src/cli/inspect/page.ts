/** What Winnow reads out of a page: the same reading the crawl stores. */

import { type HeaderField, parseUrl } from '../../model/index.js';
import { type PageView, read, viewOf } from '../../read/index.js';
import { bytesOf, type Input, textOf } from './fields.js';

export function inspectPage(input: Input): PageView | Promise<PageView> {
  const written = textOf(input, 'url');
  const url = parseUrl(written)?.url;
  if (url === undefined) throw new Error(`"url" is not a URL: ${JSON.stringify(written.slice(0, 200))}`);
  const page = read({ url, bytes: contentOf(input), contentType: contentTypeOf(input), headers: headersOf(input) });
  if (!page) throw new Error('no reader takes this type');
  return page instanceof Promise ? page.then(viewOf) : viewOf(page);
}

function contentOf(input: Input): Uint8Array {
  if (input['html_b64'] !== undefined) return bytesOf(input, 'html_b64');
  if (input['html'] === undefined) throw new Error('"html" or "html_b64" is missing');
  return textBytes(textOf(input, 'html'));
}

/** Text has been decoded already, whatever charset it declares; the mark says so to the reader. Plain ASCII is the same in all. */
function textBytes(html: string): Uint8Array {
  return Buffer.from(isAscii(html) ? html : `\uFEFF${html}`, 'utf8');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are part of ASCII
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);

/** Left out: it is called HTML, so it is taken for HTML unless the content shows otherwise. Null: nothing was declared. */
function contentTypeOf(input: Input): string | null {
  const value = input['contentType'];
  if (value === undefined) return 'text/html';
  return value === null ? null : textOf(input, 'contentType');
}

/** Beyond the contract of the answer: headers that count for reading, such as X-Robots-Tag. */
function headersOf(input: Input): HeaderField[] {
  const headers = input['headers'] ?? [];
  const isField = (field: unknown): field is [string, string] =>
    Array.isArray(field) && field.length === 2 && field.every((part) => typeof part === 'string');
  if (Array.isArray(headers) && headers.every(isField)) return headers;
  throw new Error('"headers" is not a list of [name, value]');
}
