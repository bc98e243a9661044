/** What the memory says of a source now, asked while it is being written. Sources are found by their URL: nodes have no names to ask by. */
import type { Quad, Quad_Subject } from '@rdfjs/types';
import type { KnowledgeWriting, Solutions, TriplePattern } from '../../../store/index.js';
import * as word from './vocabulary.js';
import { iri, MEMORY_GRAPH, statement, variable } from './vocabulary.js';

const SCOPE = { kind: 'merged', graphs: [MEMORY_GRAPH] } as const;
const IT = variable('it');
const OF_SOURCE: TriplePattern = { subject: IT, predicate: word.SOURCE, object: variable('source') };

export class MemoryReading {
  constructor(private readonly write: KnowledgeWriting) {}

  isSource(url: string): boolean {
    for (const _row of this.#ask(url, []).rows) return true;
    return false;
  }

  countOrigins(url: string): number {
    return [...this.#ask(url, [{ subject: IT, predicate: word.ORIGIN, object: variable('value') }]).rows].length;
  }

  /** When the newest fetch was begun; before all times where there is none. */
  latestFetch(url: string): number {
    const [fetch, date] = [variable('fetch'), variable('value')];
    const patterns = [
      { subject: IT, predicate: word.LATEST_FETCH, object: fetch },
      { subject: fetch, predicate: word.DATE, object: date },
    ];
    return Math.max(Number.NEGATIVE_INFINITY, ...valuesIn(this.#ask(url, patterns), 'value').map(({ value }) => Date.parse(value)));
  }

  /** Statements that a newer fetch replaces: which is the latest, and why the source is skipped. */
  replaced(url: string): Quad[] {
    return [...this.#about(url, word.LATEST_FETCH), ...this.skip(url)];
  }

  skip(url: string): Quad[] {
    const reason = variable('reason');
    const patterns = [
      { subject: IT, predicate: word.SKIP, object: reason },
      { subject: reason, predicate: variable('property'), object: variable('value') },
    ];
    return [...this.#about(url, word.SKIP), ...quadsIn(this.#ask(url, patterns), 'reason')];
  }

  /** What was wrong with the document as it was before. */
  problems(url: string): Quad[] {
    const [fetch, reason] = [variable('fetch'), variable('value')];
    const ofFetch = [
      { subject: IT, predicate: word.HAS_FETCH, object: fetch },
      { subject: fetch, predicate: word.PROBLEM, object: reason },
    ];
    return quadsIn(this.#ask(url, ofFetch), 'fetch', word.PROBLEM);
  }

  #about(url: string, property: typeof word.SKIP): Quad[] {
    const solutions = this.#ask(url, [{ subject: IT, predicate: property, object: variable('value') }]);
    return quadsIn(solutions, 'it', property);
  }

  #ask(url: string, patterns: readonly TriplePattern[]): Solutions {
    return this.write.solve([OF_SOURCE, ...patterns], SCOPE, { source: iri(url) });
  }
}

const valuesIn = ({ variables, rows }: Solutions, name: string) => {
  const place = variables.indexOf(name);
  return [...rows].flatMap((row) => row[place] ?? []);
};

function quadsIn({ variables, rows }: Solutions, subject: string, property?: typeof word.SKIP): Quad[] {
  const [s, p, o] = [subject, 'property', 'value'].map((name) => variables.indexOf(name)) as [number, number, number];
  return [...rows].map((row) =>
    statement(MEMORY_GRAPH, row[s] as Quad_Subject, property ?? (row[p] as typeof word.SKIP), row[o] as Quad['object']),
  );
}
