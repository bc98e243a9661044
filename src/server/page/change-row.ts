/** A journal entry as a row of the page; made by the server and, for those that come later, by the script. */
import { clock, escape } from './text.js';

/** An entry as the API gives it. */
export interface ShownEntry {
  readonly sequence: number;
  readonly operation: string;
  readonly document: number;
  readonly url: string;
  readonly title: string | null;
  readonly at: string;
  readonly reason: string;
  readonly changed: readonly string[];
  readonly suspicion: string | null;
}

export const OPERATION_WORDS: Readonly<Record<string, string>> = { Add: 'new', Upd: 'changed', Del: 'deleted', None: 'unchanged' };

export function changeRow(entry: ShownEntry, crawl: string): string {
  const { sequence, operation, document, url, title, at } = entry;
  const kind = entry.suspicion ? 'None' : operation;
  const words = entry.suspicion ?? OPERATION_WORDS[operation] ?? operation;
  const address = `/api/v1/crawls/${encodeURIComponent(crawl)}/documents/${document}`;
  return `<tr data-sequence="${sequence}"><td><span class="op ${escape(kind)}">${escape(words)}</span></td>
<td class="what"><a href="${escape(address)}" dir="auto" title="${escape(title || url)}">${escape(title || '(no title)')}</a><span class="url" title="${escape(url)}"><bdi>${escape(url)}</bdi></span></td>
<td class="why" title="${escape(why(entry))}">${escape(why(entry))}</td><td class="when"><time datetime="${escape(at)}" title="${escape(clock(at))} UTC">${escape(clock(at).slice(11))}</time></td></tr>`;
}

const why = ({ changed, reason, operation }: ShownEntry): string => (operation === 'Upd' && changed.length ? changed.join(', ') : reason);
