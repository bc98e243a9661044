/** Changes to knowledge.db, inside a transaction of the store. */
import type { BlankNode, Quad } from '@rdfjs/types';
import { KnowledgeError, type KnowledgeWriting, type Term } from '../../../store/index.js';
import type { Sqlite } from '../database.js';
import { UNKNOWN } from './dictionary.js';
import type { SqliteQuadSource } from './quad-source.js';
import { textOf } from './terms.js';

/** How the label of a blank node becomes a text of the dictionary. */
type Blank = (node: BlankNode, g: number) => string;

/** Labels of a document mean nothing outside its graph, even where they look like one of ours. */
const ofGraph: Blank = ({ value }, g) => `_g${g}_${value}`;

export class QuadWriter {
  readonly #sql: ReturnType<typeof prepare>;

  constructor(
    db: Sqlite,
    private readonly source: SqliteQuadSource,
  ) {
    this.#sql = prepare(db);
  }

  /** What the store gives to whoever writes. */
  writing(): KnowledgeWriting {
    const { source } = this;
    return {
      solve: (...question) => source.solve(...question),
      count: (...question) => source.count(...question),
      estimate: (...question) => source.estimate(...question),
      graphs: () => source.graphs(),
      replaceGraph: (graph, quads) => this.#changing(() => this.#replace(this.#add(`<${graph}`, graph), quads)),
      removeGraph: (graph) => this.#changing(() => this.#empty(graph === '' ? 0 : source.dictionary.find(`<${graph}`), graph)),
      add: (quads) => this.#changing(() => this.#insertAll(quads)),
      remove: (quads) => this.#changing(() => this.#deleteAll(quads)),
    };
  }

  #changing<T>(change: () => T): T {
    this.source.forgetPlans();
    return change();
  }

  #replace(g: number, quads: Iterable<Quad>): number {
    this.#delete(g);
    let count = 0;
    for (const quad of quads) if (this.#insert(quad, g, ofGraph)) count += 1;
    return count;
  }

  #empty(g: number, graph: string): void {
    if (g !== UNKNOWN || graph === '') this.#delete(g);
  }

  #delete(g: number): void {
    const { statistics } = this.source;
    if (statistics.ofGraph(g) === 0) return;
    for (const [p, count] of this.#sql.predicatesOf.all(g) as [number, number][]) statistics.added(p, g, -count);
    this.#sql.deleteGraph.run(g);
  }

  #insertAll(quads: Iterable<Quad>): number {
    let count = 0;
    for (const quad of quads) if (this.#insert(quad, this.#graphOf(quad), this.#knownBlank)) count += 1;
    return count;
  }

  #insert({ subject, predicate, object }: Quad, g: number, blank: Blank): boolean {
    const { dictionary, statistics } = this.source;
    const number = (term: unknown): number => dictionary.findOrAdd(storedText(term, g, blank));
    const [s, p, o] = [number(subject), number(predicate), number(object)];
    if (this.#sql.insert.run(s, p, o, g).changes === 0) return false;
    statistics.added(p, g, 1);
    if (!statistics.isShared(p) && this.#sql.elsewhere.get(s, p, o, g) !== undefined) statistics.share(p);
    return true;
  }

  #deleteAll(quads: Iterable<Quad>): number {
    const { dictionary, statistics } = this.source;
    let count = 0;
    for (const quad of quads) {
      const g = this.#graphOf(quad, false);
      const number = (term: unknown): number => dictionary.find(storedText(term, g, this.#knownBlank));
      const [s, p, o] = [number(quad.subject), number(quad.predicate), number(quad.object)];
      if (this.#sql.delete.run(s, p, o, g).changes === 0) continue;
      statistics.added(p, g, -1);
      count += 1;
    }
    return count;
  }

  /** A node that came out of the store is meant itself; any other label is one of this graph's. */
  readonly #knownBlank: Blank = (node, g) =>
    this.source.dictionary.find(`_${node.value}`) === UNKNOWN ? ofGraph(node, g) : `_${node.value}`;

  #graphOf({ graph }: Quad, add = true): number {
    if (graph.termType === 'DefaultGraph') return 0;
    if (graph.termType !== 'NamedNode') throw notStored('A graph is named by an IRI');
    const text = textOf(graph);
    const found = add ? this.#add(text, graph.value) : this.source.dictionary.find(text);
    return found === UNKNOWN ? NOWHERE : found;
  }

  #add(text: string, graph: string): number {
    return graph === '' ? 0 : this.source.dictionary.findOrAdd(text);
  }
}

/** No graph has this number. */
const NOWHERE = -1;

function storedText(term: unknown, g: number, blank: Blank): string {
  const given = term as Term;
  if (given.termType === 'BlankNode') return blank(given, g);
  if (given.termType === 'NamedNode' || given.termType === 'Literal') return textOf(given);
  throw notStored(`A statement is made of IRIs, blank nodes and literals, not of a ${(term as { termType: string }).termType}`);
}

const notStored = (words: string): KnowledgeError => new KnowledgeError('KNOWLEDGE_BAD_STATEMENT', `${words}.`);

function prepare(db: Sqlite) {
  return {
    insert: db.prepare('INSERT OR IGNORE INTO quad (s, p, o, g) VALUES (?, ?, ?, ?)'),
    delete: db.prepare('DELETE FROM quad WHERE s = ? AND p = ? AND o = ? AND g = ?'),
    elsewhere: db.prepare('SELECT 1 FROM quad WHERE s = ? AND p = ? AND o = ? AND g <> ? LIMIT 1').pluck(),
    predicatesOf: db.prepare('SELECT p, count(*) FROM quad WHERE g = ? GROUP BY p').raw(),
    deleteGraph: db.prepare('DELETE FROM quad WHERE g = ?'),
  };
}
