/**
 * Takes one call after the other through its six steps. Thin on purpose: rules are in rules.ts, the description and the
 * ZIP are judged in formats/document-groups/, and the store decides alone what is durable.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import {
  type DocumentGroup,
  type Leave,
  MetaInfoError,
  openPackage,
  PackageError,
  type Profile,
  readMetaInfo,
  writeMetaInfo,
} from '../formats/document-groups/index.js';
import type { NewLogRow } from '../store/index.js';
import { FallbackLog } from './fallback-log.js';
import { DEFAULT_LIMITS, type IngestLimits } from './limits.js';
import {
  DocumentOfAnother,
  GroupConflict,
  GroupOfAnother,
  type GroupStore,
  type Ingest,
  type Outcome,
  type RefusalCode,
  type Step,
  type Submission,
  type UnpackedFile,
} from './port.js';
import { digestProblem, documentUsed, filesToStore, inOneCase, mustFit, mustHaveData, notYours, Refusal } from './rules.js';
import { Turns } from './turns.js';
import { entriesOf, Unpacking } from './unpack.js';

export type VerifyMd5 = 'off' | 'warn' | 'reject';

export interface IngestOptions extends Leave {
  readonly store: GroupStore;
  /** Emptied by nobody else; files of a call are gone when it ends. */
  readonly spoolFolder: string;
  /** Where log rows wait while the store is away. */
  readonly fallbackFile: string;
  readonly limits?: Partial<IngestLimits>;
  readonly profile?: Profile;
  readonly verifyMd5?: VerifyMd5;
  /** What success is called. */
  readonly success?: string;
  readonly clock?: () => number;
  /** Told what failed on our side. */
  readonly onError?: (error: unknown) => void;
}

export function openIngest(options: IngestOptions): Ingest {
  mkdirSync(options.spoolFolder, { recursive: true });
  return new IngestService(options);
}

/** What is known of a call while it goes on, for its log row. */
interface Call {
  readonly submission: Submission;
  readonly steps: Step[];
  readonly notes: string[];
  group: DocumentGroup | null;
  isLogged: boolean;
}

class IngestService implements Ingest {
  readonly #options: IngestOptions;
  readonly #limits: IngestLimits;
  readonly #fallback: FallbackLog;
  readonly #turns = new Turns();

  constructor(options: IngestOptions) {
    this.#options = options;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#fallback = new FallbackLog(options.fallbackFile);
  }

  async ingest(submission: Submission): Promise<Outcome> {
    const call: Call = { submission, steps: [], notes: [], group: null, isLogged: false };
    const { success = 'OK' } = this.#options;
    try {
      await this.#take(call);
      if (!call.isLogged) await this.#log(call, logRow(call, this.#now(), null));
      await this.#fallback.replay(this.#options.store).catch(() => undefined); // later, then
      return { isOk: true, answer: success, errorId: null, failure: null, code: null, stackTrace: null, steps: call.steps };
    } catch (error) {
      return this.#fail(call, error);
    }
  }

  refuse(reason: Error, from: Pick<Submission, 'sender' | 'via'>): Promise<Outcome> {
    const submission = { ...from, metaInfo: null, data: null, dataLength: 0 };
    return this.#fail({ submission, steps: [], notes: [], group: null, isLogged: false }, reason);
  }

  async close(): Promise<void> {
    await this.#fallback.replay(this.#options.store).catch(() => undefined);
  }

  async #take(call: Call): Promise<void> {
    const group = await this.#describe(call);
    call.steps.push('zip');
    mustHaveData(group, call.submission.data === null ? 0 : call.submission.dataLength);
    if (group.operation === 'Del') return this.#store(call, group, new Map());
    const unpacking = new Unpacking(this.#options.spoolFolder, this.#limits.unpacked);
    try {
      const contents = await this.#unpack(call, group, unpacking);
      if (group.operation !== 'None') await this.#store(call, group, contents);
    } finally {
      await unpacking.remove();
    }
  }

  async #describe(call: Call): Promise<DocumentGroup> {
    call.steps.push('validate');
    const { metaInfo } = call.submission;
    const text = typeof metaInfo === 'string' ? metaInfo : metaInfo === null ? '' : writeMetaInfo(metaInfo, { articles: true });
    const { profile = 'published', extraFormats, articles } = this.#options;
    const limits = { length: this.#limits.description, documents: this.#limits.documents };
    const { group, notes } = await readMetaInfo(text, { profile, limits, ...definedOnly({ extraFormats, articles }) });
    call.steps.push('objects');
    call.notes.push(...notes);
    call.group = group;
    return group;
  }

  async #unpack(call: Call, group: DocumentGroup, unpacking: Unpacking): Promise<Map<string, UnpackedFile>> {
    const { document, unpacked, entries, ratio } = this.#limits;
    const zip = await openPackage(call.submission.data as Uint8Array | string, { entry: document, total: unpacked, entries, ratio });
    try {
      const found = entriesOf(zip, group);
      call.steps.push('unpack');
      const contents = await unpacking.unpack(zip, found);
      this.#verify(call, group, contents);
      return contents;
    } finally {
      zip.close();
    }
  }

  #verify(call: Call, { documents }: DocumentGroup, contents: ReadonlyMap<string, UnpackedFile>): void {
    const { verifyMd5 = 'warn' } = this.#options;
    if (verifyMd5 === 'off') return;
    for (const document of documents) {
      const content = contents.get(document.identifier);
      const problem = content && digestProblem(document, content);
      if (!problem) continue;
      if (verifyMd5 === 'reject') throw new Refusal(problem, 'digest');
      call.notes.push(`Warning: ${problem}`);
    }
  }

  /** Calls for one group wait for each other; another process is met by the store itself. */
  async #store(call: Call, described: DocumentGroup, unpacked: ReadonlyMap<string, UnpackedFile>): Promise<void> {
    call.steps.push('store');
    const group = inOneCase(described);
    const contents = new Map([...unpacked].map(([identifier, content]) => [identifier.toLowerCase(), content]));
    await this.#turns.take(group.identifier, async () => {
      const { store } = this.#options;
      // A new group is met by the store itself: one question less for most calls.
      const known = group.operation === 'Add' ? null : await store.known(group.identifier);
      mustFit(described, known !== null);
      const log = logRow(call, this.#now(), null);
      const { sender, isAdministrator = sender === null } = call.submission;
      const only = isAdministrator || sender === null ? {} : { onlyOf: sender };
      await store.store({ group, contents: filesToStore(group, contents, known), sender, log, ...only }).catch((error: unknown) => {
        if (error instanceof GroupConflict) mustFit(described, error.isUsed);
        if (error instanceof DocumentOfAnother) throw documentUsed(described, error);
        throw error instanceof GroupOfAnother ? notYours(described) : error;
      });
    });
    call.steps.push('log');
    call.isLogged = true;
  }

  async #fail(call: Call, error: unknown): Promise<Outcome> {
    const isRefused = codeOf(error) !== 'failed';
    if (!isRefused) this.#options.onError?.(error);
    const description = error instanceof MetaInfoError ? error.contractText : messageOf(error);
    const stackTrace = isRefused ? null : traceOf(error);
    const failure = { errorId: randomUUID(), description, stackTrace };
    await this.#log(call, logRow(call, this.#now(), failure));
    return {
      isOk: false,
      answer: `Error: ${description}`,
      errorId: failure.errorId,
      failure: isRefused ? 'refused' : 'failed',
      code: codeOf(error),
      stackTrace,
      steps: call.steps,
    };
  }

  /** Never fails the call: where even the file cannot be written, somebody is told. */
  async #log(call: Call, row: NewLogRow): Promise<void> {
    call.steps.push('log');
    const { store, onError = () => {} } = this.#options;
    try {
      await store.log(row);
      await this.#fallback.replay(store).catch(() => undefined);
    } catch (error) {
      onError(error);
      await this.#fallback.append(row).catch(onError);
    }
  }

  #now(): number {
    return (this.#options.clock ?? Date.now)();
  }
}

interface Failure {
  readonly errorId: string;
  readonly description: string;
  readonly stackTrace: string | null;
}

function logRow({ submission, group, notes }: Call, at: number, failure: Failure | null): NewLogRow {
  const { crawler, identifier, operation } = group ?? guessed(submission.metaInfo);
  return {
    at,
    crawler,
    group: identifier,
    operation,
    result: failure ? 'Error' : 'OK',
    message: [...(failure ? [failure.description] : []), ...notes].join('\n').slice(0, LONGEST_MESSAGE),
    stackTrace: failure?.stackTrace ?? null,
    sender: submission.sender,
    errorId: failure?.errorId ?? null,
  };
}

const LONGEST_MESSAGE = 20_000;

/** Of a description that is refused: as much as can be seen of whose it is. */
function guessed(metaInfo: Submission['metaInfo']): Pick<DocumentGroup, 'crawler' | 'identifier'> & { operation: string } {
  if (metaInfo === null) return { crawler: '', identifier: '', operation: '' };
  if (typeof metaInfo !== 'string') return metaInfo;
  const head = metaInfo.slice(0, 4000).replace(/<document\s[\s\S]*/, '');
  const value = (pattern: RegExp): string => pattern.exec(head)?.[1] ?? '';
  return { crawler: value(GUESSED.crawler), identifier: value(GUESSED.identifier), operation: value(GUESSED.operation) };
}

const valueOf = (name: string): RegExp => new RegExp(`\\s${name}\\s*=\\s*["']([^"'<]{0,200})["']`);
const GUESSED = { crawler: valueOf('crawler'), identifier: valueOf('identifier'), operation: valueOf('operation') };

function codeOf(error: unknown): RefusalCode | 'failed' {
  if (error instanceof Refusal) return error.code;
  if (error instanceof MetaInfoError) return 'description';
  if (error instanceof PackageError) return error.reason === 'limit' ? 'too-large' : 'package';
  return 'failed';
}

const messageOf = (error: unknown): string =>
  (error instanceof Error && error.message) || (error as { code?: string }).code || String(error);

/** With what caused it. */
function traceOf(error: unknown): string {
  const parts: string[] = [];
  for (let cause: unknown = error; cause instanceof Error && parts.length < 10; cause = cause.cause)
    parts.push(cause.stack ?? String(cause));
  return parts.join('\ncaused by ') || String(error);
}

/** Without the members that are undefined, which is not the same as left out. */
const definedOnly = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: Exclude<Values[Key], undefined>;
  };
