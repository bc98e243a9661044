/** Until when a site asked to be left alone: the Retry-After of its last answer, read from the archive, where alone it is kept. */
import { retryAfter } from '../../run/crawl/index.js';
import type { ArchiveReader, KnownVisit, RecordPlace } from '../../store/index.js';

/** Heads of answers are at most so long. */
const LONGEST_HEAD = 65_536;

/** Null when the last answer does not say, or cannot be read. */
export async function retryAfterOf(
  archive: ArchiveReader,
  last: KnownVisit | undefined,
): Promise<{ readonly value: string; readonly until: number } | null> {
  if (!last || (last.status !== 429 && last.status !== 503) || last.file === null || last.offset === null) return null;
  try {
    const head = await headOf(archive, { segment: last.file, offset: last.offset });
    const value = /^retry-after:(.*)$/im.exec(head)?.[1]?.trim();
    if (!value) return null;
    const endedAt = last.startedAt + last.duration;
    const wait = retryAfter({ headers: [['retry-after', value]] }, endedAt);
    return wait === null ? null : { value, until: endedAt + wait };
  } catch {
    return null;
  }
}

async function headOf(archive: ArchiveReader, at: RecordPlace): Promise<string> {
  let text = '';
  for await (const piece of archive.part(at, 'block')) {
    text += Buffer.from(piece).toString('latin1');
    const end = text.search(/\r?\n\r?\n/);
    if (end >= 0) return text.slice(0, end);
    if (text.length > LONGEST_HEAD) return text;
  }
  return text;
}
