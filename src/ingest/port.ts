/**
 * Ingest: the one way in for documents that others hand over. REST, SOAP and direct calls all end here and meet the same rules.
 *
 * Order of work: validate the description, make objects of it, validate the ZIP (Add, Upd and None), unpack it entry by entry,
 * store by operation in one transaction, write the log. A later step never runs when an earlier one failed, but the log always.
 */
import type { DocumentGroup, Operation } from '../formats/document-groups/index.js';
import type { LogRow, NewLogRow } from '../store/index.js';

/** What arrives: the description as text (or objects, where a protocol has them typed), and the ZIP as a file on disk. */
export interface Submission {
  readonly metaInfo: string | DocumentGroup | null;
  /** The ZIP, in memory or as the path of a file, spooled by whoever received it; null: no data. */
  readonly data: Uint8Array | string | null;
  readonly dataLength: number;
  readonly sender: string | null;
  /** May change what others have sent. Where nobody is named, as in direct calls, nobody is held apart. */
  readonly isAdministrator?: boolean;
  /** By which door it came: rest, soap, direct, send. */
  readonly via: string;
}

export interface Outcome {
  readonly isOk: boolean;
  /** `OK`, or `Error: …` as the contract words it. */
  readonly answer: string;
  /** Finds the trace in the log; null when all went well. */
  readonly errorId: string | null;
  /** Refused by a rule of the contract, or failed on our side; null when all went well. */
  readonly failure: 'refused' | 'failed' | null;
  /** For programs: which rule it was. */
  readonly code: RefusalCode | 'failed' | null;
  /** Of what failed on our side. Never for the caller, unless the operator wants it so. */
  readonly stackTrace: string | null;
  /** The steps that ran, in order. */
  readonly steps: readonly Step[];
}

export type RefusalCode =
  | 'description' // is not valid
  | 'no-data'
  | 'used' // the identifier, for Add
  | 'unknown' // the identifier, for Upd and Del
  | 'not-yours' // the group, for Upd and Del: another sender has added it
  | 'package' // is not readable, or lacks a file
  | 'digest'
  | 'too-large'
  | 'unreadable'; // the message

/** The six steps of a call. */
export type Step = 'validate' | 'objects' | 'zip' | 'unpack' | 'store' | 'log';

export interface Ingest {
  ingest(submission: Submission): Promise<Outcome>;
  /** A call that cannot even be handed over: too large, unreadable. It is logged and refused like any other. */
  refuse(reason: Error, from: Pick<Submission, 'sender' | 'via'>): Promise<Outcome>;
  close(): Promise<void>;
}

/** A file as the store knows it. */
export interface KnownFile {
  readonly identifier: string;
  readonly file: string;
  readonly format: string;
  readonly url: string;
  readonly md5: string;
}

/** One group's change, whole: stored in one transaction with its log row. */
export interface GroupChange {
  readonly group: DocumentGroup;
  /** Files unpacked on disk, by document identifier: those that are new or changed. */
  readonly contents: ReadonlyMap<string, UnpackedFile>;
  readonly sender: string | null;
  /** Upd and Del only of a group that this sender has added; left out: of any. */
  readonly onlyOf?: string;
  readonly log: NewLogRow;
}

export interface UnpackedFile {
  /** Empty where the bytes are here. */
  readonly path: string;
  /** Of small files. */
  readonly bytes?: Uint8Array;
  readonly length: number;
  readonly md5: string;
  readonly sha256: string;
}

/** A group as it stands, for whoever asks what became of it. */
export interface GroupState {
  readonly identifier: string;
  readonly crawler: string;
  /** Who has added it; null: nobody named. */
  readonly sender: string | null;
  readonly operation: Operation;
  /** As its description says. */
  readonly date: Date;
  readonly isDeleted: boolean;
  readonly documents: readonly (KnownFile & { readonly operation: Operation; readonly length: number })[];
}

/** The identifier has come to be used, or freed, since it was looked up: nothing was stored. */
export class GroupConflict extends Error {
  override readonly name = 'GroupConflict';
  constructor(
    readonly identifier: string,
    /** Whether there is a group of this identifier now. */
    readonly isUsed: boolean,
  ) {
    super(`The group ${identifier} ${isUsed ? 'is there already' : 'is not there'}.`);
  }
}

/** A document of this identifier belongs to another group: nothing was stored. */
export class DocumentOfAnother extends Error {
  override readonly name = 'DocumentOfAnother';
  constructor(
    readonly identifier: string,
    /** The group it belongs to. */
    readonly group: string,
  ) {
    super(`The document ${identifier} belongs to the group ${group}.`);
  }
}

/** Another sender has added the group: nothing was stored. */
export class GroupOfAnother extends Error {
  override readonly name = 'GroupOfAnother';
  constructor(readonly identifier: string) {
    super(`The group ${identifier} was added by another sender.`);
  }
}

/** Where received groups are kept: the workspace, or PostgreSQL. Both run the same contract suite. */
export interface GroupStore {
  /** The files of a group that is there; null: the identifier is free (never used, or deleted). */
  known(identifier: string): Promise<readonly KnownFile[] | null>;
  /**
   * Durable when it resolves. Rejects with GroupConflict, having stored nothing, when the identifier has come to be used (Add)
   * or freed (Upd, Del) meanwhile, with GroupOfAnother when it is not the named sender's. A document that is Del is removed, one with contents is put in or replaced, others stay as they are.
   */
  store(change: GroupChange): Promise<void>;
  /** A call that changed nothing. Rows of one `key` are written once, however often they are brought. */
  log(row: NewLogRow, key?: string): Promise<void>;
  /** In the order they came; after the row of a number, where it is given. */
  logRows(after?: number): AsyncIterable<LogRow>;
  /** Bytes of a stored file; null when there is none. */
  content(group: string, document: string): Promise<Uint8Array | null>;
  /** The group as it stands, deleted ones too; null: never heard of. Left out: only `known` is told. */
  state?(identifier: string): Promise<GroupState | null>;
  close(): Promise<void>;
}
