/** The little of HTML that readers of embedded data need besides a parser. */
import { parseDocument } from 'htmlparser2';

/** Character references, decoded by the same tables as everywhere. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  const [node] = parseDocument(text.replaceAll('<', '&lt;')).children;
  return node && 'data' in node ? String(node.data) : text;
}

/** What relative addresses of the page refer to. */
export function baseOf(page: string, url: string): string {
  for (const tag of tagsIn(page, BASE)) {
    const written = attributeIn(tag, HREF)?.trim();
    if (written !== undefined) return written !== '' && URL.canParse(written, url) ? new URL(written, url).href : url;
  }
  return url;
}

/** The tags that begin so, each up to its end. A tag that nothing ends is none, and nothing after it can be one. */
export function* tagsIn(page: string, start: RegExp): Generator<string> {
  for (const { index } of page.matchAll(start)) {
    const end = page.indexOf('>', index);
    if (end < 0) return;
    yield page.slice(index, end + 1);
  }
}

/** How a tag gives a value to an attribute of this name. */
export const attributePattern = (name: string): RegExp => new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i');

export function attributeIn(tag: string, pattern: RegExp): string | null {
  const match = pattern.exec(tag);
  return match ? decodeEntities(match[1] ?? match[2] ?? match[3] ?? '') : null;
}

const BASE = /<base\s/gi;
const HREF = attributePattern('href');
