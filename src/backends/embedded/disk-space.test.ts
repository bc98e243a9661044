import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ArchiveError } from '../../formats/warc/index.js';
import { isDiskFull } from '../../model/index.js';
import { DiskFull, diskGuard, freeSpace, needSpace } from './disk-space.js';
import { WriterFailed } from './writer.js';

const coded = (code: string, cause?: Error): Error => Object.assign(new Error(code, { cause }), { code });

describe('isDiskFull', () => {
  it.each([
    ['the file system', coded('ENOSPC'), true],
    ['a quota', coded('EDQUOT'), true],
    ['a limit on file sizes', coded('EFBIG'), true],
    ['SQLite', coded('SQLITE_FULL'), true],
    ['the archive', new ArchiveError('ARCHIVE_DISK_FULL', 'a.warc.gz', 'no room'), true],
    ['the writer thread, where only the code crosses', new WriterFailed('no room', 'SQLITE_FULL'), true],
    ['what caused another error', coded('FETCH_DISK_FULL', coded('ENOSPC')), true],
    ['a body that could not be written for another reason', coded('FETCH_DISK_FULL', coded('ENOENT')), false],
    ['a disk that fails', coded('EIO'), false],
    ['an archive that fails', new ArchiveError('ARCHIVE_WRITE_FAILED', 'a.warc.gz', 'input/output error'), false],
    ['no error', null, false],
  ])('%s', (_case, error, expected) => expect(isDiskFull(error)).toBe(expected));

  it('ends with causes that go round in circles', () => {
    const error = coded('A');
    error.cause = error;
    expect(isDiskFull(error)).toBe(false);
  });
});

describe('diskGuard', () => {
  it('says why to pause when less is left than is to be kept, and keeps saying so', () => {
    const check = diskGuard({ folder: tmpdir(), keepFree: 1e18 });
    expect(check(0)).toMatch(/the disk is nearly full: .* MB free below .*, budget\.keepFree is/);
    expect(check(1)).toBe(check(100_000));
  });

  it.each([
    ['there is room', 1],
    ['it is turned off', 0],
  ])('lets the crawl go on when %s', (_case, keepFree) => expect(diskGuard({ folder: tmpdir(), keepFree })(0)).toBeNull());
});

it('measures the disk a folder will be on, before it is made', () => {
  expect(freeSpace(join(tmpdir(), 'not', 'there', 'yet'))).toBeGreaterThan(0);
});

it('refuses what needs more than there is, in words', () => {
  expect(() => needSpace(tmpdir(), 1, 'This')).not.toThrow();
  expect(() => needSpace(tmpdir(), 1e18, 'The backup')).toThrow(DiskFull);
});
