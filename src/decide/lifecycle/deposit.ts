/**
 * Documents that are handed over whole: whether one may be taken, and what follows from it.
 *
 * Whether it may be taken is judged before its bytes enter the archive, from what the transaction read: nobody can come in
 * between, and what is refused leaves nothing. A file that is not mentioned stays as it was.
 */
import type { NewDeposit, NewFile, StoredDeposit } from '../../store/index.js';
import type { Evidence } from '../index.js';
import { passOn, succeed } from './converted.js';
import type { Documents, Visited } from './documents.js';
import { type DepositFile, type Known, type KnownDocument, keyOf } from './known.js';

/** A deposit with its place among the resources. */
export interface HandedOver {
  /** The document's own. */
  readonly resource: number;
  readonly at: number;
  readonly deposit: Omit<NewDeposit, 'answers'>;
  readonly answers: readonly unknown[];
}

/** Why nothing was stored; `isExpected` where it is no mistake of the caller: the document came or went meanwhile. */
export interface DepositRefusal {
  readonly isExpected: boolean;
  readonly reason: string;
}

/** One judgement a deposit, null to take it. Each document occurs once among them. */
export function judgeDeposits(items: readonly HandedOver[], known: Known): (DepositRefusal | null)[] {
  const keys = new Set<string>();
  return items.map((item) => {
    const key = keyOf(item.deposit);
    const refusal = refusalOf(item, known) ?? (keys.has(key) ? expected('another document has this key') : null);
    if (!refusal) keys.add(key);
    return refusal;
  });
}

function refusalOf({ resource, deposit, answers }: HandedOver, known: Known): DepositRefusal | null {
  const document = known.documentAt(resource);
  const isThere = document !== undefined && document.state !== 'deleted';
  if (document && known.takenDown.has(resource)) return expected('it was taken down for good');
  if (deposit.operation === 'Add' && isThere) return expected('it is there already');
  if (deposit.operation !== 'Add' && !isThere) return expected('it is not there');
  const owner = known.keys.get(keyOf(deposit));
  if (owner !== undefined && owner !== document?.id) return expected('another document has this key');
  return mistakeIn(deposit, filesOf(document, known), answers.length);
}

function mistakeIn({ operation, version, files }: HandedOver['deposit'], before: readonly DepositFile[], answers: number) {
  if (operation !== 'Add' && operation !== 'Upd') return null;
  if (operation === 'Add' && !version) return mistake('what is added needs a version');
  const wrong = files.find((file) => (file.answer === null ? file.fetch == null && !sameFile(before, file) : file.answer >= answers));
  if (wrong) return mistake(`its file ${wrong.name} has no bytes: name an answer of the deposit, or a fetch that was kept before`);
  return files.length + before.length > 0 ? null : mistake('a deposit has at least one file');
}

const expected = (reason: string): DepositRefusal => ({ isExpected: true, reason });
const mistake = (reason: string): DepositRefusal => ({ isExpected: false, reason });

/** One that may be taken. `fetches` are those of its answers. */
export function takeDeposit(item: HandedOver, fetches: readonly number[], run: number, documents: Documents): StoredDeposit {
  const { deposit, resource, at } = item;
  if (deposit.log) documents.changes.push({ do: 'call', row: deposit.log, once: null });
  const known = documents.known.documentAt(resource);
  if (deposit.operation === 'Add' || deposit.operation === 'Upd') return takeVersion(item, known, fetches, run, documents);
  const { id: document, version } = known as KnownDocument;
  const moment = { document, fetch: fetches.at(-1) ?? null, run, at };
  if (deposit.operation === 'Del') remove(moment, deposit, documents);
  else check(known as KnownDocument, moment, deposit, documents);
  return { document, version };
}

type Deposit = HandedOver['deposit'];

interface MomentOf {
  readonly document: number;
  readonly fetch: number | null;
  readonly run: number;
  readonly at: number;
}

function remove(moment: MomentOf, deposit: Deposit, documents: Documents): void {
  documents.suspectOrDelete(moment, { state: 'deleted', reason: deposit.reason, evidence: toldBy(deposit, moment) });
  documents.changes.push({ do: 'deposit-deleted', document: moment.document, run: moment.run, deposit });
}

/** Seen as it was; or not seen, which is not enough to call it deleted. */
function check(known: KnownDocument, moment: MomentOf, deposit: Deposit, documents: Documents): void {
  if (deposit.evidence?.length) {
    const conclusion = { state: 'suspected', reason: deposit.reason, evidence: toldBy(deposit, moment) } as const;
    return documents.suspectOrDelete(moment, conclusion);
  }
  documents.checked(known, moment);
  documents.changes.push({ do: 'deposit-seen', document: known.id, run: moment.run, stamp: deposit.stamp ?? null });
  for (const { identifier, etag = null, lastModified = null } of deposit.files)
    if (etag !== null || lastModified !== null)
      documents.changes.push({ do: 'revalidated', version: known.version, identifier, etag, lastModified });
}

function toldBy({ evidence, reason }: Deposit, { run, at, fetch }: MomentOf): Evidence[] {
  const sentences = evidence?.length ? evidence : [reason];
  return sentences.map((detail) => ({ kind: 'told', detail, run, at, fetch }));
}

function takeVersion(
  { deposit, resource, at }: HandedOver,
  known: KnownDocument | undefined,
  fetches: readonly number[],
  run: number,
  documents: Documents,
): StoredDeposit {
  const before = filesOf(known, documents.known);
  const files = nextFiles(deposit.files, before, fetches, deposit.operation);
  const main = files.find(({ role, operation }) => role === 'main' && operation !== 'Del') ?? (files[0] as DepositFile);
  const stored = store(known, { resource, url: deposit.url, fetch: main.fetch, run, at }, deposit, documents);
  const { document, version } = stored;
  const { changes } = documents;
  changes.push({ do: 'deposit-resource', resource, url: deposit.url, fetch: main.fetch, run });
  changes.push({ do: 'put-deposit', document, version, run, deposit });
  // What has the text of a version that was not read yet is not read either.
  const isUnread = deposit.isUnread || (!deposit.version && known !== undefined && documents.known.unread.has(known.version));
  if (isUnread) changes.push({ do: 'unread', document, version });
  changes.push({ do: 'deposit-files', version, files });
  documents.known.files.set(version, files);
  if (known) succeed(known.version, version, documents.known);
  if (known && known.state !== 'deleted') passOn(known.version, version, documents);
  return stored;
}

function store(known: KnownDocument | undefined, visit: Visited, { version, url, reason }: Deposit, documents: Documents): StoredDeposit {
  if (!known) return documents.add(visit, version as NonNullable<typeof version>);
  const { id: document, state } = known;
  documents.changes.push({ do: 'set-identifier', document, url });
  if (!version) return { document, version: documents.updateFiles(known, { run: visit.run, at: visit.at, reason }) };
  if (state === 'deleted') return { document, version: documents.back(known, visit, version) };
  return { document, version: documents.replace(known, visit, version) };
}

/** The files a document has now; none in a new life. */
function filesOf(known: KnownDocument | undefined, { files }: Known): readonly DepositFile[] {
  if (!known || known.state === 'deleted') return [];
  return (files.get(known.version) ?? []).filter(({ operation }) => operation !== 'Del');
}

const sameFile = (files: readonly DepositFile[], { identifier }: Pick<NewFile, 'identifier'>): DepositFile | undefined =>
  files.find((file) => file.identifier === identifier);

function nextFiles(
  told: readonly NewFile[],
  before: readonly DepositFile[],
  fetches: readonly number[],
  operation: NewDeposit['operation'],
): DepositFile[] {
  const files = told.map((file) => nextFile(file, sameFile(before, file), fetches));
  if (operation === 'Add') return files;
  const mentioned = new Set(told.map((file) => sameFile(before, file)));
  return [...files, ...before.filter((file) => !mentioned.has(file)).map((file) => ({ ...file, operation: 'None' as const }))];
}

function nextFile({ answer, fetch, ...file }: NewFile, before: DepositFile | undefined, fetches: readonly number[]): DepositFile {
  const { compared = null, etag = null, lastModified = null } = file;
  const next = { ...file, compared, etag, lastModified };
  if (answer !== null) return { ...next, fetch: fetches[answer] as number };
  if (fetch != null) return { ...next, fetch };
  const known = before as DepositFile;
  // Its bytes are what they were, so what describes them is too.
  return { ...next, fetch: known.fetch, member: known.member, length: known.length, sha256: known.sha256, md5: known.md5 };
}
