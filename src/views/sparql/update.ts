/** Updates. Whoever calls sees to it that all of one request is one transaction. */
import type { NamedNode, Quad } from '@rdfjs/types';
import type { Algebra } from '@traqula/algebra-transformations-1-1';
import type { KnowledgeWriting, Term } from '../../store/index.js';
import { WHOLE } from './dataset.js';
import { countOf, hasStatements, statementsOf } from './graph-statements.js';
import { Holding } from './holding.js';
import { Budget, DEFAULT_LIMITS } from './limits.js';
import { parseSparql } from './parse.js';
import type { Running } from './plan/plan.js';
import { type QueryOptions, rowsOf, withDataset } from './query.js';
import { EMPTY, Places } from './row.js';
import { SparqlError } from './sparql-error.js';
import { filledIn } from './statements.js';

export interface UpdateSummary {
  readonly added: number;
  readonly removed: number;
}

/** Throws SparqlError; what was written until then is for the transaction to undo. */
export function update(store: KnowledgeWriting, text: string, options: QueryOptions = {}): UpdateSummary {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { kind, algebra, base } = parseSparql(text, limits, options);
  if (kind === 'query') throw new SparqlError('not-a-query', 'This is a query, not an update. Ask it without --update.');
  const steps = algebra.type === 'compositeupdate' ? algebra.updates : [algebra];
  const common = { source: store, budget: new Budget(limits), now: new Date(), base };
  const updating = new Updating(store, (dataset) => ({ ...common, dataset, places: new Places() }), options);
  for (const step of steps) updating.run(step);
  return updating.summary;
}

type GraphName = 'DEFAULT' | 'NAMED' | 'ALL' | NamedNode;

class Updating {
  readonly #store: KnowledgeWriting;
  readonly #begin: (dataset: Running['dataset']) => Running;
  readonly #options: QueryOptions;
  #added = 0;
  #removed = 0;

  constructor(store: KnowledgeWriting, begin: (dataset: Running['dataset']) => Running, options: QueryOptions) {
    this.#store = store;
    this.#begin = begin;
    this.#options = options;
  }

  get summary(): UpdateSummary {
    return { added: this.#added, removed: this.#removed };
  }

  run(step: Algebra.Operation): void {
    switch (step.type) {
      case 'deleteinsert':
        return this.#change(step);
      case 'clear':
      case 'drop':
        return this.#clear(step.source);
      case 'create':
        return this.#create(step);
      case 'add':
      case 'copy':
      case 'move':
        return this.#transfer(step);
      case 'load':
        if (step.silent) return;
        throw new SparqlError('not-allowed', `LOAD is switched off: nothing is fetched for a query. Crawl ${step.source.value} instead.`);
      case 'nop':
        return;
      default:
        throw new SparqlError('syntax', `An update cannot hold ${step.type}.`);
    }
  }

  /** Everything is found before anything is changed. */
  #change({ delete: removing = [], insert: adding = [], where }: Algebra.DeleteInsert): void {
    const { operation, dataset } = withDataset(where ?? ({ type: 'bgp', patterns: [] } as unknown as Algebra.Bgp), this.#options);
    const running = this.#begin(dataset);
    const rows = where ? rowsOf(running, operation) : [EMPTY];
    const held = new Holding(running.budget);
    const [out, into]: [Quad[], Quad[]] = [[], []];
    for (const row of rows) {
      for (const [template, quads] of [
        [removing, out],
        [adding, into],
      ] as const)
        for (const quad of filledIn(running, template, row)) {
          for (const term of [quad.subject, quad.object]) held.term(term as Term);
          quads.push(quad);
        }
    }
    this.#removed += this.#store.remove(out);
    this.#added += this.#store.add(into);
    held.release();
  }

  #clear(graph: GraphName): void {
    for (const name of this.#namesOf(graph)) {
      this.#removed += countOf(this.#store, name);
      this.#store.removeGraph(name);
    }
  }

  #namesOf(graph: GraphName): readonly string[] {
    if (graph === 'DEFAULT') return [''];
    if (graph === 'NAMED') return [...this.#store.graphs()];
    return graph === 'ALL' ? ['', ...this.#store.graphs()] : [graph.value];
  }

  /** A graph is there when it has statements, so there is nothing to make. */
  #create({ source, silent }: Algebra.Create): void {
    if (!silent && hasStatements(this.#store, source.value))
      throw new SparqlError('no-such-graph', `The graph ${source.value} is there already. Leave CREATE away, or write CREATE SILENT.`);
  }

  #transfer({ type, source, destination, silent }: Algebra.Add | Algebra.Copy | Algebra.Move): void {
    const [from, to] = [nameOf(source), nameOf(destination)];
    if (from !== '' && !hasStatements(this.#store, from)) {
      if (silent) return;
      throw new SparqlError('no-such-graph', `There is no graph ${from}. Write ${type.toUpperCase()} SILENT if that does not matter.`);
    }
    if (from === to) return;
    const quads = this.#gathered(statementsOf(this.#store, from, to));
    if (type !== 'add') this.#clear(destination);
    this.#added += this.#store.add(quads);
    if (type === 'move') this.#clear(source);
  }

  #gathered(quads: Iterable<Quad>): readonly Quad[] {
    const held = new Holding(this.#begin(WHOLE).budget);
    const all: Quad[] = [];
    for (const quad of quads) {
      for (const term of [quad.subject, quad.object]) held.term(term as Term);
      all.push(quad);
    }
    held.release();
    return all;
  }
}

const nameOf = (graph: 'DEFAULT' | NamedNode): string => (graph === 'DEFAULT' ? '' : graph.value);
