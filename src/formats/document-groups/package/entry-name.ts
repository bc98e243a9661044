/**
 * Names inside a ZIP: what is compared is the last part, without leading slashes of either kind and without folders.
 *
 * Names are never used as paths; one that climbs out of its folder is refused all the same, since nobody sends it by mistake.
 */
import { getFileNameLowLevel } from 'yauzl';
import { PackageError } from './package-error.js';

/** What a file is known by: the last part of its name. */
export const plainName = (name: string): string => name.split(/[/\\]/).at(-1) ?? '';

/** The last part of an entry's name; empty for a folder. */
export function checkedName(name: string): string {
  if (name.includes('\u0000')) throw new PackageError('names', 'Zip archive has an entry with a zero byte in its name.');
  if (name.split(/[/\\]/).includes('..'))
    throw new PackageError('names', `Zip archive has an entry that leads out of its folder: ${name.slice(0, 200)}`);
  return plainName(name);
}

interface RawName {
  readonly generalPurposeBitFlag: number;
  readonly fileNameRaw: Buffer;
  readonly extraFields: { id: number; data: Buffer }[];
}

const UTF8_FLAG = 0x800;

/** Many programs write UTF-8 without saying so; what is valid UTF-8 beyond ASCII is hardly ever anything else. */
export function decodedName({ generalPurposeBitFlag, fileNameRaw, extraFields }: RawName): string {
  const flag = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8_FLAG : generalPurposeBitFlag;
  return getFileNameLowLevel(flag, fileNameRaw, extraFields, true);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
