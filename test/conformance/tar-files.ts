/** The plain files of a tar archive, as far as test suites need them: ustar headers, names of at most 255 characters, no links. */
const BLOCK = 512;

export function* tarFiles(archive: Buffer): IterableIterator<readonly [name: string, content: Buffer]> {
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const field = (from: number, length: number): string => archive.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 12).trim() || '0', 8);
    const prefix = field(257, 5) === 'ustar' ? field(345, 155) : '';
    const type = field(156, 1);
    const name = prefix === '' ? field(0, 100) : `${prefix}/${field(0, 100)}`;
    if (type === '0' || type === '') yield [name, archive.subarray(at + BLOCK, at + BLOCK + size)];
    at += BLOCK + BLOCK * Math.ceil(size / BLOCK);
  }
}
