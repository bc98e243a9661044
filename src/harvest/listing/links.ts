/** The links of a page, in their order, each once. */
import { selectAll } from 'css-select';
import type { Element } from 'domhandler';
import { textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { type Sheet, withoutSession } from './reading.js';

export interface PageLink {
  /** Absolute, without fragment and session id. */
  readonly url: string;
  readonly text: string;
}

const MAX_LINKS = 100_000;
const MAX_TEXT = 1000;

export function linksOf(sheet: Sheet): PageLink[] {
  const document = parseDocument(sheet.text);
  const elements = selectAll('a[href],area[href],frame[src],iframe[src]', document.children) as Element[];
  const links = new Map<string, string>();
  for (const element of elements.slice(0, MAX_LINKS)) {
    const url = addressOf(sheet, element.attribs['href'] ?? element.attribs['src'] ?? '');
    const text = textContent(element).replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
    if (url !== null && !links.get(url)) links.set(url, text);
  }
  return [...links].map(([url, text]) => ({ url, text }));
}

function addressOf(sheet: Sheet, reference: string): string | null {
  if (/^\s*(?:#|javascript:|mailto:|tel:|data:)/i.test(reference)) return null;
  try {
    return withoutSession(sheet.resolve(reference));
  } catch {
    return null;
  }
}
