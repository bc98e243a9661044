/** winnow archive cat: the bytes of one record to standard output, found by place or by URL. */

import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { withReading } from '../../assembly/index.js';
import { decodeBody } from '../../fetch/index.js';
import { catRecord, contentCodingOf } from '../../formats/warc/index.js';
import { parseUrl } from '../../model/index.js';
import { type FetchRow, oneByOne } from '../../store/index.js';
import { roomIn } from '../room-in.js';
import { UsageError } from '../usage-error.js';
import { findArchiveFile, workspaceFolder } from './archive-files.js';

export type CatPart = 'block' | 'head' | 'payload';

interface Place {
  readonly path: string;
  readonly offset: number;
}

export async function catTo(output: Writable, what: string, part: CatPart, workspace: string | undefined, asJson = false): Promise<void> {
  const { path, offset } = await placeOf(what, workspace);
  const coding = part === 'payload' ? await contentCodingOf(path, offset) : null;
  const raw = catRecord(path, offset, part);
  const bytes = coding === null ? raw : decoded(raw, coding, what);
  await writeAll(output, asJson ? described(bytes, { file: path, offset, part }) : bytes);
}

async function* described(bytes: AsyncIterable<Uint8Array>, about: object): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify({ ...about, b64: (await gathered(bytes)).toString('base64') })}\n`);
}

async function gathered(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function placeOf(what: string, workspace: string | undefined): Promise<Place> {
  if (/^https?:\/\//i.test(what)) return placeOfUrl(what, workspaceFolder(workspace));
  const [, file, offset] = /^(.+):(\d+)$/.exec(what) ?? [];
  if (file === undefined) throw new UsageError(`"${what}" is neither a URL nor FILE:OFFSET. winnow archive list prints both.`);
  return { path: findArchiveFile(file, workspace), offset: Number(offset) };
}

const PLACE = ['id', 'revisit', 'segment', 'offset'] as const;

/** The newest capture with a body; a revisit only when there is nothing else. */
async function placeOfUrl(written: string, folder: string): Promise<Place> {
  const url = parseUrl(written)?.url ?? written;
  return withReading(folder, async ({ repository }) => {
    const records = repository.streams.fetches.each({ where: { url, archived: true }, columns: PLACE });
    let best: Pick<FetchRow, (typeof PLACE)[number]> | null = null;
    for await (const record of oneByOne(records)) if (best === null || best.revisit || !record.revisit) best = record;
    if (best === null) throw new UsageError(`${url} is not in the archive of ${folder}.`);
    return { path: join(folder, 'archive', best.segment ?? ''), offset: best.offset ?? 0 };
  });
}

/** Somebody asked for this one body, so the limit is what memory takes, not what a crawl puts up with. */
const LARGEST_DECODED = 1024 * 1024 * 1024;

async function* decoded(bytes: AsyncIterable<Uint8Array>, coding: string, what: string): AsyncGenerator<Uint8Array> {
  yield decodeBody(await gathered(bytes), coding, { maxBytes: LARGEST_DECODED, maxRatio: Number.POSITIVE_INFINITY }, what);
}

/** A reader that goes away early (`| head`) ends it without complaint. */
async function writeAll(output: Writable, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  let gone = false;
  output.once('error', () => {
    gone = true;
  });
  for await (const piece of bytes) {
    if (gone) return;
    if (!output.write(piece)) await roomIn(output);
  }
}
