/**
 * The keys of worker files beside the parameters of the portal: where packages go, what is fetched again, who is told.
 *
 * Two sets were in use, the printed one with a folder for every step and the later one with a working folder; both are
 * read. Where there is no counterpart, the key is noted. Settings come out under the names of our own flags.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LegacySettingsError } from './settings-error.js';
import { readFlag, readNumber, readPath } from './values.js';

/** Settings of a run, by the names of its flags. */
export type WorkerSettings = Readonly<Record<string, string | readonly string[]>>;

export interface WorkerDraft {
  readonly settings: Record<string, string | string[]>;
  /** Name of the crawler, where it stands in the file. */
  crawler: string | null;
  /** Folders where the earlier crawler may have left its memory. */
  readonly memories: string[];
  /** Keys that make sense only together. */
  readonly mail: { sender?: string; to?: string; host?: string };
  readonly conversion: { isWanted?: boolean; service?: string; folder?: string };
}

/** What it means is put into the draft; a note where that is not what is written. */
export type ReadKey = (draft: WorkerDraft, value: string) => string | null;

const folder =
  (name: string, use: (draft: WorkerDraft, path: string) => void): ReadKey =>
  (draft, value) => {
    const { path, note } = readPath(name, value);
    use(draft, path);
    return note;
  };

const setting = (name: string): ((draft: WorkerDraft, value: string) => void) => {
  return (draft, value) => {
    draft.settings[name] = value;
  };
};

const noCounterpart =
  (name: string, because: string): ReadKey =>
  (_draft, value) =>
    `${name}: ${value} has no counterpart and is ignored: ${because}.`;

/** What the later crawlers made in their working folder; they had two each, for new and for changed documents. */
const WORKING_FOLDERS = [
  ['packagesFolder', 'OutputReadyToSendServiceEUCases'],
  ['sentFolder', 'SentDataToServiceEUCases'],
  ['errorFolder', 'SentDataInError'],
] as const;

/** As they are written in the printed sample and in the later source. */
export const UPLOADER_KEYS: Readonly<Record<string, ReadKey>> = {
  EUCasesServiceURL(draft, value) {
    const { to, note } = readService(value);
    draft.settings['deliver'] = [to, ...[draft.settings['deliver'] ?? []].flat()];
    return note;
  },
  PathAddFiles: noCounterpart('PathAddFiles', 'files that are new lie in the archive of the workspace'),
  PathUpdateFiles: noCounterpart('PathUpdateFiles', 'files that changed lie in the archive of the workspace'),
  PathLocalRepository: folder('PathLocalRepository', (draft, path) => draft.memories.push(path)),
  OutputFolder: folder('OutputFolder', setting('packagesFolder')),
  SentFolder: folder('SentFolder', setting('sentFolder')),
  WorkingFolder: folder('WorkingFolder', (draft, path) => {
    draft.memories.push(join(path, 'database'));
    for (const [name, below] of WORKING_FOLDERS) draft.settings[name] ??= join(path, below);
  }),
  CheckIfTheFileHasToBeRenewed(draft, value) {
    draft.settings['onlyNew'] = String(!readFlag('CheckIfTheFileHasToBeRenewed', value));
    return null;
  },
};

export const MAIL_KEYS: Readonly<Record<string, ReadKey>> = {
  SenderEmail(draft, value) {
    draft.mail.sender = value;
    return null;
  },
  DestinationEmail(draft, value) {
    draft.mail.to = value;
    return null;
  },
  SmtpHost(draft, value) {
    draft.mail.host = value;
    return null;
  },
};

export const CONVERSION_KEYS: Readonly<Record<string, ReadKey>> = {
  UseAkomaNtosoService(draft, value) {
    draft.conversion.isWanted = readFlag('UseAkomaNtosoService', value);
    return null;
  },
  AkomaServicePath(draft, value) {
    draft.conversion.service = value;
    return null;
  },
  DocumentsSourcePath: noCounterpart('DocumentsSourcePath', 'each new version goes to the service from the archive'),
  DocumentsDestinationPath: folder('DocumentsDestinationPath', (draft, path) => {
    draft.conversion.folder = path;
  }),
};

/** They stand among the parameters of the portal, and are the same for all. */
export const RUN_KEYS: Readonly<Record<string, ReadKey>> = {
  MaxRandomWait(draft, value) {
    const seconds = readNumber('MaxRandomWait', value);
    if (seconds > 0) draft.settings['randomWait'] = `${seconds}s`;
    return null;
  },
  CallNext(draft, value) {
    draft.settings['next'] = value;
    return null;
  },
};

export const ROOT_KEYS: Readonly<Record<string, ReadKey>> = {
  DestinationFolder: folder('DestinationFolder', setting('workspace')),
  CrawlerName(draft, value) {
    draft.crawler = value;
    return null;
  },
};

/** Every key with its name as it is written, by its small letters: files were not particular. */
export const WORKER_KEYS: ReadonlyMap<string, readonly [name: string, read: ReadKey]> = new Map(
  [UPLOADER_KEYS, MAIL_KEYS, CONVERSION_KEYS, RUN_KEYS, ROOT_KEYS]
    .flatMap((keys) => Object.entries(keys))
    .map(([name, read]) => [name.toLowerCase(), [name, read]]),
);

/** A URL, or a folder that packages are put into. */
function readService(value: string): { to: string; note: string | null } {
  if (/^https?:\/\//i.test(value)) {
    if (!URL.canParse(value)) throw new LegacySettingsError(`EUCasesServiceURL="${value}" is no address.`);
    return { to: value, note: null };
  }
  if (/^file:\/\//i.test(value)) return { to: fileURLToPath(value), note: null };
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(value))
    throw new LegacySettingsError(`EUCasesServiceURL="${value}" is neither an http or https URL nor a folder.`);
  const { path, note } = readPath('EUCasesServiceURL', value);
  return { to: path, note };
}
