/** The archive of a folder to read from: a segment is a WARC file that grows, and counts as far as it is committed. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ArchiveError, catRecord, contentCodingOf, readCapture } from '../../../formats/warc/index.js';
import type { Exchange } from '../../../model/index.js';
import type { ArchiveReader, RecordPart, RecordPlace, SegmentLength } from '../../../store/index.js';

export class FileArchiveReader implements ArchiveReader {
  readonly #folder: string;
  readonly #committed: () => readonly SegmentLength[];

  /** `committed` tells how far each file is committed, and is asked each time. */
  constructor(folder: string, committed: () => readonly SegmentLength[]) {
    this.#folder = folder;
    this.#committed = committed;
  }

  async read({ segment, offset }: RecordPlace, spoolFolder: string): Promise<Exchange | null> {
    return readCapture(this.#pathOf(segment), offset, spoolFolder);
  }

  part({ segment, offset }: RecordPlace, part: RecordPart): AsyncIterable<Uint8Array> {
    return catRecord(this.#pathOf(segment), offset, part);
  }

  async coding({ segment, offset }: RecordPlace): Promise<string | null> {
    return contentCodingOf(this.#pathOf(segment), offset);
  }

  async whole(segment: string): Promise<Readable> {
    const known = this.#committed().find((each) => each.segment === segment);
    if (!known) throw new ArchiveError('ARCHIVE_NO_RECORD', segment, 'the workspace has no such file');
    const path = this.#pathOf(segment);
    await stat(path); // a file that is gone is told of here, not by the stream
    return known.length === 0 ? Readable.from([]) : createReadStream(path, { end: known.length - 1 });
  }

  async *segments(): AsyncGenerator<SegmentLength> {
    yield* this.#committed();
  }

  #pathOf(segment: string): string {
    return join(this.#folder, segment);
  }
}
