/** What of a file is compared: its bytes, its members, or a part of its text without what changes at every request. */
import { hash } from 'node:crypto';
import type { DocumentRule, FileRule } from '../../../definition/connector/index.js';
import { compileRe2 } from '../../../model/index.js';
import type { FileContent } from './file-content.js';
import { membersOf } from './unpack.js';

type Comparing = Pick<FileRule, 'select' | 'strip'> & { readonly compare: DocumentRule['compare'] };

/** Null: the bytes are. */
export async function comparedOf(content: FileContent, { compare, select, strip }: Comparing, where: string): Promise<string | null> {
  if (select !== undefined) return md5(stripped(content.values(select, `${where}.select`).join('\n'), strip));
  if (strip.length > 0) return md5(stripped(content.text(), strip));
  if (compare === 'members' && isZip(content.bytes)) return digestOfMembers(content.bytes, content.url);
  return null;
}

const stripped = (text: string, strip: FileRule['strip']): string =>
  strip.reduce((left, { pattern, with: put }) => compileRe2(pattern).matcher(left).replaceAll(put), text);

/** Whatever their order: archives that are packed anew at every request hold the same. */
async function digestOfMembers(bytes: Uint8Array, url: string): Promise<string> {
  const lines: string[] = [];
  for await (const member of membersOf(bytes, url)) lines.push(`${md5(member.bytes)} ${member.path}`);
  return md5(lines.sort().join('\n'));
}

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

const md5 = (data: string | Uint8Array): string => hash('md5', data);
