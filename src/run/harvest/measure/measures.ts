/**
 * What the expressions of a connector yielded in a run, counted while it runs: how often each was asked, how often it had an
 * answer, and what the last one was. Later runs are held against these numbers (see views/health/).
 *
 * Counting must cost next to nothing: two additions and a short hash for each value. Pages are not kept here, only where they
 * lie in the archive: a dozen for each rule that reads pages, the first ones and the last ones.
 */
import type { Compiled, Fields } from '../../../definition/expressions/index.js';
import { type Exchange, headerOf } from '../../../model/index.js';

/** What one expression yielded. */
export interface RuleMeasure {
  /** Rows or pages it was asked of. */
  readonly asked: number;
  /** Those it had a value for. */
  readonly filled: number;
  /** Values in all; rows, of `each`. */
  readonly values: number;
  /** Different values; no more than a thousand are told apart. */
  readonly distinct: number;
  /** Characters of all values. */
  readonly length: number;
  /** The last value it gave, shortened, and the page it gave it for. */
  readonly last: { readonly value: string; readonly url: string | null } | null;
}

/** A page that was read, as it is found in the archive again. */
export interface PageSample {
  readonly url: string;
  /** When it was asked for, in milliseconds since 1970. */
  readonly at: number;
  /** Content-Type as the server said it. */
  readonly type: string | null;
  /** Inside the archive that came. */
  readonly member?: string;
}

export interface RouteMeasures {
  readonly route: string;
  readonly mode: 'list' | 'changes';
  /** By rule: `list[0].fields.title`. */
  readonly rules: Readonly<Record<string, RuleMeasure>>;
  /** Pages by the rule that reads them: `list[0]`, `document.files[1]`. */
  readonly pages: Readonly<Record<string, readonly PageSample[]>>;
  /** Answers and rows of steps. */
  readonly steps: Readonly<Record<string, { readonly answers: number; readonly rows: number }>>;
  /** False where archives hold what changed since the last run: their numbers of rows say nothing. */
  readonly isWhole: boolean;
  /** Files of documents by role and media type. */
  readonly files: Readonly<Record<string, { readonly count: number; readonly bytes: number }>>;
}

const FIRST_PAGES = 8;
const LAST_PAGES = 4;
const LONGEST = 200;
const MOST_DISTINCT = 1000;
/** Fields that a page itself names are without number. */
const MOST_RULES = 1000;

export class Measures {
  readonly #route: string;
  readonly #mode: RouteMeasures['mode'];
  readonly #rules = new Map<string, RuleMeter>();
  readonly #pages = new Map<string, PageSample[]>();
  readonly #steps = new Map<string, { answers: number; rows: number }>();
  #isWhole = true;
  readonly #files = new Map<string, { count: number; bytes: number }>();

  constructor(route: string, mode: RouteMeasures['mode']) {
    this.#route = route;
    this.#mode = mode;
  }

  rule(name: string): RuleMeter {
    const known = this.#rules.get(name);
    if (known) return known;
    const meter = new RuleMeter();
    if (this.#rules.size < MOST_RULES) this.#rules.set(name, meter);
    return meter;
  }

  page(rule: string, exchange: Exchange | undefined, member?: string): void {
    if (!exchange) return;
    const pages = this.#pages.get(rule) ?? [];
    const type = headerOf(exchange.headers, 'content-type');
    const page = { url: exchange.url, at: exchange.startedAt, type, ...(member === undefined ? {} : { member }) };
    if (pages.length >= FIRST_PAGES + LAST_PAGES) pages.splice(FIRST_PAGES, 1);
    pages.push(page);
    this.#pages.set(rule, pages);
  }

  step(rule: string, { answers, rows }: { readonly answers: number; readonly rows: number }): void {
    this.#steps.set(rule, { answers, rows });
  }

  /** A step lists changes among the rest. */
  listsChanges(): void {
    this.#isWhole = false;
  }

  file(role: string, type: string, bytes: number): void {
    const name = `${role} ${type}`;
    const known = this.#files.get(name);
    if (!known) this.#files.set(name, { count: 1, bytes });
    else {
      known.count++;
      known.bytes += bytes;
    }
  }

  view(): RouteMeasures {
    const rules = [...this.#rules].filter(([, meter]) => meter.isAsked).map(([name, meter]) => [name, meter.view()] as const);
    return {
      route: this.#route,
      mode: this.#mode,
      rules: Object.fromEntries(rules),
      pages: Object.fromEntries(this.#pages),
      steps: Object.fromEntries(this.#steps),
      isWhole: this.#isWhole,
      files: Object.fromEntries(this.#files),
    };
  }
}

export class RuleMeter {
  #asked = 0;
  #filled = 0;
  #values = 0;
  #length = 0;
  #last: { value: string; url: string | null } | null = null;
  readonly #seen = new Set<number>();

  get isAsked(): boolean {
    return this.#asked > 0;
  }

  take(values: readonly string[], url: string | null): void {
    this.count(values.length);
    for (const value of values) {
      this.#length += value.length;
      if (this.#seen.size < MOST_DISTINCT) this.#seen.add(digest(value));
    }
    const last = values.at(-1);
    if (last !== undefined) this.#last = { value: last.slice(0, LONGEST), url };
  }

  /** Rows, of which nobody wants to see the text. */
  count(values: number): void {
    this.#asked++;
    if (values > 0) this.#filled++;
    this.#values += values;
  }

  view(): RuleMeasure {
    const last = this.#last;
    return { asked: this.#asked, filled: this.#filled, values: this.#values, distinct: this.#seen.size, length: this.#length, last };
  }
}

/** Of the beginning and the length: enough to tell whether all rows say the same. */
function digest(value: string): number {
  let hash = value.length;
  for (let at = 0; at < value.length && at < 64; at++) hash = (Math.imul(hash, 31) + value.charCodeAt(at)) | 0;
  return hash;
}

/** The same expression, counted. */
export function measured(expression: Compiled, meter: RuleMeter): Compiled {
  return {
    values(context) {
      const values = expression.values(context);
      meter.take(values, context.content.url);
      return values;
    },
    nodes(context) {
      const nodes = expression.nodes(context);
      meter.count(nodes.length);
      return nodes;
    },
    valuesAsync: (context) => expression.valuesAsync(context),
    nodesAsync: (context) => expression.nodesAsync(context),
    found: (context, fetched) => expression.found(context, fetched),
  };
}

/** The same fields, each counted. */
export function measuredFields(fields: Fields, where: string, measures: Measures): Fields {
  const meters = fields.names.map((name) => [name, measures.rule(`${where}.${name}`)] as const);
  const count = (values: Record<string, string[]>, url: string | null): Record<string, string[]> => {
    for (const [name, meter] of meters) meter.take(values[name] ?? [], url);
    return values;
  };
  return {
    names: fields.names,
    isOpen: fields.isOpen,
    read: (context) => count(fields.read(context), context.content.url),
    readAsync: async (context) => count(await fields.readAsync(context), context.content.url),
  };
}
