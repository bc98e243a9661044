/**
 * The rules of one agent, arranged so that a decision looks at few of them.
 *
 * Distinct literal prefixes stand in a sorted list, each knowing the longest other prefix that begins
 * it. One binary search finds the neighbourhood of a path; from there the chain of prefixes is every rule that
 * can match. Rules without a star are decided by the chain alone. Those with stars are tried, and where
 * many share a prefix (`/*something`), only those of which a rare three-character piece occurs in the path.
 */
import { matchesAfterPrefix, type Pattern } from './pattern.js';

export interface Rule {
  readonly allow: boolean;
  readonly pattern: Pattern;
  /** The line as it would be written, for explanations: `Disallow: /private/`. */
  readonly text: string;
  /** Where it stands in the file, from 1. */
  readonly line: number;
}

interface Ranked extends Rule {
  /** Order of precedence: longer first, Allow before Disallow of the same length. */
  readonly rank: number;
}

interface Node {
  readonly prefix: string;
  /** Index of the longest other prefix this one starts with; -1 for none. */
  readonly parent: number;
  /** The best rule that is nothing but this prefix. */
  readonly plain: Ranked | null;
  readonly starred: Starred | null;
  /** Best rank here and up the chain: no use in climbing for less. */
  readonly ceiling: number;
}

const rankOf = (rule: Rule): number => rule.pattern.weight * 2 + (rule.allow ? 1 : 0);

export class RuleIndex {
  readonly #nodes: Node[] = [];

  constructor(rules: Iterable<Rule>) {
    const byPrefix = new Map<string, Ranked[]>();
    for (const rule of rules) {
      const ranked = { ...rule, rank: rankOf(rule) };
      const siblings = byPrefix.get(rule.pattern.prefix);
      if (siblings) siblings.push(ranked);
      else byPrefix.set(rule.pattern.prefix, [ranked]);
    }
    const open: number[] = [];
    for (const prefix of [...byPrefix.keys()].sort(byCodeUnit)) {
      while (open.length && !prefix.startsWith((this.#nodes[open.at(-1) as number] as Node).prefix)) open.pop();
      open.push(this.#add(prefix, byPrefix.get(prefix) as Ranked[], open.at(-1) ?? -1));
    }
  }

  /** The rule that decides for this path; null when none matches. */
  best(path: string): Ranked | null {
    let at = this.#lastNotAfter(path);
    if (at < 0) return null;
    const shared = commonLength((this.#nodes[at] as Node).prefix, path);
    let best: Ranked | null = null;
    while (at >= 0) {
      const node = this.#nodes[at] as Node;
      if (best && node.ceiling <= best.rank) break;
      if (node.prefix.length <= shared) best = betterOf(node, path, best);
      at = node.parent;
    }
    return best;
  }

  #add(prefix: string, rules: readonly Ranked[], parent: number): number {
    let plain: Ranked | null = null;
    const starred: Ranked[] = [];
    for (const rule of rules) {
      if (rule.pattern.pieces.length || rule.pattern.tied) starred.push(rule);
      else if (!plain || rule.rank > plain.rank) plain = rule;
    }
    const own = rules.reduce((highest, rule) => Math.max(highest, rule.rank), -1);
    const ceiling = Math.max(own, this.#nodes[parent]?.ceiling ?? -1);
    return this.#nodes.push({ prefix, parent, plain, starred: starred.length ? new Starred(starred) : null, ceiling }) - 1;
  }

  /** The last prefix in sorted order that is not after the path: whatever the path starts with is in its chain. */
  #lastNotAfter(path: string): number {
    let low = 0;
    let high = this.#nodes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#nodes[middle] as Node).prefix <= path) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

function betterOf(node: Node, path: string, best: Ranked | null): Ranked | null {
  const plain = node.plain && node.plain.rank > (best?.rank ?? -1) ? node.plain : best;
  return node.starred ? node.starred.best(path, node.prefix.length, plain) : plain;
}

/** Rules with stars or `$` that share a literal prefix. */
class Starred {
  /** Tried one by one, best rank first. */
  readonly #always: Ranked[] = [];
  /** Three characters that must occur behind the prefix → the rules that need them. */
  readonly #byGram = new Map<number, Ranked[]>();
  /** One mark per gram's hash: nearly every gram of a path is turned away here, before the map is asked. */
  readonly #marks: Uint8Array;

  constructor(rules: Ranked[]) {
    rules.sort((a, b) => b.rank - a.rank);
    const frequency = rules.length > FEW ? gramFrequency(rules) : null;
    for (const rule of rules) {
      const gram = frequency ? rarestGram(rule, frequency) : -1;
      const list = gram < 0 ? this.#always : (this.#byGram.get(gram) ?? []);
      list.push(rule);
      if (gram >= 0) this.#byGram.set(gram, list);
    }
    this.#marks = new Uint8Array(2 ** Math.ceil(Math.log2(this.#byGram.size * 8 + 1)));
    for (const gram of this.#byGram.keys()) this.#marks[slotOf(gram, this.#marks)] = 1;
  }

  best(path: string, from: number, bound: Ranked | null): Ranked | null {
    let best = firstMatch(this.#always, path, bound);
    if (this.#byGram.size === 0) return best;
    let gram = 0;
    for (let at = from; at < path.length; at++) {
      gram = withNext(gram, path.charCodeAt(at));
      if (!this.#marks[slotOf(gram, this.#marks)]) continue;
      const rules = this.#byGram.get(gram);
      if (rules) best = firstMatch(rules, path, best);
    }
    return best;
  }
}

/** Below this many rules, trying them all is quicker than looking up what the path holds. */
const FEW = 12;
const GRAM = 3;

/** Slides on by one character; after three, nothing of what stood before is left. */
const withNext = (gram: number, code: number): number => ((gram << 8) | (code & 0xff)) & 0xffffff;

/** A slot of a table whose length is a power of two. */
const slotOf = (gram: number, { length }: Uint8Array): number => (Math.imul(gram, 0x9e3779b1) >>> 8) & (length - 1);

function* gramsOf(rule: Ranked): Generator<number> {
  for (const { text } of rule.pattern.pieces) {
    let gram = 0;
    for (let at = 0; at < text.length; at++) {
      gram = withNext(gram, text.charCodeAt(at));
      if (at + 1 >= GRAM) yield gram;
    }
  }
}

function gramFrequency(rules: readonly Ranked[]): Map<number, number> {
  const frequency = new Map<number, number>();
  for (const rule of rules) for (const gram of new Set(gramsOf(rule))) frequency.set(gram, (frequency.get(gram) ?? 0) + 1);
  return frequency;
}

/** -1 when no piece of the rule is long enough. */
function rarestGram(rule: Ranked, frequency: ReadonlyMap<number, number>): number {
  let rarest = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const gram of gramsOf(rule)) {
    const count = frequency.get(gram) ?? 0;
    if (count < least) [rarest, least] = [gram, count];
  }
  return rarest;
}

/** The first match among rules in order of rank, if it beats the bound. */
function firstMatch(rules: readonly Ranked[], path: string, bound: Ranked | null): Ranked | null {
  for (const rule of rules) {
    if (bound && rule.rank <= bound.rank) return bound;
    if (matchesAfterPrefix(rule.pattern, path)) return rule;
  }
  return bound;
}

function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
