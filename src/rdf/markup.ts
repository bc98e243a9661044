/** The little of HTML that readers of embedded data need besides a parser. */
import { parseDocument } from 'htmlparser2';

/** Character references, decoded by the same tables as everywhere. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  const [node] = parseDocument(text.replaceAll('<', '&lt;')).children;
  return node && 'data' in node ? String(node.data) : text;
}

const BASE = /<base\s[^>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/** What relative addresses of the page refer to. */
export function baseOf(page: string, url: string): string {
  const match = BASE.exec(page);
  const written = match ? decodeEntities((match[1] ?? match[2] ?? match[3] ?? '').trim()) : '';
  return written !== '' && URL.canParse(written, url) ? new URL(written, url).href : url;
}
