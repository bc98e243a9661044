/** The links of a page, in their order, each once. */
import { selectAll } from 'css-select';
import { type Element, isTag } from 'domhandler';
import { textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { HarvestError } from '../port.js';
import { type Sheet, withoutSession } from './reading.js';

export interface PageLink {
  /** Absolute, without fragment and session id. */
  readonly url: string;
  readonly text: string;
  /** What stands after it in its row, or up to the next link. */
  readonly beside: string;
}

const MAX_LINKS = 1_000_000;
const MAX_TEXT = 1000;
const MAX_BESIDE = 20;

export function linksOf(sheet: Sheet): PageLink[] {
  const document = parseDocument(sheet.text);
  const elements = selectAll('a[href],area[href],frame[src],iframe[src]', document.children) as Element[];
  // A list that was cut without a word would look as if the rest were gone.
  if (elements.length > MAX_LINKS) throw new HarvestError('limit', `the page has more than ${MAX_LINKS} links`, { url: sheet.url });
  const links = new Map<string, PageLink>();
  for (const element of elements) {
    const url = addressOf(sheet, element.attribs['href'] ?? element.attribs['src'] ?? '');
    const text = plain(textContent(element));
    if (url !== null && !links.get(url)?.text) links.set(url, { url, text, beside: besideOf(element) });
  }
  return [...links.values()];
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);

/** Indexes of folders are tables, or text with links in it. */
function besideOf(element: Element): string {
  const cell = element.parent;
  const from = cell && isTag(cell) && cell.name === 'td' ? cell : element;
  const texts: string[] = [];
  for (let node = from.next; node && texts.length < MAX_BESIDE; node = node.next) {
    if (isTag(node) && (node.name === 'a' || node.name === 'br')) break;
    texts.push(textContent(node));
  }
  return plain(texts.join(' '));
}

function addressOf(sheet: Sheet, reference: string): string | null {
  if (/^\s*(?:#|javascript:|mailto:|tel:|data:)/i.test(reference)) return null;
  try {
    return withoutSession(sheet.resolve(reference));
  } catch {
    return null;
  }
}
