/**
 * Groups: which records belong to which agents, and which of them are ours.
 *
 * A run of User-agent lines opens a group; the first Allow or Disallow closes the run. Other records never do
 * (RFC 9309, 2.2.4), so `User-agent: a / Crawl-delay: 5 / User-agent: b / Disallow: /` closes the site to both.
 * What a pace record says is meant for the names above it, though: here the delay is a's alone. Hence two
 * partitions of the same names, one for access and one for pace. Members are stored once per group, not
 * once per name: ten thousand names over ten thousand rules stay twenty thousand entries.
 */
import type { Field, Line } from './lines.js';
import { textOf } from './octets.js';
import type { RobotsOptions } from './options.js';
import { type Pace, paceOf } from './pace.js';

export interface RawRule {
  readonly allow: boolean;
  readonly value: string;
  /** Where it stands in the file, from 1. */
  readonly line: number;
}

export interface Group {
  readonly rules: RawRule[];
  readonly pace: Pace[];
}

export const ANY_AGENT = '*';

const newGroup = (): Group => ({ rules: [], pace: [] });

class Partition {
  readonly byName = new Map<string, Group[]>();
  #open: Group = newGroup();
  #closed = true;
  /** False until the first User-agent line: records before it belong to nobody. */
  #started = false;

  name(name: string): void {
    if (this.#closed) this.#open = newGroup();
    this.#closed = false;
    this.#started = true;
    const groups = this.byName.get(name);
    if (!groups) this.byName.set(name, [this.#open]);
    else if (groups.at(-1) !== this.#open) groups.push(this.#open);
  }

  get current(): Group | null {
    return this.#started ? this.#open : null;
  }

  close(): void {
    this.#closed = true;
  }
}

export class Groups {
  readonly #access = new Partition();
  readonly #pace = new Partition();

  constructor(readonly options: RobotsOptions) {}

  take({ field, value, number }: Line): void {
    if (field === 'user-agent') this.#name(value);
    else if (field === 'allow' || field === 'disallow') this.#rule(field === 'allow', value, number);
    else this.#other(field, value);
  }

  /** The group name that applies to an agent: its own, else `*` when there is one, else null. */
  nameFor(agent: string): string | null {
    const own = this.options.agents === 'substring' ? this.#longestWithin(agent) : this.#sameToken(agent);
    return own ?? (this.#access.byName.has(ANY_AGENT) ? ANY_AGENT : null);
  }

  rulesOf(name: string): RawRule[] {
    return (this.#access.byName.get(name) ?? []).flatMap((group) => group.rules);
  }

  paceOf(name: string): Pace[] {
    return (this.#pace.byName.get(name) ?? []).flatMap((group) => group.pace);
  }

  #name(value: string): void {
    const name = groupName(value, this.options);
    this.#access.name(name);
    this.#pace.name(name);
  }

  #rule(allow: boolean, value: string, line: number): void {
    // An empty pattern matches nothing, but the line still ends the run of names.
    if (value !== '') this.#access.current?.rules.push({ allow, value, line });
    this.#access.close();
    this.#pace.close();
  }

  #other(field: Field | null, value: string): void {
    const pace = field && paceOf(field, value);
    if (pace) this.#pace.current?.pace.push(pace);
    if (pace || this.options.otherRecordsEndAgents) this.#pace.close();
    if (this.options.otherRecordsEndAgents) this.#access.close();
  }

  #sameToken(agent: string): string | null {
    const token = this.options.agents === 'token' ? leadingToken(agent, WIDE_TOKEN) : agent;
    const name = token.toLowerCase();
    return name !== '' && name !== ANY_AGENT && this.#access.byName.has(name) ? name : null;
  }

  #longestWithin(agent: string): string | null {
    const lower = agent.toLowerCase();
    let longest: string | null = null;
    for (const name of this.#access.byName.keys()) {
      if (name === '' || name === ANY_AGENT || name.length <= (longest?.length ?? 0)) continue;
      if (holdsInOrder(lower, name.split('*'))) longest = name;
    }
    return longest;
  }
}

/** RFC 9309: letters, hyphen and underscore. */
export const isProductToken = (token: string): boolean => /^[A-Za-z_-]+$/.test(token);

/** Digits and dots are outside the RFC's token but inside many names in use (`archive.org_bot`, `360Spider`). */
const WIDE_TOKEN = /^[A-Za-z0-9_.-]*/;
const BARE_TOKEN = /^[A-Za-z_-]*/;

/** A name nobody has: the group it opens is read and belongs to no agent. */
function groupName(value: string, { agents }: RobotsOptions): string {
  if (agents === 'substring') return textOf(value).toLowerCase();
  if (value === ANY_AGENT || /^\*[\s]/.test(value)) return ANY_AGENT;
  return leadingToken(value, agents === 'token' ? WIDE_TOKEN : BARE_TOKEN).toLowerCase();
}

const leadingToken = (text: string, token: RegExp): string => token.exec(text)?.[0] ?? '';

function holdsInOrder(text: string, pieces: readonly string[]): boolean {
  let at = 0;
  for (const piece of pieces) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}
