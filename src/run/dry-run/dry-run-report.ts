/** What a dry run found, as data, and the counting of it: numbers by name, with a few examples of each, whatever the size of the crawl. */

export interface DryRunReport {
  readonly workspace: string;
  /** The run whose archive was replayed. */
  readonly run: number;
  /** It was stopped before its end: the numbers are of what was replayed. */
  readonly stopped: boolean;
  /** Archived answers that were read anew. */
  readonly replayed: number;
  /** URLs the definition would fetch. */
  readonly fetched: {
    /** Answers that the archive has. */
    readonly held: number;
    /** Would have to be requested; links behind them are not known. */
    readonly toRequest: number;
    /** Why these are not held: refused before by a rule, queued, failed, not met. */
    readonly toRequestBecause: readonly Named[];
  };
  readonly sites: readonly SiteOutlook[];
  /** Links the definition refuses, by rule. */
  readonly refused: readonly Named[];
  /** Fetched before and not any more, by the rule that keeps them out now. */
  readonly dropped: { readonly pages: number; readonly because: readonly Named[] };
  /** Documents that would be read otherwise than they were. */
  readonly extracted: { readonly compared: number; readonly different: number; readonly fields: readonly FieldDifferences[] };
  /** What documents would be, compared field by field with what is stored. */
  readonly typed: { readonly Add: number; readonly Upd: number; readonly None: number };
  /** Documents now of which nothing would be made. */
  readonly lost: Named;
  /** Answers whose record is missing or damaged, and pages that could not be read. */
  readonly unreadable: Named;
}

export interface Named {
  readonly name: string;
  readonly count: number;
  readonly examples: readonly string[];
}

export interface SiteOutlook {
  readonly site: string;
  readonly held: number;
  readonly toRequest: number;
  readonly dropped: number;
  readonly examples: readonly string[];
}

export interface FieldDifferences {
  readonly field: string;
  readonly count: number;
  readonly examples: readonly { readonly url: string; readonly before: string; readonly after: string }[];
}

/** Counts by name. Names beyond a bound are counted together: a hostile site must not fill the memory with them. */
export class Counts<E = string> {
  readonly #named = new Map<string, { count: number; examples: E[] }>();

  constructor(private readonly shown: number) {}

  add(name: string, example: E): void {
    const known = this.#named.get(name) ?? (this.#named.size < MOST_NAMES ? this.#begin(name) : this.#begin(OTHERS));
    known.count++;
    if (known.examples.length < this.shown) known.examples.push(example);
  }

  of(name: string): number {
    return this.#named.get(name)?.count ?? 0;
  }

  get total(): number {
    let total = 0;
    for (const { count } of this.#named.values()) total += count;
    return total;
  }

  /** Most first. */
  list(): { name: string; count: number; examples: E[] }[] {
    return [...this.#named]
      .map(([name, counted]) => ({ name, ...counted }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  }

  #begin(name: string): { count: number; examples: E[] } {
    const begun = this.#named.get(name) ?? { count: 0, examples: [] };
    this.#named.set(name, begun);
    return begun;
  }
}

const MOST_NAMES = 200_000;
const OTHERS = '(others)';
