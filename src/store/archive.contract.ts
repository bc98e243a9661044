/**
 * The contract every ArchiveReader must pass: what was committed is read back, and nothing else is there.
 *
 * A scene is a workspace that one page was crawled into, with the place of its record.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ArchiveReader, RecordPlace, SegmentLength } from './archive.js';

export interface ArchiveScene {
  readonly archive: ArchiveReader;
  /** The record of an answer, and what its payload is. */
  readonly place: RecordPlace;
  readonly url: string;
  readonly payload: string;
  /** Adds bytes behind what is committed, as a writer that was killed leaves them. */
  tear(): void;
  close(): Promise<void>;
}

export function archiveContract(name: string, begin: () => Promise<ArchiveScene>): void {
  const scene = async (): Promise<ArchiveScene> => {
    const begun = await begin();
    onTestFinished(() => begun.close());
    return begun;
  };

  describe(`${name} keeps the contract of archives`, () => {
    it('what was kept is read back byte for byte', async () => {
      const { archive, place, url, payload } = await scene();
      const spool = mkdtempSync(join(tmpdir(), 'winnow-spool-'));
      onTestFinished(() => rmSync(spool, { recursive: true }));
      const exchange = await archive.read(place, spool);
      expect(exchange).toMatchObject({ url, status: 200 });
      expect(Buffer.from(exchange?.body as Uint8Array).toString()).toBe(payload);
      expect(readdirSync(spool)).toEqual([]);
      expect(await textOf(archive.part(place, 'payload'))).toBe(payload);
      expect(await textOf(archive.part(place, 'block'))).toMatch(/^HTTP\/1\.1 200/);
      expect(await archive.coding(place)).toBeNull();
    });

    it('beyond the committed length nothing exists', async () => {
      const { archive, place, tear } = await scene();
      const before = await listOf(archive);
      tear();
      expect(await listOf(archive)).toEqual(before);
      const committed = before.find(({ segment }) => segment === place.segment)?.length;
      expect((await textOf(await archive.whole(place.segment), 'latin1')).length).toBe(committed);
    });

    it('a place where no record begins, and a segment that never was, are told by a code', async () => {
      const { archive, place } = await scene();
      const nowhere = { ...place, offset: place.offset + 1 };
      await expect(textOf(archive.part(nowhere, 'block'))).rejects.toMatchObject({ code: expect.stringMatching(/^ARCHIVE_/) as string });
      await expect(archive.whole('no such segment')).rejects.toMatchObject({ code: 'ARCHIVE_NO_RECORD' });
    });

    it('two read at once, and whoever stops in the middle leaves nothing open', async () => {
      const { archive, place, payload } = await scene();
      for await (const _piece of archive.part(place, 'payload')) break;
      const read = await Promise.all([1, 2].map(() => textOf(archive.part(place, 'payload'))));
      expect(read).toEqual([payload, payload]);
    });
  });
}

async function textOf(bytes: AsyncIterable<Uint8Array>, encoding: BufferEncoding = 'utf8'): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString(encoding);
}

async function listOf(archive: ArchiveReader): Promise<SegmentLength[]> {
  const all: SegmentLength[] = [];
  for await (const each of archive.segments()) all.push(each);
  return all;
}
