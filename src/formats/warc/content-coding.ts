/** How the payload of an archived answer is coded: it is kept as it came. */
import { catRecord } from './list.js';

const LONGEST_HEAD = 1 << 20;

/** Content-Encoding of the HTTP message at this offset; null when the payload is as it should be. */
export async function contentCodingOf(file: string, offset: number): Promise<string | null> {
  let head = '';
  for await (const piece of catRecord(file, offset, 'block')) {
    head += Buffer.from(piece).toString('latin1');
    if (!head.startsWith('HTTP/') || head.includes('\r\n\r\n') || head.length > LONGEST_HEAD) break;
  }
  if (!head.startsWith('HTTP/')) return null;
  const fields = head.slice(0, head.indexOf('\r\n\r\n')).split('\r\n').slice(1);
  const codings = fields.flatMap((line) => /^content-encoding:(.*)$/i.exec(line)?.[1]?.trim() ?? []);
  return codings.length ? codings.join(', ') : null;
}
