/**
 * Deposits: documents that are handed over whole, by a harvest that put them together from several answers, or by a sender.
 *
 * Unlike a crawled page such a document has a key of its own, several named files, and files that are members of an archive
 * that was fetched. One deposit is one transaction: archive bytes, fetches, version, files, journal entry, log row.
 */
import type { Readable } from 'node:stream';
import type { NewFetch, NewVersion, Operation } from './port.js';

/** An answer, or what was received, as it enters the archive. */
export interface Answer {
  readonly url: string;
  /** Scheme, host and port it belongs to. */
  readonly site: string;
  readonly fetch: NewFetch;
}

/** converted: made here of another file of the version, which is no part of the document as it was had. */
export type FileRole = 'main' | 'meta' | 'part' | 'asset' | 'converted';

export interface NewFile {
  readonly name: string;
  readonly role: FileRole;
  readonly operation: Operation;
  /** Source address. */
  readonly url: string;
  readonly type: string;
  readonly md5: string;
  readonly sha256: string;
  readonly length: number;
  /** UUID of the file. */
  readonly identifier: string;
  /** Which of the deposit's answers holds its bytes; null: as before (None, Del), or in `fetch`. */
  readonly answer: number | null;
  /** An answer that was kept before (keepAnswers) holds its bytes: an archive that several documents come from. */
  readonly fetch?: number | null;
  /** Path inside the archive that the answer is: members of members are joined by `!`. Null: the whole body. */
  readonly member: string | null;
  /** Of what is compared where that is not the bytes (a part of a page, without session ids); null: md5. */
  readonly compared?: string | null;
  readonly etag?: string | null;
  readonly lastModified?: string | null;
}

/** What was made of a file of a version, in this workspace: not a change of the document, so nothing is journalled. */
export interface NewConversion {
  readonly version: number;
  /** `role` is converted; `url` that of its source, `compared` the SHA-256 of its source. */
  readonly file: Omit<NewFile, 'answer' | 'fetch'>;
  readonly answer: Answer;
}

/** A document that was stored: its number, and that of the version it has now. */
export interface StoredDeposit {
  readonly document: number;
  readonly version: number;
}

export interface NewDeposit {
  /** UUID of the document, derived from crawler and key unless it came with it. */
  readonly identifier: string;
  /** What the portal knows it by; the identifier where it was received. */
  readonly key: string;
  readonly crawler: string;
  /** 1 legislation, 2 case law, 3 article; null: not said. */
  readonly kind: 1 | 2 | 3 | null;
  readonly language: string;
  /** The address for people. */
  readonly url: string;
  readonly operation: Operation;
  readonly reason: string;
  readonly changed: readonly string[];
  /** Evidence of a deletion, in words, one sentence each. With None: it is suspected to be gone, and known no more than that. */
  readonly evidence?: readonly string[];
  /** Fields of the document: names and lists of values. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly aliases?: readonly string[];
  /** What the list said of it; with the same stamp nothing is fetched next time. */
  readonly stamp?: string | null;
  /** Date and file name of the group as received or as it will be sent. */
  readonly date: number;
  readonly fileName: string;
  /** Media type of the group; left out: application/zip. */
  readonly format?: string;
  /** When it happened, in milliseconds since 1970; left out: when its last answer came, or now. */
  readonly at?: number;
  /** Null for Del and None, and for Upd where the text is what it was. `operation` in it is that of the deposit. */
  readonly version: NewVersion | null;
  /** The text of the version is still to be read, and told by Workspace.describe. Search waits for it. */
  readonly isUnread?: boolean;
  /** With None: those that came with other validators, which are kept; nothing else of them is. */
  readonly files: readonly NewFile[];
  readonly answers: readonly Answer[];
  /** Who sent it; null: harvested here. */
  readonly sender: string | null;
  readonly log?: NewLogRow | null;
}

/** What came of one call of the ingest service. */
export interface NewLogRow {
  readonly at: number;
  readonly crawler: string;
  readonly group: string;
  readonly operation: string;
  readonly result: string;
  readonly message: string;
  readonly stackTrace: string | null;
  readonly sender: string | null;
  readonly errorId: string | null;
}

export interface LogRow extends NewLogRow {
  readonly id: number;
}

export interface DepositedFile extends Omit<NewFile, 'answer' | 'fetch'> {
  /** Where its bytes lie. */
  readonly fetch: number;
}

export interface Deposited {
  readonly document: number;
  readonly version: number;
  readonly identifier: string;
  readonly key: string;
  readonly crawler: string;
  readonly kind: 1 | 2 | 3 | null;
  readonly language: string;
  readonly url: string;
  readonly title: string | null;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly aliases: readonly string[];
  readonly stamp: string | null;
  /** Of what was done last. */
  readonly operation: Operation;
  readonly date: number;
  readonly fileName: string;
  readonly format: string;
  /** Who has added it, whoever changed it since; null: harvested here. Of a version: who sent that. */
  readonly sender: string | null;
  readonly isDeleted: boolean;
  readonly isSuspected: boolean;
  /** Run that last saw it. */
  readonly run: number;
  /** Of this version, with what happened to each; one that was removed with it is of operation Del. */
  readonly files: readonly DepositedFile[];
}

/** One stored state of a deposit, for whoever follows its life. */
export interface DepositVersion {
  readonly version: number;
  readonly date: number;
  readonly fileName: string;
  readonly sender: string | null;
  readonly url: string;
  readonly files: readonly DepositedFile[];
}

/** Where the bytes of files were had from, and where they lie. */
export interface DepositFetch {
  readonly url: string;
  readonly method: string;
  readonly at: number;
  readonly run: number;
  readonly status: number;
  /** Null when they are not in the archive any more. */
  readonly record: { readonly id: string | null; readonly file: string; readonly offset: number } | null;
}

/** Reading deposits back. */
export interface DepositRows {
  byIdentifier(identifier: string): Deposited | null;
  byKey(crawler: string, key: string): Deposited | null;
  /** In the order they came; deleted ones too. Streamed. */
  all(crawler?: string): IterableIterator<Deposited>;
  /** The state a journal entry led to; null when the entry is about something else than a deposit. */
  ofVersion(version: number): Deposited | null;
  /** What was made of the files of a version, of a deposit or of a crawled page. */
  converted(version: number): readonly DepositedFile[];
  /** Known and present documents of a crawler that this run did not see. */
  unseen(crawler: string, run: number): IterableIterator<Deposited>;
  count(crawler: string): number;
  /** Bytes of a file, out of the archive and whatever it is packed in. */
  read(file: DepositedFile): Promise<Uint8Array>;
  /** The same, for whoever passes it on: a large file is not held in memory. To be read to its end, or destroyed. */
  stream(file: DepositedFile): Promise<Readable>;
  /** Those with this identifier, key, address, former address or file (by address or identifier); deleted ones too. */
  find(name: string): Deposited[];
  /** Versions whose text is still to be read, oldest first. */
  unread(most: number): number[];
  /** The first journal entry that leads to one of them; null when there is none. */
  firstUnread(): number | null;
  fetched(fetch: number): DepositFetch | null;
  /** Every stored state of a document, oldest first. */
  versions(document: number): DepositVersion[];
  /** Calls of the ingest service, in the order they came; of one group alone, where it is named, and after the row of a number. */
  log(of?: { readonly group?: string; readonly after?: number }): IterableIterator<LogRow>;
}
