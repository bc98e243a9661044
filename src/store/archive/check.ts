/**
 * Checks WARC files: every digest recomputed, every field the standard demands, every gzip member.
 *
 * Reads with reading/, which shares no code with the writer, and holds one piece of a record at a time. Damage does
 * not end the check: it goes on at the next record that can be found.
 */
import { WarcDamage } from './reading/damage.js';
import { LabelledDigest } from './reading/labelled-digest.js';
import { hasOwnPayload, PayloadTap } from './reading/payload.js';
import { type ReadRecord, RecordReader } from './reading/record-reader.js';
import { brokenRules } from './reading/rules.js';

export interface ArchiveCheck {
  readonly file: string;
  readonly records: number;
  readonly types: Readonly<Record<string, number>>;
  /** Digests that were recomputed and fit. */
  readonly digests: number;
  readonly problems: readonly ArchiveProblem[];
  /** Problems beyond the first thousand. */
  readonly unlisted: number;
}

export interface ArchiveProblem {
  readonly offset: number;
  /** `urn:uuid:…`; null when the record is too damaged to have one. */
  readonly recordId: string | null;
  readonly problem: string;
}

export interface CheckOptions {
  /** Look at this many bytes only: the committed length of a file that is still written to. */
  readonly length?: number;
}

/** Throws ArchiveError when the file is no WARC file at all; whatever is wrong inside it is in the result. */
export async function checkArchive(file: string, { length }: CheckOptions = {}): Promise<ArchiveCheck> {
  const reader = await RecordReader.open(file, { end: length });
  const findings = new Findings();
  try {
    await readAll(reader, findings);
  } finally {
    await reader.close();
  }
  findings.close();
  return { file, ...findings.result() };
}

async function readAll(reader: RecordReader, findings: Findings): Promise<void> {
  for (let going = true; going; ) {
    try {
      for (let record = await reader.next(); record; record = await reader.next()) await checkRecord(record, reader.gzip, findings);
      return;
    } catch (error) {
      if (!(error instanceof WarcDamage)) throw error;
      findings.damage(error);
      going = await reader.recover(error);
    }
  }
}

async function checkRecord(record: ReadRecord, gzip: boolean, findings: Findings): Promise<void> {
  findings.begin(record);
  for (const problem of brokenRules(record)) findings.add(problem);
  if (gzip && record.sharesMember) findings.add('the record shares a gzip member with the one before it, so nobody can jump to it');
  await checkDigests(record, findings);
  const { problem } = await record.finish();
  if (problem) findings.add(problem);
  findings.end();
}

async function checkDigests(record: ReadRecord, findings: Findings): Promise<void> {
  const block = findings.digest(record, 'warc-block-digest');
  const payload = hasOwnPayload(record) ? findings.digest(record, 'warc-payload-digest') : null;
  const tap = new PayloadTap(record);
  for await (const piece of record.block) {
    block?.update(piece);
    if (payload) for (const part of tap.push(piece).payload) payload.update(part);
  }
  if (payload) for (const part of tap.finish().payload) payload.update(part);
  findings.verdict(block, 'the block digest does not fit the block');
  findings.verdict(payload, 'the payload digest does not fit the payload');
}

const MOST_PROBLEMS = 1000;

/** Collects what was found, with the record it belongs to. */
class Findings {
  readonly #problems: ArchiveProblem[] = [];
  readonly #types: Record<string, number> = {};
  readonly #ids = new Set<string>();
  /** Names met before the record they belong to. */
  readonly #awaited = new Map<string, { offset: number; recordId: string | null }>();
  #unlisted = 0;
  #records = 0;
  #digests = 0;
  #at: { offset: number; recordId: string | null } = { offset: 0, recordId: null };
  #within = false;

  begin(record: ReadRecord): void {
    const id = record.fields.uri('warc-record-id');
    const type = record.fields.get('warc-type') ?? 'unknown';
    this.#at = { offset: record.offset, recordId: id };
    this.#within = true;
    if (this.#records === 0 && type !== 'warcinfo') this.add('the file does not begin with a warcinfo record');
    this.#records += 1;
    this.#types[type] = (this.#types[type] ?? 0) + 1;
    if (id !== null && this.#ids.has(id)) this.add('another record has the same WARC-Record-ID');
    if (id !== null) this.#ids.add(id);
    for (const other of record.fields.uris('warc-concurrent-to')) if (!this.#ids.has(other)) this.#awaited.set(other, this.#at);
  }

  end(): void {
    this.#within = false;
  }

  add(problem: string): void {
    this.#list({ ...this.#at, problem });
  }

  damage({ offset, problem }: WarcDamage): void {
    this.#list({ offset, recordId: this.#within && this.#at.offset === offset ? this.#at.recordId : null, problem });
    this.#within = false;
  }

  digest(record: ReadRecord, field: string): LabelledDigest | null {
    const digest = LabelledDigest.parse(record.fields.get(field));
    if (digest !== 'malformed') return digest;
    this.add(`${field} is no digest`);
    return null;
  }

  verdict(digest: LabelledDigest | null, problem: string): void {
    if (!digest) return;
    if (digest.matches()) this.#digests += 1;
    else this.add(problem);
  }

  close(): void {
    for (const [id, at] of this.#awaited) {
      if (!this.#ids.has(id)) this.#list({ ...at, problem: `WARC-Concurrent-To names ${id}, which is not in this file` });
    }
  }

  result(): Omit<ArchiveCheck, 'file'> {
    return { records: this.#records, types: this.#types, digests: this.#digests, problems: this.#problems, unlisted: this.#unlisted };
  }

  #list(problem: ArchiveProblem): void {
    if (this.#problems.length < MOST_PROBLEMS) this.#problems.push(problem);
    else this.#unlisted += 1;
  }
}
