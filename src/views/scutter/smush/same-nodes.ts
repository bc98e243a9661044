/**
 * Nodes that mean the same, as sets: each has one that stands for all. Unions are transitive, and the order they come in
 * makes no difference: an IRI stands for blank nodes, and of several IRIs the first in the alphabet.
 */
import type { Term } from '../../../store/index.js';

export const keyOf = ({ termType, value }: Term): string => (termType === 'NamedNode' ? value : `_:${value}`);

export class SameNodes {
  readonly #terms = new Map<string, Term>();
  readonly #parent = new Map<string, string>();
  #members: Map<string, Term[]> | null = null;

  /** Returns true when they were not known to be the same. */
  unite(left: Term, right: Term): boolean {
    const [a, b] = [this.#rootOf(this.#enter(left)), this.#rootOf(this.#enter(right))];
    if (a === b) return false;
    const [winner, loser] = this.#standsBefore(a, b) ? [a, b] : [b, a];
    this.#parent.set(loser, winner);
    this.#members = null;
    return true;
  }

  get isEmpty(): boolean {
    return this.#terms.size === 0;
  }

  /** The node that stands for it: itself, where nothing is known to be the same. */
  canonical(term: Term): Term {
    if (term.termType === 'Literal') return term;
    const key = keyOf(term);
    return this.#parent.has(key) ? (this.#terms.get(this.#rootOf(key)) as Term) : term;
  }

  /** All that mean the same as this one, itself among them. */
  membersOf(term: Term): readonly Term[] {
    if (term.termType === 'Literal' || !this.#parent.has(keyOf(term))) return [term];
    this.#members ??= this.#gathered();
    return this.#members.get(this.#rootOf(keyOf(term))) ?? [term];
  }

  #enter(term: Term): string {
    const key = keyOf(term);
    if (!this.#parent.has(key)) {
      this.#parent.set(key, key);
      this.#terms.set(key, term);
    }
    return key;
  }

  /** Ways are made short as they are gone, so that long chains stay cheap. */
  #rootOf(key: string): string {
    let at = key;
    for (let parent = this.#parent.get(at) as string; parent !== at; parent = this.#parent.get(at) as string) {
      const above = this.#parent.get(parent) as string;
      this.#parent.set(at, above);
      at = above;
    }
    return at;
  }

  #standsBefore(a: string, b: string): boolean {
    const [blankA, blankB] = [a.startsWith('_:'), b.startsWith('_:')];
    return blankA === blankB ? a < b : blankB;
  }

  #gathered(): Map<string, Term[]> {
    const members = new Map<string, Term[]>();
    for (const [key, term] of this.#terms) {
      const root = this.#rootOf(key);
      const known = members.get(root);
      if (known) known.push(term);
      else members.set(root, [term]);
    }
    return members;
  }
}
