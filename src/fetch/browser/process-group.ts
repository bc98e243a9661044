/** The processes of a group and the memory each uses, as Linux reports it. Other systems report none. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Member {
  readonly id: number;
  /** Whether it shows pages. */
  readonly isRenderer: boolean;
  /** Bytes that the process occupies: its own, and the memory it shares with others. */
  readonly bytes: number;
}

/** Process numbers are reused: after this many looks, look up again what each process is. */
const LOOKS_REMEMBERED = 50;

export class ProcessGroup {
  readonly #group: number | undefined;
  /** Null: the process belongs to another group. */
  #known = new Map<string, { readonly isRenderer: boolean } | null>();
  #looks = 0;

  constructor(group: number | undefined) {
    this.#group = process.platform === 'linux' ? group : undefined;
  }

  members(): Member[] {
    if (this.#group === undefined) return [];
    if (++this.#looks % LOOKS_REMEMBERED === 0) this.#known.clear();
    return readdirSync('/proc').flatMap((name) => {
      const known = /^\d+$/.test(name) ? this.#look(name) : null;
      return known ? [{ id: Number(name), isRenderer: known.isRenderer, bytes: memoryOf(name) }] : [];
    });
  }

  #look(id: string): { readonly isRenderer: boolean } | null {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const isOurs = groupOf(id) === this.#group;
    const command = isOurs ? read(`/proc/${id}/cmdline`) : '';
    const found = isOurs ? { isRenderer: command.includes('--type=renderer') } : null;
    // A process that was just forked still has the command of its parent.
    if (!isOurs || found?.isRenderer) this.#known.set(id, found);
    return found;
  }
}

/** The fields after the name, which may contain anything: state, parent, group. */
function groupOf(id: string): number {
  const stat = read(`/proc/${id}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[3]);
}

function memoryOf(id: string): number {
  const status = read(`/proc/${id}/status`);
  return [...status.matchAll(HELD)].reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0) * 1024;
}

const HELD = /^(?:RssAnon|RssShmem|VmSwap):[ \t]+(\d+) kB/gm;

/** Empty when the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
