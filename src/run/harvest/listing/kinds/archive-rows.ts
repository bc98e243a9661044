/** What one archive brings: first whether it is sound, then its members as rows, then the rows its lists of deletions name. */
import type { StepOf } from '../../../../definition/connector/index.js';
import type { Bytes } from '../../../../model/index.js';
import { decodeText, detectCharset } from '../../../../read/index.js';
import { matchesGlob } from '../../document/glob.js';
import { placeOf } from '../../edition.js';
import { HarvestError, type Values } from '../../port.js';
import { type Found, foundIn, type Known, type Page } from '../page.js';
import { Sheet } from '../reading.js';
import type { Prepared, Turn } from '../room.js';
import { type MemberOptions, membersOf } from './archive.js';
import type { ArchiveEntry } from './choose-archives.js';
import type { Member } from './tar.js';

const BATCH = 100;
const MAX_DELETES = 5_000_000;
/** Members that cannot be read, of all: more mean that something has changed. */
const MOST_UNREAD = 0.2;

export interface ArchiveInput {
  readonly entry: ArchiveEntry;
  readonly fields: Values;
  /** It is one of several that follow each other. */
  readonly isEdition: boolean;
  readonly body: Bytes;
}

export class ArchiveRows {
  readonly #prepared: Prepared;
  readonly #step: StepOf<'directory'>;
  readonly #turn: Turn;
  readonly #input: ArchiveInput;
  readonly #deletes: Uint8Array[] = [];

  constructor(prepared: Prepared, step: StepOf<'directory'>, turn: Turn, input: ArchiveInput) {
    this.#prepared = prepared;
    this.#step = step;
    this.#turn = turn;
    this.#input = input;
  }

  /** Throws where the archive is cut or damaged. Remembers its lists of deletions. */
  async look(): Promise<void> {
    const options: MemberOptions = { wants: (path) => this.#isDeletes(path), onLeftOut: this.#leftOut('lists of deletions') };
    for await (const { bytes } of membersOf(this.#input.body, options)) this.#deletes.push(new Uint8Array(bytes));
  }

  async *delivered(): AsyncGenerator<Page> {
    let batch: Found[] = [];
    const unread = new Unread();
    const options: MemberOptions = { wants: (path) => this.#isRow(path), onLeftOut: this.#leftOut('members') };
    for await (const member of membersOf(this.#input.body, options)) {
      batch.push(...(await this.#readable(member, unread)));
      if (batch.length < BATCH) continue;
      yield this.#page(batch);
      batch = [];
    }
    yield this.#page(batch);
    unread.tell(this.#prepared);
  }

  async *deleted(): AsyncGenerator<Page> {
    let batch: Found[] = [];
    let count = 0;
    for (const path of linesIn(this.#deletes)) {
      if (++count > MAX_DELETES) throw new HarvestError('limit', `it names more than ${MAX_DELETES} deletions`);
      batch.push(await this.#tombstone(path));
      if (batch.length < BATCH) continue;
      yield this.#page(batch);
      batch = [];
    }
    yield this.#page(batch);
  }

  #page(found: readonly Found[]): Page {
    return { url: this.#input.entry.url, announced: null, found };
  }

  #isRow(path: string): boolean {
    return matchesGlob(this.#step.members ?? '**', path) && !this.#isDeletes(path);
  }

  #isDeletes(path: string): boolean {
    return this.#step.deletes !== undefined && matchesGlob(this.#step.deletes, path);
  }

  #leftOut(what: string): MemberOptions['onLeftOut'] {
    const { room, rule } = this.#prepared;
    const { name } = this.#input.entry;
    return (path, why) => room.findings.note(`${rule}.members`, `${what} are left out: ${path.slice(0, 200)} in ${name}: ${why}`);
  }

  /** A member that is no XML or JSON costs itself, not the archive. */
  async #readable(member: Member, unread: Unread): Promise<readonly Found[]> {
    unread.members++;
    try {
      return await this.#rowsOf(member);
    } catch (error) {
      if (!(error instanceof HarvestError) || error.kind !== 'template') throw error;
      unread.add(error);
      return [];
    }
  }

  #rowsOf({ path, bytes }: Member): Promise<Found[]> {
    const as = this.#step.read ?? kindOf(path);
    const charset = this.#step.charset ?? detectCharset(bytes, null, as === 'xml' ? 'application/xml' : null).charset;
    const sheet = this.#sheet(decodeText(bytes, charset), path, as, bytes);
    const known = this.#knownOf(path);
    const rows = sheet.rows(this.#prepared.each);
    return Promise.all(rows.map((row) => foundIn(this.#prepared, this.#turn, sheet, row, known)));
  }

  #tombstone(path: string): Promise<Found> {
    const sheet = this.#sheet('', path, 'text', null);
    return foundIn(this.#prepared, this.#turn, sheet, sheet.whole(), { ...this.#knownOf(path), sign: 'tombstone' });
  }

  #knownOf(path: string): Known {
    const { fields, entry, isEdition } = this.#input;
    const edition = isEdition ? { stamp: entry.stamp, place: placeOf(path) } : null;
    return { fields: { ...fields, ...pathFields(path) }, edition };
  }

  #sheet(text: string, path: string, as: Sheet['as'], bytes: Uint8Array | null): Sheet {
    const { namespaces } = this.#step;
    return new Sheet({ text, url: `${this.#input.entry.url}#${path}`, as, namespaces, rule: this.#prepared.rule, answered: null, bytes });
  }
}

/** Members that could not be read. */
class Unread {
  members = 0;
  #count = 0;
  #first: HarvestError | null = null;

  add(error: HarvestError): void {
    this.#count++;
    this.#first ??= error;
  }

  tell({ room: { findings }, rule }: Prepared): void {
    if (!this.#first) return;
    const message = `${this.#count} of ${this.members} members cannot be read, the first since ${this.#first.message} (${this.#first.url})`;
    if (this.#count > Math.max(1, MOST_UNREAD * this.members)) findings.problem(`${rule}.read`, message);
    else findings.note(`${rule}.read`, message);
  }
}

function* linesIn(lists: readonly Uint8Array[]): Generator<string> {
  for (const list of lists) yield* linesOf(Buffer.from(list.buffer, list.byteOffset, list.length));
}

function* linesOf(text: Buffer): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf(0x0a, from);
    const line = text.toString('utf8', from, end < 0 ? text.length : end).trim();
    if (line !== '') yield line;
    from = end < 0 ? text.length : end + 1;
  }
}

/** What a member is known by wherever it lies. */
export const stemOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z0-9]+$/i, '');

const pathFields = (path: string): Values => ({ path: [path], name: [path.slice(path.lastIndexOf('/') + 1)], id: [stemOf(path)] });

function kindOf(path: string): Sheet['as'] {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase();
  if (ending === 'xml' || ending === 'akn') return 'xml';
  if (ending === 'json') return 'json';
  return ending === 'html' || ending === 'htm' || ending === 'xhtml' ? 'html' : 'text';
}
