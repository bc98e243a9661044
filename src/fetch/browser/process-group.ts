/** The processes of a group and the memory each holds, as Linux tells it; elsewhere there are none to be seen. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Member {
  readonly id: number;
  /** It shows pages. */
  readonly isRenderer: boolean;
  /** Bytes that are gone from the machine while it lives: its own, and what it shares with others in memory. */
  readonly bytes: number;
}

/** Numbers of processes are used again after a while: what is known of them is looked up anew after so many looks. */
const LOOKS_REMEMBERED = 50;

export class ProcessGroup {
  readonly #group: number | undefined;
  /** Null: of another group. */
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
    // A process that was forked a moment ago has the command of its parent still.
    if (!isOurs || found?.isRenderer) this.#known.set(id, found);
    return found;
  }
}

/** After the name, which may hold anything: state, parent, group. */
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
