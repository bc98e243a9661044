/** The listing of a folder on a server: complete or an error. */
import { type FileInfo, parseList } from 'basic-ftp';

/** A line that cannot be read may be a file, and a file missing from the list would look as if it were deleted. */
export function wholeList(text: string): FileInfo[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !isNoEntry(line));
  const entries = listed(lines);
  if (entries.length !== lines.length) throw new Error(`the listing has ${lines.length} lines, of which ${entries.length} can be read`);
  return entries;
}

function listed(lines: readonly string[]): FileInfo[] {
  try {
    return parseList(lines.join('\n'));
  } catch (cause) {
    throw new Error(`the listing cannot be read: ${(cause as Error).message}`, { cause });
  }
}

const isNoEntry = (line: string): boolean => /^total\b/.test(line) || /(?:^|\s)\.{1,2}$/.test(line) || /^\S*type=[cp]dir;/i.test(line);
