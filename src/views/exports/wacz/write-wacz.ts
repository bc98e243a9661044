/**
 * WACZ: a part of the archive as one file that replay tools open, after the specification 1.1.1.
 *
 *   archive/data.warc.gz                  the records, byte by byte as they were archived
 *   indexes/index.cdx.gz, index.idx       where each capture lies
 *   pages/pages.jsonl, extraPages.jsonl   what there is to look at
 *   datapackage.json, datapackage-digest.json
 *
 * Everything a revisit stands for comes along, so each file replays by itself. Only what is committed is read, and
 * nothing is held in memory but a block of the index. A file appears whole or not at all.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rename, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buildWarcinfo, type CdxjEntry, writeCdxj } from '../../../formats/warc/index.js';
import { inDraftFolder } from '../../../platform/index.js';
import type { CaptureRows, CaptureSelection } from '../../../store/index.js';
import { CaptureSource, type CopiedCapture, type OnDamage } from './copy-captures.js';
import { datapackage } from './datapackage.js';
import { PageLists } from './pages.js';
import { ZipWriter } from './zip-writer.js';
import { writeZipNum } from './zipnum.js';

export interface WaczOptions {
  readonly path: string;
  readonly selection: CaptureSelection;
  /** Folder with the WARC files. */
  readonly archive: string;
  readonly title: string;
  /** Name and version. */
  readonly software: string;
  /** Bytes of records in one file, about; further ones are begun as needed. */
  readonly split?: number | undefined;
  /** Write the text of pages into the lists, for search in the player. */
  readonly text?: boolean | undefined;
  /** Lines of the index that are compressed together. */
  readonly linesPerBlock?: number | undefined;
  readonly onProgress?: ((written: WaczPart) => void) | undefined;
  readonly onDamage: OnDamage;
}

export interface WaczPart {
  readonly path: string;
  readonly bytes: number;
  /** Captures that were selected, and originals that came along. */
  readonly captures: number;
  readonly along: number;
}

/** Returns the files written; none when nothing was selected. */
export async function writeWacz(rows: CaptureRows, options: WaczOptions): Promise<WaczPart[]> {
  const source = new CaptureSource(rows.select(options.selection), options.archive, options.onDamage);
  const parts: WaczPart[] = [];
  try {
    while (source.first) {
      const part = await writePart(source, rows, { ...options, path: nameOf(options, parts.length) });
      parts.push(part);
      options.onProgress?.(part);
    }
  } finally {
    await source.close();
  }
  return parts;
}

function nameOf({ path, split }: WaczOptions, number: number): string {
  if (split === undefined) return path;
  const end = extname(path);
  return `${path.slice(0, path.length - end.length)}-${String(number + 1).padStart(3, '0')}${end}`;
}

const writePart = (source: CaptureSource, rows: CaptureRows, options: WaczOptions): Promise<WaczPart> =>
  inDraftFolder(options.path, (folder) => writePartIn(folder, source, rows, options));

async function writePartIn(folder: string, source: CaptureSource, rows: CaptureRows, options: WaczOptions): Promise<WaczPart> {
  const draft = join(folder, 'whole.wacz');
  const zip = new ZipWriter(draft, source.first?.startedAt ?? 0);
  try {
    const counts = await fill(
      zip,
      source,
      new Index(folder),
      new PageLists(await made(join(folder, 'pages')), options.text ? (version) => rows.textOf(version) : null),
      options,
    );
    await zip.finish();
    const { size } = await stat(draft);
    await rename(draft, options.path);
    return { path: options.path, bytes: size, ...counts };
  } catch (error) {
    zip.abandon();
    throw error;
  }
}

async function made(folder: string): Promise<string> {
  await mkdir(folder);
  return folder;
}

async function fill(
  zip: ZipWriter,
  source: CaptureSource,
  index: Index,
  lists: PageLists,
  { split, title, software, linesPerBlock }: WaczOptions,
): Promise<Pick<WaczPart, 'captures' | 'along'>> {
  const counts = { captures: 0, along: 0 };
  let newest = 0;
  const take = async (copied: CopiedCapture): Promise<void> => {
    counts[copied.selected ? 'captures' : 'along'] += 1;
    newest = Math.max(newest, copied.capture.startedAt);
    await index.add(copied);
    if (copied.selected && !copied.isRepeated) await lists.add(copied.selected);
  };
  const head = warcinfoFor(source, title, software);
  const resources = [await zip.add(`archive/${WARC}`, source.copy(head, split ?? Number.POSITIVE_INFINITY, take))];
  const { blocks, places } = await index.finish(linesPerBlock);
  resources.push(await zip.addFile('indexes/index.cdx.gz', blocks), await zip.addFile('indexes/index.idx', places));
  const { pages, extraPages, main } = await lists.finish();
  resources.push(await zip.addFile('pages/pages.jsonl', pages));
  if (extraPages) resources.push(await zip.addFile('pages/extraPages.jsonl', extraPages));
  const { json, digest } = datapackage({ title, software, created: new Date(newest).toISOString(), main, resources });
  zip.addBytes('datapackage.json', json);
  zip.addBytes('datapackage-digest.json', digest);
  return counts;
}

const WARC = 'data.warc.gz';

/** Named by what it opens: the same export gives the same bytes. */
function warcinfoFor(source: CaptureSource, title: string, software: string): Uint8Array {
  const { recordId = '', startedAt = 0 } = source.first ?? {};
  const hex = createHash('sha256').update(`${recordId} ${title}`).digest('hex');
  const id = `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return buildWarcinfo({ id, filename: WARC, createdAt: startedAt, software, isPartOf: title }).bytes as Uint8Array;
}

/** The index of one part: sorted while the records are copied, then cut into blocks. */
class Index {
  readonly #folder: string;
  readonly #entries = new PassThrough({ objectMode: true });
  readonly #sorted: Promise<number>;

  constructor(folder: string) {
    this.#folder = folder;
    this.#sorted = writeCdxj(join(folder, 'sorted.cdxj'), this.#entries as AsyncIterable<CdxjEntry>);
    this.#sorted.catch((error: Error) => this.#entries.destroy(error));
  }

  async add({ capture, selected, offset }: CopiedCapture): Promise<void> {
    const { url, startedAt, status, type, payloadDigest, revisit, length } = capture;
    const entry: CdxjEntry = {
      url,
      startedAt,
      // Not what the server said but what is shown: players take a 304 for an empty page.
      status: selected?.original?.status ?? status,
      mime: revisit ? 'warc/revisit' : (type ?? 'unk'),
      digest: payloadDigest,
      length,
      offset,
      filename: WARC,
    };
    if (!this.#entries.write(entry)) await once(this.#entries, 'drain');
  }

  async finish(linesPerBlock: number | undefined): Promise<{ blocks: string; places: string }> {
    this.#entries.end();
    await this.#sorted;
    const [blocks, places] = [join(this.#folder, 'blocks'), join(this.#folder, 'places')];
    await writeZipNum(join(this.#folder, 'sorted.cdxj'), blocks, places, linesPerBlock);
    return { blocks, places };
  }
}
