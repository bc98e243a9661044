/**
 * Checks WARC files: every digest recomputed, every field the standard demands, every gzip member.
 *
 * Reads with reading/, which shares no code with the writer, and holds one piece of a record at a time. Damage does
 * not end the check: it goes on at the next record that can be found.
 */
import { WarcDamage } from './reading/damage.js';
import { LabelledDigest } from './reading/labelled-digest.js';
import { hasOwnPayload, isHttpMessage, PayloadTap } from './reading/payload.js';
import { type ReadRecord, RecordReader } from './reading/record-reader.js';
import { judgeFields } from './reading/rules.js';

export interface ArchiveCheck {
  readonly file: string;
  readonly records: number;
  readonly types: Readonly<Record<string, number>>;
  /** Digests that were recomputed and fit. */
  readonly digests: number;
  readonly problems: readonly ArchiveProblem[];
  /** What is unusual and not wrong: it leaves the file valid. */
  readonly remarks: readonly ArchiveProblem[];
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
    if (length === undefined && reader.size === 0) findings.add('the file is empty: a WARC file has one record at least');
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
  const { errors, remarks } = judgeFields(record);
  for (const problem of [...record.faults, ...errors]) findings.add(problem);
  for (const remark of remarks) findings.remark(remark);
  if (gzip && record.sharesMember) findings.remark('the record shares a gzip member with the one before it, so nobody can jump to it');
  await checkDigests(record, findings);
  const { problem } = await record.finish();
  if (problem) findings.add(problem);
  findings.end();
}

async function checkDigests(record: ReadRecord, findings: Findings): Promise<void> {
  const block = findings.digest(record, 'warc-block-digest');
  const payload = hasOwnPayload(record) ? findings.digest(record, 'warc-payload-digest') : null;
  const wire = payload?.again() ?? null;
  const tap = new PayloadTap(record);
  for await (const piece of record.block) {
    block?.update(piece);
    const body = tap.push(piece);
    if (payload) for (const part of body.payload) payload.update(part);
    wire?.update(body.wire);
  }
  const rest = tap.finish();
  if (payload) for (const part of rest.payload) payload.update(part);
  wire?.update(rest.wire);
  if (!isMessageOfItsKind(record, tap)) findings.add('the block says it is an HTTP message and is none');
  findings.verdict(block, 'the block digest does not fit the block');
  if (payload && wire && tap.chunked && !payload.matches() && wire.matches())
    findings.remark('the payload digest is that of the body with its chunks');
  else findings.verdict(payload, 'the payload digest does not fit the payload');
}

/** Of whole responses and requests: a revisit may leave the message out, a segment has a part of it only. */
function isMessageOfItsKind(record: ReadRecord, tap: PayloadTap): boolean {
  const type = record.fields.get('warc-type');
  if (record.contentLength === 0 || !isHttpMessage(record) || record.fields.get('warc-segment-number') !== null) return true;
  const first =
    Buffer.from(tap.head?.subarray(0, 4096) ?? [])
      .toString('latin1')
      .split('\n', 1)[0] ?? '';
  if (type === 'response') return /^HTTP\/\d/.test(first);
  return type !== 'request' || /^[!#$%&'*+.^_`|~\w-]+ \S/.test(first);
}

const MOST_PROBLEMS = 1000;

/** Collects what was found, with the record it belongs to. */
class Findings {
  readonly #problems: ArchiveProblem[] = [];
  readonly #remarks: ArchiveProblem[] = [];
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
    if (this.#records === 0 && type !== 'warcinfo') this.remark('the file does not begin with a warcinfo record');
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

  remark(problem: string): void {
    if (this.#remarks.length < MOST_PROBLEMS) this.#remarks.push({ ...this.#at, problem });
  }

  damage({ offset, problem }: WarcDamage): void {
    this.#list({ offset, recordId: this.#within && this.#at.offset === offset ? this.#at.recordId : null, problem });
    this.#within = false;
  }

  digest(record: ReadRecord, field: string): LabelledDigest | null {
    const digest = LabelledDigest.parse(record.fields.get(field));
    if (digest === null && record.fields.get(field)) this.remark(`${field} is of an algorithm we do not know, so it was not compared`);
    if (digest !== 'malformed') return digest;
    if (/^[^\s:]+:\S+$/.test(record.fields.get(field) ?? '')) this.add(`${field} is no digest`); // else it is no field of that form
    return null;
  }

  verdict(digest: LabelledDigest | null, problem: string): void {
    if (!digest) return;
    if (digest.matches()) this.#digests += 1;
    else this.add(problem);
  }

  close(): void {
    for (const [id, at] of this.#awaited) {
      if (this.#ids.has(id)) continue;
      this.#at = at;
      this.remark(`WARC-Concurrent-To names ${id}, which is not in this file`);
    }
  }

  result(): Omit<ArchiveCheck, 'file'> {
    return {
      records: this.#records,
      types: this.#types,
      digests: this.#digests,
      problems: this.#problems,
      remarks: this.#remarks,
      unlisted: this.#unlisted,
    };
  }

  #list(problem: ArchiveProblem): void {
    if (this.#problems.length < MOST_PROBLEMS) this.#problems.push(problem);
    else this.#unlisted += 1;
  }
}
