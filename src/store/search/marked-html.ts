/** Marked text as HTML: everything that came from outside is escaped, marks are the only elements. */
import type { MarkedText } from './port.js';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);

export const markedHtml = (marked: MarkedText): string => withMarks(marked, escape, (inner) => `<mark>${inner}</mark>`);

/** Any other way to show them. */
export function withMarks({ text, marks }: MarkedText, plain: (text: string) => string, mark: (text: string) => string): string {
  let shown = '';
  let at = 0;
  for (const [start, end] of marks) {
    shown += plain(text.slice(at, start)) + mark(plain(text.slice(start, end)));
    at = end;
  }
  return shown + plain(text.slice(at));
}
