/**
 * Rows of documents that are handed over whole, and of the calls of the ingest service. Runs in the writer thread.
 *
 * Whether a deposit may be taken is judged before its bytes enter the archive, inside the transaction that writes its
 * rows: nobody can come in between, and what is refused leaves nothing. A file that is not mentioned stays as it was.
 */
import type { Evidence } from '../../decide/index.js';
import type { KnownDocument, Visited } from '../../decide/lifecycle/index.js';
import type { NewDeposit, NewFetch, NewFile, NewLogRow, NewVersion, StoredDeposit } from '../../store/index.js';
import { FORGOTTEN } from '../../store/index.js';
import { ConversionWriting } from './conversion-writing.js';
import type { Sqlite } from './database.js';
import type { DocumentChanges } from './document-changes.js';

/** An answer with the resource it is about. */
export interface AnswerItem {
  readonly resource: number;
  readonly fetch: NewFetch;
}

export interface DepositItem {
  /** The document's own. */
  readonly resource: number;
  readonly site: number;
  readonly at: number;
  readonly deposit: Omit<NewDeposit, 'answers'>;
  readonly answers: readonly AnswerItem[];
}

/** The text of a version that was stored unread. */
export interface ReadingItem {
  readonly version: number;
  readonly reading: NewVersion;
}

export interface CallItem {
  readonly row: NewLogRow;
  /** Logged once under this key. */
  readonly once: string | null;
}

/** Why nothing was stored; `isExpected` where it is no mistake of the caller: the document came or went meanwhile. */
export interface DepositRefusal {
  readonly isExpected: boolean;
  readonly reason: string;
}

export class DepositWriting {
  readonly #changes: DocumentChanges;
  readonly #conversions: ConversionWriting;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Sqlite, changes: DocumentChanges) {
    this.#changes = changes;
    this.#conversions = new ConversionWriting(db);
    this.#statements = prepare(db);
  }

  /** One judgement an item, null to take it. Each document occurs once among the items. */
  judge(items: readonly DepositItem[]): (DepositRefusal | null)[] {
    const keys = new Set<string>();
    return items.map(({ resource, deposit, answers }) => {
      const key = `${deposit.crawler} ${deposit.key}`;
      const refusal =
        this.#refusalOf(resource, deposit, answers.length) ?? (keys.has(key) ? expected('another document has this key') : null);
      if (!refusal) keys.add(key);
      return refusal;
    });
  }

  #refusalOf(resource: number, deposit: DepositItem['deposit'], answers: number): DepositRefusal | null {
    const known = this.#changes.of(resource);
    const isThere = known !== undefined && known.state !== 'deleted';
    if (known && this.#statements.isForgotten.get(resource)) return expected('it was taken down for good');
    if (deposit.operation === 'Add' && isThere) return expected('it is there already');
    if (deposit.operation !== 'Add' && !isThere) return expected('it is not there');
    const owner = this.#statements.ofKey.get(deposit.crawler, deposit.key) as number | undefined;
    if (owner !== undefined && owner !== known?.id) return expected('another document has this key');
    return this.#mistakeIn(deposit, known, answers);
  }

  #mistakeIn(
    { operation, version, files }: DepositItem['deposit'],
    known: KnownDocument | undefined,
    answers: number,
  ): DepositRefusal | null {
    if (operation !== 'Add' && operation !== 'Upd') return null;
    if (operation === 'Add' && !version) return mistake('what is added needs a version');
    const before = this.#filesOf(known);
    const wrong = files.find((file) => (file.answer === null ? file.fetch == null && !sameFile(before, file) : file.answer >= answers));
    if (wrong) return mistake(`its file ${wrong.name} has no bytes: name an answer of the deposit, or a fetch that was kept before`);
    return files.length + before.length > 0 ? null : mistake('a deposit has at least one file');
  }

  take(item: DepositItem, fetches: readonly number[], run: number): StoredDeposit {
    const { deposit, resource, at } = item;
    if (deposit.log) this.log({ row: deposit.log, once: null });
    const known = this.#changes.of(resource);
    if (deposit.operation === 'Add' || deposit.operation === 'Upd') return this.#takeVersion(item, known, fetches, run);
    const { id: document, version } = known as KnownDocument;
    const moment = { document, fetch: fetches.at(-1) ?? null, run, at };
    if (deposit.operation === 'Del') this.#delete(moment, deposit);
    else this.#check(known as KnownDocument, moment, deposit);
    return { document, version };
  }

  #delete(moment: MomentOf, deposit: DepositItem['deposit']): void {
    this.#changes.suspectOrDelete(moment, { state: 'deleted', reason: deposit.reason, evidence: evidenceOf(deposit, moment) });
    const { date, fileName, stamp = null } = deposit;
    this.#statements.deleted.run(moment.run, date, fileName, stamp, moment.document);
  }

  /** Seen as it was; or not seen, which is not enough to call it deleted. */
  #check(known: KnownDocument, moment: MomentOf, deposit: DepositItem['deposit']): void {
    if (deposit.evidence?.length) {
      const conclusion = { state: 'suspected', reason: deposit.reason, evidence: evidenceOf(deposit, moment) } as const;
      return this.#changes.suspectOrDelete(moment, conclusion);
    }
    this.#changes.checked(known, moment);
    this.#statements.checked.run(moment.run, deposit.stamp ?? null, moment.document);
    for (const { identifier, etag, lastModified } of deposit.files)
      if (etag != null || lastModified != null)
        this.#statements.revalidated.run(etag ?? null, lastModified ?? null, known.version, identifier);
  }

  #takeVersion(item: DepositItem, known: KnownDocument | undefined, fetches: readonly number[], run: number): StoredDeposit {
    const { deposit, resource, at } = item;
    const files = filesOf(deposit.files, this.#filesOf(known), fetches, deposit.operation);
    const main = files.find(({ role, operation }) => role === 'main' && operation !== 'Del') ?? (files[0] as FileRow);
    const visit: Visited = { resource, url: deposit.url, fetch: main.fetch, run, at };
    const stored = this.#store(known, visit, deposit);
    this.#statements.putResource.run(deposit.url, main.fetch, main.fetch, run, resource);
    this.#describe(stored, deposit, run);
    // What has the text of a version that was not read yet is not read either.
    if (deposit.isUnread || (!deposit.version && known && this.#statements.isUnread.get(known.version)))
      this.#statements.addUnread.run(stored.version, stored.document);
    for (const [place, file] of files.entries()) this.#statements.addFile.run({ ...file, version: stored.version, place });
    if (known && known.state !== 'deleted') this.#conversions.passOn(known.version, stored.version);
    return stored;
  }

  #store(known: KnownDocument | undefined, visit: Visited, { version, url, reason }: DepositItem['deposit']): StoredDeposit {
    if (!known) return this.#changes.add(visit, version as NewVersion);
    this.#statements.setIdentifier.run(url, known.id);
    const { id: document, state } = known;
    if (!version) return { document, version: this.#changes.updateFiles(known, { run: visit.run, at: visit.at, reason }) };
    if (state === 'deleted') return { document, version: this.#changes.back(known, visit, version) };
    return { document, version: this.#changes.replace(known, visit, version) };
  }

  #describe({ document, version }: StoredDeposit, deposit: DepositItem['deposit'], run: number): void {
    const { identifier, key, crawler, stamp = null, operation, date, fileName, sender, aliases = [] } = deposit;
    const message = { document, identifier, key, crawler, stamp, run, operation, date, fileName, sender, aliases: JSON.stringify(aliases) };
    this.#statements.putDeposit.run(message);
    const { kind, language, url, format = 'application/zip', fields } = deposit;
    const said = { version, document, kind, language, url, date, fileName, format, sender, fields: JSON.stringify(fields) };
    this.#statements.addVersion.run(said);
  }

  describe({ version, reading }: ReadingItem): void {
    if (this.#statements.wasRead.run(version).changes === 0) return;
    this.#changes.versions.describe(version, reading);
  }

  /** An answer is in: what was known of its address from deposits alone is told by it. */
  answered(resource: number, fetch: number, run: number): void {
    this.#statements.answered.run(fetch, fetch, run, resource);
  }

  log({ row, once }: CallItem): void {
    const { at, crawler, group, operation, result, message, stackTrace, sender, errorId } = row;
    this.#statements.addCall.run(at, crawler, group, operation, result, message, stackTrace, sender, errorId, once);
  }

  /** The files a document has now; none in a new life. */
  #filesOf(known: KnownDocument | undefined): FileRow[] {
    if (!known || known.state === 'deleted') return [];
    return this.#statements.filesOf.all(known.version) as FileRow[];
  }
}

interface MomentOf {
  readonly document: number;
  readonly fetch: number | null;
  readonly run: number;
  readonly at: number;
}

/** A row of `deposit_file`, without its version and place. */
type FileRow = Required<Omit<NewFile, 'answer' | 'fetch'>> & { readonly fetch: number };

const expected = (reason: string): DepositRefusal => ({ isExpected: true, reason });
const mistake = (reason: string): DepositRefusal => ({ isExpected: false, reason });

const sameFile = (files: readonly FileRow[], { identifier }: Pick<NewFile, 'identifier'>): FileRow | undefined =>
  files.find((file) => file.identifier === identifier);

function filesOf(told: readonly NewFile[], before: readonly FileRow[], fetches: readonly number[], operation: string): FileRow[] {
  const rows = told.map((file) => rowOf(file, sameFile(before, file), fetches));
  if (operation === 'Add') return rows;
  const mentioned = new Set(told.map((file) => sameFile(before, file)));
  return [...rows, ...before.filter((file) => !mentioned.has(file)).map((file) => ({ ...file, operation: 'None' as const }))];
}

function rowOf({ answer, fetch, ...file }: NewFile, before: FileRow | undefined, fetches: readonly number[]): FileRow {
  const { compared = null, etag = null, lastModified = null } = file;
  const row = { ...file, compared, etag, lastModified };
  if (answer !== null) return { ...row, fetch: fetches[answer] as number };
  if (fetch != null) return { ...row, fetch };
  const known = before as FileRow;
  // Its bytes are what they were, so what describes them is too.
  return { ...row, fetch: known.fetch, member: known.member, length: known.length, sha256: known.sha256, md5: known.md5 };
}

function evidenceOf({ evidence, reason }: DepositItem['deposit'], { run, at, fetch }: MomentOf): Evidence[] {
  const sentences = evidence?.length ? evidence : [reason];
  return sentences.map((detail) => ({ kind: 'told', detail, run, at, fetch }));
}

const FILE = `name, role, operation, url, type, md5, sha256, length, identifier, fetch, member, compared, etag`;

function prepare(db: Sqlite) {
  return {
    isForgotten: db.prepare(`SELECT 1 FROM resource WHERE id = ? AND substr(url, 1, ${FORGOTTEN.length}) = '${FORGOTTEN}'`),
    ofKey: db.prepare('SELECT document FROM deposit WHERE crawler = ? AND key = ?').pluck(),
    putDeposit: db.prepare(
      `INSERT INTO deposit (document, identifier, key, crawler, stamp, run, operation, date, file_name, sender, aliases)
       VALUES (@document, @identifier, @key, @crawler, @stamp, @run, @operation, @date, @fileName, @sender, @aliases)
       ON CONFLICT (document) DO UPDATE SET key = excluded.key, crawler = excluded.crawler, stamp = excluded.stamp, run = excluded.run,
         operation = excluded.operation, date = excluded.date, file_name = excluded.file_name, sender = CASE excluded.operation WHEN 'Add' THEN excluded.sender ELSE deposit.sender END, aliases = excluded.aliases`,
    ),
    addVersion: db.prepare(
      `INSERT OR REPLACE INTO deposit_version (version, document, kind, language, url, date, file_name, format, sender, fields)
       VALUES (@version, @document, @kind, @language, @url, @date, @fileName, @format, @sender, @fields)`,
    ),
    addFile: db.prepare(
      `INSERT OR REPLACE INTO deposit_file (version, place, ${FILE}, last_modified)
       VALUES (@version, @place, ${FILE.replaceAll(/\w+/g, '@$&')}, @lastModified)`,
    ),
    filesOf: db.prepare(
      `SELECT ${FILE}, last_modified AS lastModified FROM deposit_file WHERE version = ? AND operation <> 'Del' AND role <> 'converted' ORDER BY place`,
    ),
    isUnread: db.prepare('SELECT 1 FROM unread WHERE version = ?'),
    addUnread: db.prepare('INSERT INTO unread (version, document, sequence) SELECT ?, ?, max(sequence) FROM journal'),
    wasRead: db.prepare('DELETE FROM unread WHERE version = ?'),
    setIdentifier: db.prepare('UPDATE document SET identifier = ? WHERE id = ?'),
    putResource: db.prepare('UPDATE resource SET url = ?, last_fetch = ?, last_good = ?, run = ? WHERE id = ?'),
    answered: db.prepare("UPDATE resource SET last_fetch = ?, last_good = ?, run = ? WHERE id = ? AND link = 'deposit'"),
    checked: db.prepare('UPDATE deposit SET run = ?, stamp = coalesce(?, stamp) WHERE document = ?'),
    revalidated: db.prepare('UPDATE deposit_file SET etag = ?, last_modified = ? WHERE version = ? AND identifier = ?'),
    deleted: db.prepare("UPDATE deposit SET operation = 'Del', run = ?, date = ?, file_name = ?, stamp = ? WHERE document = ?"),
    addCall: db.prepare(
      `INSERT INTO crawler_log (at, crawler, identifier, operation, result, message, stack_trace, sender, error_id, once)
       VALUES (?,?,?,?,?,?,?,?,?,?) ON CONFLICT (once) DO NOTHING`,
    ),
  };
}
