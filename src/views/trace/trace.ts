/**
 * The trace of a document: who sent it, when, from which address, with which result; every version and where its bytes lie;
 * what the journal, the log of the ingest service and the outboxes say of it.
 */
import type { Deposited, DepositFetch, DepositRows, DocumentHistory, HistoryEntry, LogRow, Repository } from '../../store/index.js';
import { type ParcelStory, sendStory } from '../exports/index.js';

export interface TracedFile {
  readonly name: string;
  readonly role: string;
  readonly operation: string;
  readonly url: string;
  readonly type: string;
  readonly length: number;
  readonly md5: string;
  readonly sha256: string;
  readonly member: string | null;
  /** How its bytes were had, and their record: null when the record is gone. */
  readonly fetched: (Omit<DepositFetch, 'at'> & { readonly at: string }) | null;
}

export interface TracedVersion {
  readonly number: number;
  readonly date: string;
  /** Null: it was harvested here. */
  readonly sender: string | null;
  readonly fileName: string;
  readonly url: string;
  readonly files: readonly TracedFile[];
}

export interface Trace {
  readonly identifier: string | null;
  readonly key: string | null;
  readonly crawler: string | null;
  readonly language: string | null;
  readonly url: string;
  readonly title: string | null;
  readonly state: string;
  readonly firstSeen: string | null;
  readonly lastChecked: string | null;
  readonly aliases: readonly string[];
  readonly versions: readonly TracedVersion[];
  readonly journal: readonly HistoryEntry[];
  readonly log: readonly (Omit<LogRow, 'at'> & { readonly at: string })[];
  readonly sent: readonly (Omit<ParcelStory, 'at'> & { readonly at: string })[];
}

/** All documents of that name; also what was only tried under it. Empty when nobody has heard of it. */
export function traceDocuments(repository: Repository, workspace: string, name: string): Trace[] {
  const found = repository.deposits.find(name);
  if (found.length) return found.map((deposited) => traceOf(deposited, repository, workspace));
  const history = repository.changes.history(name);
  if (history) return [crawledTrace(history)];
  const log = logOf(repository.deposits, name);
  return log.length ? [{ ...NOTHING, identifier: name, url: '', state: 'never stored', log }] : [];
}

function traceOf(deposited: Deposited, repository: Repository, workspace: string): Trace {
  const { identifier, key, crawler, language, url, title, aliases, isDeleted, isSuspected, document } = deposited;
  const history = repository.changes.history(identifier);
  return {
    identifier,
    key,
    crawler,
    language,
    url,
    title,
    state: isDeleted ? 'deleted' : isSuspected ? 'suspected' : 'present',
    firstSeen: history?.firstSeen ?? null,
    lastChecked: history?.lastChecked ?? null,
    aliases,
    versions: versionsOf(repository.deposits, document),
    journal: history?.entries ?? [],
    log: logOf(repository.deposits, identifier),
    sent: sendStory(workspace, repository, identifier).map((parcel) => ({ ...parcel, at: iso(parcel.at) })),
  };
}

function versionsOf(deposits: DepositRows, document: number): TracedVersion[] {
  return deposits.versions(document).map(({ version, date, sender, fileName, url, files }, at) => ({
    number: at + 1,
    date: iso(date),
    sender,
    fileName,
    url,
    files: [...files, ...deposits.converted(version)].map(
      ({ name, role, operation, url: from, type, length, md5, sha256, member, fetch }) => {
        const fetched = deposits.fetched(fetch);
        const told = fetched && { ...fetched, at: iso(fetched.at) };
        return { name, role, operation, url: from, type, length, md5, sha256, member, fetched: told };
      },
    ),
  }));
}

const logOf = (deposits: DepositRows, group: string): Trace['log'] =>
  [...deposits.log({ group })].map((row) => ({ ...row, at: iso(row.at) }));

const NOTHING = {
  identifier: null,
  key: null,
  crawler: null,
  language: null,
  title: null,
  firstSeen: null,
  lastChecked: null,
  aliases: [],
  versions: [],
  journal: [],
  log: [],
  sent: [],
} as const;

/** A page that was crawled: nobody sent it, and its journal names the records. */
function crawledTrace({ url, state, firstSeen, lastChecked, entries }: DocumentHistory): Trace {
  return { ...NOTHING, url, title: entries.at(-1)?.version.title ?? null, state, firstSeen, lastChecked, journal: entries };
}

const iso = (at: number): string => new Date(at).toISOString();
