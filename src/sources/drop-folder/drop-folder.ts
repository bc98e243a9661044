/**
 * A folder into which other programs put files with URLs while a crawl runs.
 *
 * A file is read once it has not changed between two polls, or at once when it was renamed from an ignored name (.part,
 * .tmp, a leading dot): unfinished files wait. When all of its URLs are durably queued it moves to done/; a file that
 * cannot be used moves to failed/, with a .why file beside it. After a crash between queueing and moving, the file is
 * read again, which does no harm: known URLs are recognised. Nothing happens between polls.
 */
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type DropProblem, type DroppedUrl, ENDINGS, readDropFile } from './read-drop-file.js';

export interface DropCounts {
  readonly accepted: number;
  readonly updated: number;
  readonly blacklisted: number;
  readonly refused: number;
}

/** What became of one file. */
export interface DroppedFile extends DropCounts {
  readonly name: string;
  readonly state: 'done' | 'failed';
  /** How many lines could not be read, and the first of them with place and reason. */
  readonly unreadable: number;
  readonly problems: readonly DropProblem[];
}

export interface DropOptions {
  /** Called for each file that has been processed. */
  readonly onFile?: (file: DroppedFile) => void;
  /** Make the folder if it is not there. */
  readonly create?: boolean;
  /** Stops reading between two batches; the file stays and is read again. */
  readonly stop?: AbortSignal;
}

export interface DropFolder {
  /** Reads the files that are ready. Calls never overlap. Rejects when `take` rejects; the file then stays. */
  poll(): Promise<void>;
  /** Counts over all files so far. */
  readonly counts: DropCounts & { readonly files: number; readonly failed: number };
}

const BATCH = 1000;
const PROBLEMS_KEPT = 1000;
const NOTHING: DropCounts = { accepted: 0, updated: 0, blacklisted: 0, refused: 0 };

/** `take` resolves when the entries are durably queued. A missing folder is no error. */
export function dropFolder(
  path: string,
  take: (entries: readonly DroppedUrl[]) => Promise<DropCounts>,
  options: DropOptions = {},
): DropFolder {
  const watch = new Watch(path);
  let counts = { ...NOTHING, files: 0, failed: 0 };
  let running: Promise<void> | null = null;
  const readReady = async () => {
    if (options.create) await mkdir(path, { recursive: true });
    for (const file of await watch.ready()) {
      const read = await readFileWhole(join(path, file.name), take, options.stop);
      if (read === null) return;
      if (!(await watch.isUnchanged(file))) continue; // somebody wrote to it meanwhile: read it again later
      const dealtWith = { name: file.name, ...read };
      counts = addUp(counts, dealtWith);
      await putAway(path, dealtWith).catch(() => watch.leaveAlone(file));
      options.onFile?.(dealtWith);
    }
  };
  return {
    poll: () => (running ??= readReady().finally(() => (running = null))),
    get counts() {
      return counts;
    },
  };
}

const sum = (one: DropCounts, other: DropCounts): DropCounts => ({
  accepted: one.accepted + other.accepted,
  updated: one.updated + other.updated,
  blacklisted: one.blacklisted + other.blacklisted,
  refused: one.refused + other.refused,
});

const addUp = (counts: DropFolder['counts'], file: DroppedFile) => ({
  ...sum(counts, file),
  files: counts.files + 1,
  failed: counts.failed + Number(file.state === 'failed'),
});

// ---- which files are ready

interface SeenFile {
  readonly name: string;
  readonly inode: bigint;
  readonly size: bigint;
  readonly changedAt: bigint;
}

class Watch {
  readonly #path: string;
  #before = new Map<string, SeenFile>();
  /** Inodes of files with ignored names. When one of them gets a proper name it was renamed, so it is complete. */
  #hidden = new Set<bigint>();
  /** Processed, but they could not be moved away. */
  readonly #leftAlone = new Map<string, SeenFile>();

  constructor(path: string) {
    this.#path = path;
  }

  async ready(): Promise<SeenFile[]> {
    const seen = await this.#look();
    const shown = seen.filter(({ name }) => !isHidden(name));
    const ready = shown.filter((file) => file.size > 0n && this.#isComplete(file) && !isSame(this.#leftAlone.get(file.name), file));
    this.#before = new Map(shown.map((file) => [file.name, file]));
    this.#hidden = new Set(seen.filter(({ name }) => isHidden(name)).map(({ inode }) => inode));
    return ready;
  }

  #isComplete(file: SeenFile): boolean {
    return isSame(this.#before.get(file.name), file) || this.#hidden.has(file.inode);
  }

  async isUnchanged(file: SeenFile): Promise<boolean> {
    return isSame(await this.#stat(file.name), file);
  }

  leaveAlone(file: SeenFile): void {
    this.#leftAlone.set(file.name, file);
  }

  async #look(): Promise<SeenFile[]> {
    const entries = await readdir(this.#path, { withFileTypes: true }).catch(() => []);
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    const files: SeenFile[] = [];
    for (const name of names.sort()) files.push(...[await this.#stat(name)].filter((file) => file !== undefined));
    return files;
  }

  async #stat(name: string): Promise<SeenFile | undefined> {
    const found = await stat(join(this.#path, name), { bigint: true }).catch(() => null);
    return found ? { name, inode: found.ino, size: found.size, changedAt: found.mtimeNs } : undefined;
  }
}

const isHidden = (name: string) => name.startsWith('.') || /\.(?:tmp|part)$/i.test(name);

const isSame = (one: SeenFile | undefined, other: SeenFile): boolean =>
  one !== undefined && one.inode === other.inode && one.size === other.size && one.changedAt === other.changedAt;

// ---- one file

type ReadFile = Omit<DroppedFile, 'name'>;

/** Null when reading was stopped. */
async function readFileWhole(
  path: string,
  take: (entries: readonly DroppedUrl[]) => Promise<DropCounts>,
  stop: AbortSignal | undefined,
): Promise<ReadFile | null> {
  const rows = readDropFile(path);
  if (!rows)
    return failure(
      0,
      `a name ending in ${extname(path) || 'nothing'} says nothing about the format; the endings are ${ENDINGS.join(', ')}`,
    );
  const reading = new Reading(take);
  try {
    for await (const row of rows) {
      if (stop?.aborted) return null;
      await reading.add(row);
    }
  } catch (error) {
    if (reading.takeFailed) throw error;
    return failure(0, `the file cannot be read: ${(error as Error).message}`);
  }
  return reading.end();
}

const failure = (line: number, why: string): ReadFile => ({ ...NOTHING, state: 'failed', unreadable: 1, problems: [{ line, why }] });

/** Collects batches, so that a file of any length takes the memory of one batch. */
class Reading {
  readonly #take: (entries: readonly DroppedUrl[]) => Promise<DropCounts>;
  #batch: DroppedUrl[] = [];
  #counts = NOTHING;
  #taken = 0;
  #unreadable = 0;
  readonly #problems: DropProblem[] = [];
  /** The error comes from `take`, not from the file. */
  takeFailed = false;

  constructor(take: (entries: readonly DroppedUrl[]) => Promise<DropCounts>) {
    this.#take = take;
  }

  async add(row: DroppedUrl | DropProblem): Promise<void> {
    if ('why' in row) {
      this.#unreadable++;
      if (this.#problems.length < PROBLEMS_KEPT) this.#problems.push(row);
    } else if (this.#batch.push(row) >= BATCH) await this.#flush();
  }

  async end(): Promise<ReadFile> {
    await this.#flush();
    const state = this.#taken === 0 && this.#unreadable > 0 ? 'failed' : 'done';
    return { ...this.#counts, state, unreadable: this.#unreadable, problems: this.#problems };
  }

  async #flush(): Promise<void> {
    if (this.#batch.length === 0) return;
    const batch = this.#batch;
    this.#batch = [];
    this.takeFailed = true;
    this.#counts = sum(this.#counts, await this.#take(batch));
    this.takeFailed = false;
    this.#taken += batch.length;
  }
}

// ---- what is left of it

async function putAway(path: string, { name, state, unreadable, problems }: DroppedFile): Promise<void> {
  const folder = join(path, state);
  await mkdir(folder, { recursive: true });
  const kept = await freeName(folder, name);
  const lines = problems.map(({ line, why }) => (line > 0 ? `line ${line}: ${why}` : why));
  if (unreadable > problems.length) lines.push(`… and ${unreadable - problems.length} more`);
  if (lines.length > 0) await writeFile(join(folder, `${kept}.why`), `${lines.join('\n')}\n`);
  await rename(join(path, name), join(folder, kept));
}

/** Never overwrites a file: a program may drop urls.txt every minute. */
async function freeName(folder: string, name: string): Promise<string> {
  const ending = extname(name);
  const stem = name.slice(0, name.length - ending.length);
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  for (let number = 0; ; number++) {
    const candidate = number === 0 ? name : `${stem}-${time}${number === 1 ? '' : `-${number}`}${ending}`;
    const taken = await Promise.all([candidate, `${candidate}.why`].map((each) => stat(join(folder, each)).catch(() => null)));
    if (taken.every((found) => found === null)) return candidate;
  }
}
