/** Text in feeds, as plain text. Feeds write it plain, as escaped HTML, as XHTML or in base64. */
import { decodeEntities } from '../html/entities.js';
import { foldSpace, textOf } from '../html/html-text.js';
import { HtmlTree } from '../html/html-tree.js';
import type { FeedElement } from './feed-tree.js';

const LONGEST = 1_000_000;

/** The content of an element as text, in one line or several. */
export function plainText(element: FeedElement): string {
  const raw = rawText(element);
  const type = (element.attributes.get('type') ?? '').toLowerCase();
  const mode = element.attributes.get('mode');
  if (mode === 'base64') return fromHtml(Buffer.from(raw, 'base64').toString('utf8'));
  if (element.family === 'atom' && isBinary(type)) return fromBinary(raw, element.name === 'content');
  if (element.family === 'atom' && mode !== 'escaped' && (type === '' || type === 'text' || type === 'text/plain')) return foldSpace(raw);
  if (type === 'xhtml' || type === 'application/xhtml+xml') return foldSpace(raw);
  return fromHtml(raw);
}

/** Atom: content of a type that is not text is in base64. */
const isBinary = (type: string): boolean => type.includes('/') && !/^text\/|[/+]xml$/.test(type);

/** Decodes base64 only in content. Some feeds declare a title as base64 that is plain words, and decoding words gives no text. */
function fromBinary(raw: string, isContent: boolean): string {
  const packed = raw.replace(/\s+/g, '');
  const decoded =
    /^[A-Za-z\d+/]+={0,2}$/.test(packed) && packed.length % 4 === 0 ? Buffer.from(packed, 'base64').toString('utf8') : '\uFFFD';
  if (!/[\0-\x08\x0E-\x1F\uFFFD]/.test(decoded)) return fromHtml(decoded);
  return isContent ? '' : foldSpace(raw);
}

/** All text below an element. Markup inside separates nothing, and scripts do not count. */
export function rawText(element: FeedElement): string {
  let text = '';
  const open: (FeedElement | string)[] = [element];
  for (let next = open.pop(); next !== undefined && text.length < LONGEST; next = open.pop()) {
    if (typeof next === 'string') text += next;
    else if (!UNSEEN.has(next.name))
      for (let i = next.children.length - 1; i >= 0; i--) open.push(next.children[i] as FeedElement | string);
  }
  return text;
}

const UNSEEN: ReadonlySet<string> = new Set(['script', 'style']);

/** One table per thread, made for the first feed that needs it. */
let tree: HtmlTree | null = null;

export function fromHtml(html: string): string {
  if (!/<(?:[a-z/][^<]*>|!--)/i.test(html)) return foldSpace(html.includes('&') ? decodeEntities(html, 'text') : html);
  tree ??= new HtmlTree();
  return textOf(tree.parse(html.slice(0, LONGEST))).text;
}

export const inOneLine = (text: string): string => text.replaceAll('\n', ' ');
