/**
 * Reads WARC files record by record, from the standard and from nothing the writer uses: it is what the writer is checked with.
 *
 * Versions 1.0 and 1.1 and the drafts 0.17 and 0.18, and ARC before them; plain, gzip by record and gzip as a whole. Blocks are streams, so a record of any size
 * costs one buffer. Damage is thrown as WarcDamage; `recover` then goes on at the next record that can be found.
 */
import { ArchiveError } from '../errors.js';
import { ARC, arcHead, beginsAsArc, endOfLine, fieldsOfArc, LONGEST_ARC_LINE } from './arc-head.js';
import { WarcDamage } from './damage.js';
import { endOfHead } from './end-of-head.js';
import { FileWindow } from './file-window.js';
import { type Framing, framingOf, laterFraming } from './framing.js';
import { type ParsedHead, parseFields, type RecordFields } from './record-fields.js';

/** Longest record head we read; addresses can be long, an endless head is an attack. */
const LONGEST_HEAD = 1 << 20;
const LF = 10;
const CR = 13;

export interface ReadRecord {
  readonly offset: number;
  readonly version: string;
  readonly fields: RecordFields;
  /** What is wrong with the lines of its head and does not keep it from being read. */
  readonly faults: readonly string[];
  readonly contentLength: number;
  /** It does not begin a gzip member of its own, so nobody can jump to it. */
  readonly sharesMember: boolean;
  /** To be read once, before the next record is asked for; what is left unread is passed over. */
  readonly block: AsyncIterable<Uint8Array>;
  /** Passes over the rest and tells where the record ends. */
  finish(): Promise<RecordEnd>;
}

export interface RecordEnd {
  /** Bytes in the file. */
  readonly length: number;
  /** What stands between this record and the next instead of two line ends; null when all is well. */
  readonly problem: string | null;
}

export class RecordReader {
  #pending: Uint8Array = new Uint8Array(0);
  #open = false;
  #current: ReadRecord | null = null;
  #end: RecordEnd | null = null;
  #left = 0;
  #offset = 0;
  #isArc = false;

  private constructor(
    readonly path: string,
    private readonly window: FileWindow,
    private readonly framing: Framing,
  ) {}

  /** Opens at the start or at the offset of a record. An empty file has no records and is no error. */
  static async open(path: string, { offset = 0, end }: { offset?: number; end?: number } = {}): Promise<RecordReader> {
    const window = await FileWindow.open(path, end);
    window.seek(offset);
    const framing = await framingOf(window);
    if (framing) return new RecordReader(path, window, framing);
    if (window.end === 0) return new RecordReader(path, window, EMPTY);
    const further = offset === 0 ? await laterFraming(window) : null;
    if (further) return new RecordReader(path, window, damagedAtStart(further));
    await window.close();
    if (offset > 0) throw new ArchiveError('ARCHIVE_NO_RECORD', path, `offset ${offset}`);
    throw new ArchiveError('ARCHIVE_NOT_A_WARC', path, '');
  }

  get gzip(): boolean {
    return this.framing.gzip;
  }

  /** The length of the file as far as it is read. */
  get size(): number {
    return this.window.end;
  }

  async next(): Promise<ReadRecord | null> {
    if (this.#current) await this.#finish();
    const sharesMember = this.#open && this.gzip;
    if (!this.#open) {
      this.#offset = this.framing.position;
      if (!(await this.framing.begin())) return null;
      this.#open = true;
    } else if (!this.gzip) {
      this.#offset = this.framing.position - this.#pending.length;
      if ((await this.#more()) === false) return null;
    }
    this.#current = await this.#readHead(sharesMember);
    return this.#current;
  }

  /** After damage: goes to the next record behind it. False when there is none. */
  async recover(damage: WarcDamage): Promise<boolean> {
    const start = await this.framing.findStart(Math.max(damage.offset, this.#offset) + 1);
    if (start === null) return false;
    this.framing.seek(start);
    this.#pending = new Uint8Array(0);
    this.#current = null;
    this.#open = false;
    return true;
  }

  async close(): Promise<void> {
    this.framing.seek(0);
    await this.window.close();
  }

  async #readHead(sharesMember: boolean): Promise<ReadRecord> {
    const arc = await this.#takeArcHead();
    const { version, fields, problem, faults } = arc ?? parseFields(await this.#takeHead());
    this.#isArc = arc !== null;
    if (problem) throw new WarcDamage(this.#offset, problem);
    const contentLength = Number(fields.get('content-length'));
    this.#left = contentLength;
    this.#end = null;
    const record: ReadRecord = {
      offset: this.#offset,
      version,
      fields,
      faults,
      contentLength,
      sharesMember,
      block: this.#block(),
      finish: async () => (this.#current === record ? this.#finish() : Promise.reject(new Error('The next record was read already.'))),
    };
    return record;
  }

  /** null: no ARC record begins here. */
  async #takeArcHead(): Promise<ParsedHead | null> {
    if (!(await this.#atArc())) return null;
    const head = arcHead(Buffer.from(this.#take(endOfLine(this.#pending))).toString('utf8'));
    if (!head) return null;
    const start = await this.#peek(Math.min(5, head.length));
    const isMessage = /^https?:/i.test(head.url) && start === 'HTTP/';
    return { version: ARC, fields: fieldsOfArc(head, this.#offset, isMessage), problem: null, faults: [] };
  }

  /** Only where no WARC record begins: every other one would have to be searched for the end of a line. */
  async #atArc(): Promise<boolean> {
    if (await this.#peek(5).then((start) => start.toUpperCase() === 'WARC/')) return false;
    while (endOfLine(this.#pending) < 0 && this.#pending.length < LONGEST_ARC_LINE && (await this.#grow()));
    return beginsAsArc(this.#pending);
  }

  async #peek(length: number): Promise<string> {
    while (this.#pending.length < length && (await this.#grow()));
    return Buffer.from(this.#pending.subarray(0, length)).toString('latin1');
  }

  async #takeHead(): Promise<Uint8Array> {
    for (let searched = 0; ; ) {
      const end = endOfHead(this.#pending, searched);
      if (end > 0) return this.#take(end);
      if (this.#pending.length > LONGEST_HEAD) throw new WarcDamage(this.#offset, 'the record head does not end');
      searched = Math.max(0, this.#pending.length - 3);
      if (!(await this.#grow())) throw new WarcDamage(this.#offset, 'the record head is cut off');
    }
  }

  async *#block(): AsyncGenerator<Uint8Array> {
    for (let piece = await this.#blockPiece(); piece; piece = await this.#blockPiece()) yield piece;
  }

  async #blockPiece(): Promise<Uint8Array | null> {
    if (this.#left === 0) return null;
    if (!(await this.#more())) {
      throw new WarcDamage(this.#offset, `the block ends ${this.#left} bytes before its Content-Length`);
    }
    const piece = this.#take(Math.min(this.#left, this.#pending.length));
    this.#left -= piece.length;
    return piece;
  }

  async #finish(): Promise<RecordEnd> {
    if (this.#end) return this.#end;
    while (await this.#blockPiece());
    const between = await this.#passLineEnds();
    const more = await this.#more();
    const foreign = more && !this.#atVersion() && !(this.#isArc && (await this.#atArc()));
    if (foreign && this.gzip) await this.#skipMember();
    if (this.gzip && (!more || foreign)) this.#open = false;
    this.#current = null;
    const length = this.framing.position - this.#pending.length - this.#offset;
    this.#end = { length, problem: this.#isArc && !foreign ? null : endProblem(between, foreign) };
    if (foreign && !this.gzip) throw new WarcDamage(this.#offset + length, 'something else than a record stands here');
    return this.#end;
  }

  async #skipMember(): Promise<void> {
    this.#pending = new Uint8Array(0);
    while (await this.framing.read());
  }

  /** Line ends after the block, as written; more than eight of them are not remembered. */
  async #passLineEnds(): Promise<string> {
    let seen = '';
    while (await this.#more()) {
      const byte = this.#pending[0];
      if (byte !== CR && byte !== LF) break;
      if (seen.length < 16) seen += byte === CR ? '\r' : '\n';
      this.#take(1);
    }
    return seen;
  }

  #atVersion(): boolean {
    return (
      Buffer.from(this.#pending.subarray(0, 5)).toString('latin1').toUpperCase() === 'WARC/'.slice(0, Math.min(5, this.#pending.length))
    );
  }

  #take(count: number): Uint8Array {
    const taken = this.#pending.subarray(0, count);
    this.#pending = this.#pending.subarray(count);
    return taken;
  }

  async #more(): Promise<boolean> {
    return this.#pending.length > 0 || this.#grow();
  }

  async #grow(): Promise<boolean> {
    const piece = await this.framing.read();
    if (!piece) return false;
    this.#pending = this.#pending.length > 0 ? Buffer.concat([this.#pending, piece]) : piece;
    return true;
  }
}

/** Its first record is damaged, but there are others: the damage is told like any other, and recovered from. */
function damagedAtStart(framing: Framing): Framing {
  let isStart = true;
  return {
    gzip: framing.gzip,
    get position() {
      return isStart ? 0 : framing.position;
    },
    begin: async () => {
      if (isStart) throw new WarcDamage(0, 'no record begins here');
      return framing.begin();
    },
    read: () => framing.read(),
    seek: (position) => {
      isStart = false;
      framing.seek(position);
    },
    findStart: (from) => framing.findStart(from),
  };
}

const EMPTY: Framing = {
  gzip: true,
  position: 0,
  begin: async () => false,
  read: async () => null,
  seek: () => {},
  findStart: async () => null,
};

function endProblem(between: string, foreign: boolean): string | null {
  if (foreign) return 'bytes that belong to no record follow; its Content-Length may be wrong';
  if (between === '\r\n\r\n') return null;
  return between === '' ? 'the two line ends after the block are missing' : 'not exactly two line ends follow the block';
}
