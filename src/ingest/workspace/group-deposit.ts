/** A received group as a deposit: which of its files is the main one, what happened to each, and what is read of them. */
import type { GroupDocument } from '../../formats/document-groups/index.js';
import type { RecordOptions } from '../../formats/warc/index.js';
import type { Deposited, NewDeposit, NewFile, NewVersion } from '../../store/index.js';
import type { GroupChange } from '../port.js';
import { type ReceivedFile, receiveFile, unreadVersion } from './receive-file.js';

export interface Receiving {
  readonly archive: RecordOptions;
  /** Whether the text of a main file will be read: null, or why not. */
  readonly whyUnread: (length: number) => string | null;
}

export async function depositOf(
  change: GroupChange,
  known: Deposited | null,
  { archive, whyUnread }: Receiving,
  at: number,
): Promise<NewDeposit> {
  const { group, sender, log } = change;
  const { identifier, crawler, operation } = group;
  const documents = documentsOf(change, known);
  const main = mainOf(documents, known);
  const contents = received(change, documents);
  const answers = await Promise.all(contents.map((file) => receiveFile(file, at, archive)));
  const text = contents.find((file) => file.identifier === main?.identifier);
  const why = text ? whyUnread(text.length) : null;
  return {
    identifier,
    key: known?.key ?? identifier,
    crawler,
    kind: group.type,
    language: group.lang,
    url: main?.url || known?.url || `urn:uuid:${identifier}`,
    operation,
    reason: reasonOf(change),
    changed: [],
    fields: known?.fields ?? {},
    aliases: known?.aliases ?? [],
    stamp: known?.stamp ?? null,
    date: group.date.getTime(),
    fileName: group.filename,
    format: group.format,
    at,
    version: text ? versionOf(change, unreadVersion(text, why ?? '')) : null,
    isUnread: text !== undefined && why === null,
    files: operation === 'Del' ? [] : documents.map((document) => fileOf(document, contents, main)),
    answers,
    sender,
    log,
  };
}

const reasonOf = ({ group: { operation }, sender }: GroupChange): string =>
  `${{ Add: 'received', Upd: 'received with changes', Del: 'said to be deleted', None: 'received as it was' }[operation]}${sender ? ` from ${sender}` : ''}`;

/** Those that say something: a removal of what is not there does not. */
function documentsOf({ group, contents }: GroupChange, known: Deposited | null): GroupDocument[] {
  const isKnown = ({ identifier }: GroupDocument) => known?.files.some((file) => file.identifier === identifier) ?? false;
  return group.documents.filter((document) => contents.has(document.identifier) || isKnown(document));
}

/** What people read, the richest form first. */
const RANKS: readonly RegExp[] = [/html/, /pdf|word|officedocument|opendocument|rtf/, /xml/, /^text\//];

function mainOf(documents: readonly GroupDocument[], known: Deposited | null): Pick<GroupDocument, 'identifier' | 'url'> | undefined {
  const gone = new Set(documents.filter(({ operation }) => operation === 'Del').map(({ identifier }) => identifier));
  const before = known?.files.find(({ role, identifier }) => role === 'main' && !gone.has(identifier));
  if (before) return documents.find(({ identifier }) => identifier === before.identifier) ?? before;
  const staying = documents.filter(({ identifier }) => !gone.has(identifier));
  const ranked = RANKS.flatMap((rank) => staying.filter(({ format }) => rank.test(format.toLowerCase())));
  return ranked[0] ?? staying[0] ?? known?.files.find(({ identifier }) => !gone.has(identifier));
}

function received({ contents }: GroupChange, documents: readonly GroupDocument[]): ReceivedFile[] {
  return documents.flatMap((document) => {
    const content = contents.get(document.identifier);
    return content && document.operation !== 'Del' ? [{ ...content, ...document }] : [];
  });
}

/** `contents` are in the order of the answers. */
function fileOf(document: GroupDocument, contents: readonly ReceivedFile[], main: { readonly identifier: string } | undefined): NewFile {
  const { identifier, file, format, url, operation } = document;
  const at = contents.findIndex((content) => content.identifier === identifier);
  const content = contents[at];
  return {
    name: file,
    role: identifier === main?.identifier ? 'main' : 'part',
    operation: content || operation === 'Del' ? operation : 'None',
    url,
    type: format,
    md5: content?.md5 ?? document.md5,
    sha256: content?.sha256 ?? '',
    length: content?.length ?? 0,
    identifier,
    answer: at === -1 ? null : at,
    member: null,
  };
}

function versionOf(change: GroupChange, version: NewVersion): NewVersion | null {
  const { operation } = change.group;
  if (operation !== 'Add' && operation !== 'Upd') return null;
  return { ...version, operation, reason: reasonOf(change), changed: operation === 'Add' ? [] : ['text', 'files'] };
}
