/** What the parts of a harvest hand to each other: rows of lists, requests, and the answers to them. */
import { type Bytes, type Exchange, type HeaderField, WinnowError } from '../../model/index.js';
import type { Edition } from './edition.js';

/** Values of an item: a field may have several. */
export type Values = Readonly<Record<string, readonly string[]>>;

/** A document that a list names, on its way through the steps. */
export interface Item {
  readonly fields: Values;
  /** Addresses walked to reach it. */
  readonly path: readonly string[];
  /** The row it was last read from, for document files of kind `item`. */
  readonly row: { readonly as: 'json' | 'xml' | 'html' | 'text'; readonly text: string; readonly bytes?: Uint8Array } | null;
  /** Answers of named steps. */
  readonly answers: ReadonlyMap<string, Answered>;
  /** Rows of other lists that belong to it, by the name of the step that joined them. */
  readonly joined?: ReadonlyMap<string, readonly JoinedRow[]>;
  /** Same stamp, same document. */
  readonly stamp: string | null;
  /** tombstone: it is gone; doubt: it may be. */
  readonly sign: 'tombstone' | 'doubt' | null;
  /** Which archive of several that follow each other it stands in: a later one holds. */
  readonly edition?: Edition | null;
}

export interface JoinedRow {
  readonly fields: Values;
  readonly path: readonly string[];
  readonly row: Item['row'];
}

/** A request with everything filled in. */
export interface Question {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers: readonly HeaderField[];
  readonly body: Uint8Array | null;
  readonly accept?: string;
  readonly validators?: { readonly etag?: string | null; readonly lastModified?: string | null };
  readonly timeoutMs?: number;
  /** Name of the cookie jar; null: none is used. Jars with the same name share their cookies. */
  readonly jar: string | null;
  readonly purpose: 'list' | 'file' | 'probe';
}

/** An answer after redirects, with its content decoded and its bytes kept for the archive. */
export interface Answered {
  readonly question: Question;
  /** After redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: readonly HeaderField[];
  readonly bytes: Uint8Array;
  /** Media type by content, and as declared. */
  readonly type: string;
  readonly declaredType: string | null;
  /** Every hop, for the archive. */
  readonly exchanges: readonly Exchange[];
}

/** A large answer: its body waits on disk until it is disposed of. */
export interface Downloaded {
  readonly url: string;
  readonly status: number;
  readonly body: Bytes;
  dispose(): Promise<void>;
}

/** Asks politely: robots, turns, retries and the archive are seen to. Throws HarvestError when nothing usable comes. */
export interface Asker {
  ask(question: Question): Promise<Answered>;
  /** The same for what may be too large for memory: not decoded, and to be disposed of. Left out: everything fits. */
  download?(question: Question): Promise<Downloaded>;
  /** Throws away the cookies of a jar. The next question with it carries none. */
  forget(jar: string): Promise<void>;
}

/** Why a list or a file could not be had; `suspicious` where the portal has changed rather than failed. */
export class HarvestError extends WinnowError {
  override readonly name = 'HarvestError';
  readonly kind: 'unreachable' | 'refused' | 'template' | 'session' | 'limit' | 'definition';
  readonly url: string | null;
  /** The rule of the connector that failed: list[0].each */
  readonly rule: string | null;

  constructor(kind: HarvestError['kind'], message: string, where: { url?: string | null; rule?: string | null; cause?: unknown } = {}) {
    super('HARVEST_FAILED', message, where.cause === undefined ? undefined : { cause: where.cause });
    this.kind = kind;
    this.url = where.url ?? null;
    this.rule = where.rule ?? null;
  }
}

/** What a listing was like, once it has been read. */
export interface ListingEnd {
  readonly rows: number;
  /** Only from a complete list may it be concluded that something is gone. */
  readonly isComplete: boolean;
  /** What speaks against it, in words, each with the rule that failed. */
  readonly problems: readonly { readonly rule: string; readonly message: string }[];
  /** Only what is new was listed, since the rest is known: nothing follows from absence. */
  readonly isPart?: boolean;
  /** What was passed over without harm: rows that lead nowhere, for instance. */
  readonly notes?: readonly { readonly rule: string; readonly message: string }[];
}

/** Lists the documents of a route: items as they are found, then what the listing was like. */
export interface Listing extends AsyncIterable<Item> {
  end(): ListingEnd;
  /** How much of it has been read, from 0 to 1, as far as that can be foreseen. */
  share(): number;
}
