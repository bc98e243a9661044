/**
 * The connections by which the server reads workspaces: opened when somebody asks, closed when nobody has for a while.
 *
 * They are not kept for good because a writer that closes can fold its log into the database only when it is the last
 * one there. A workspace that was removed and made anew is noticed by the identity of its file.
 */
import type { WorkspaceReading, WorkspaceSigns } from '../../store/index.js';
import { ApiError } from '../api-error.js';

const IDLE_MS = 3000;
/** To find out that a workspace is damaged takes long: for that time it is not tried again. */
const DAMAGED_MS = 10_000;
const MOST = 16;

export type OpenReading = (folder: string) => WorkspaceReading;

interface Kept {
  readonly reading: WorkspaceReading;
  readonly file: number;
  timer: NodeJS.Timeout;
}

export class ReadingPool {
  readonly signs: WorkspaceSigns;
  readonly #open: OpenReading;
  readonly #kept = new Map<string, Kept>();
  readonly #damaged = new Map<string, { readonly error: unknown; readonly until: number }>();

  constructor(open: OpenReading, signs: WorkspaceSigns) {
    this.#open = open;
    this.signs = signs;
  }

  /** Nothing of the reading may be used after `use` has returned. Throws ApiError when the workspace cannot be read now. */
  read<T>(folder: string, use: (reading: WorkspaceReading) => T): T {
    const { reading } = this.#take(folder);
    try {
      return use(reading);
    } catch (error) {
      if (isOfDatabase(error)) this.#drop(folder);
      throw asApiError(error, folder);
    }
  }

  close(): void {
    for (const folder of this.#kept.keys()) this.#drop(folder);
  }

  #take(folder: string): Kept {
    const file = this.signs.identity(folder);
    const kept = this.#kept.get(folder);
    if (kept && kept.file === file) {
      kept.timer.refresh();
      return kept;
    }
    this.#drop(folder);
    if (file === null) throw new ApiError(404, 'no-workspace', `There is no workspace in ${folder} yet. A crawl makes it.`);
    return this.#opened(folder, file);
  }

  #opened(folder: string, file: number): Kept {
    const damaged = this.#damaged.get(folder);
    if (damaged && performance.now() < damaged.until) throw damaged.error;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size < MOST) break;
      this.#drop(oldest);
    }
    try {
      const timer = setTimeout(() => this.#drop(folder), IDLE_MS).unref();
      const kept = { reading: this.#open(folder), file, timer };
      this.#kept.set(folder, kept);
      return kept;
    } catch (error) {
      const told = asApiError(error, folder);
      if (isOfDamage(error)) this.#damaged.set(folder, { error: told, until: performance.now() + DAMAGED_MS });
      throw told;
    }
  }

  #drop(folder: string): void {
    const kept = this.#kept.get(folder);
    if (!kept) return;
    clearTimeout(kept.timer);
    this.#kept.delete(folder);
    kept.reading.close();
  }
}

const isOfDamage = (error: unknown): boolean => (error as Error).name === 'DamageFound';

const isOfDatabase = (error: unknown): boolean => String((error as { code?: unknown }).code ?? '').startsWith('SQLITE_');

function asApiError(error: unknown, folder: string): unknown {
  const { name, message } = error as Error;
  if (isOfDamage(error)) return new ApiError(503, 'workspace-damaged', message, { cause: error });
  if (name === 'FormatError') return new ApiError(503, 'workspace-not-ready', message, { cause: error });
  if (isOfDatabase(error))
    return new ApiError(503, 'workspace-not-ready', `The workspace in ${folder} cannot be read now (${message}). Try again soon.`, {
      cause: error,
    });
  return error;
}
