/**
 * Knowledge: quads, a named graph for each source they came from, and questions about them.
 *
 * Two sides. `KnowledgeStore` is written by one process at a time: feeds bring statements and move their cursors in the
 * same transaction. `QuadSource` answers basic graph patterns, from any number of processes, while another one writes;
 * the SPARQL engine asks nothing else of a store. Every back end keeps knowledge.contract.ts.
 *
 * Everything here is synchronous: whoever asks runs in a thread that may be ended when a question takes too long.
 */
import type { BlankNode, Literal, NamedNode, Quad, Variable } from '@rdfjs/types';

/** What can stand in a statement. */
export type Term = NamedNode | BlankNode | Literal;

/** One statement of a basic graph pattern. Blank nodes of a query are variables by the time they get here. */
export interface TriplePattern {
  readonly subject: Term | Variable;
  readonly predicate: Term | Variable;
  readonly object: Term | Variable;
}

/** In which graphs a pattern is looked for. */
export type GraphScope =
  /** The graph without a name. */
  | { readonly kind: 'unnamed' }
  /** These as if they were one, each statement once; null: all there are, the unnamed one too. */
  | { readonly kind: 'merged'; readonly graphs: readonly string[] | null }
  /** Each named graph by itself, bound to the variable; null: all there are. */
  | { readonly kind: 'each'; readonly variable: string; readonly graphs: readonly string[] | null };

/** Rows of terms, one for each variable, in this order. */
export interface Solutions {
  readonly variables: readonly string[];
  readonly rows: Iterable<readonly (Term | undefined)[]>;
}

export type Bindings = Readonly<Record<string, Term>>;

export interface QuadSource {
  /** Solutions of all patterns together. What is `given` counts as a constant and is not repeated in the rows. */
  solve(patterns: readonly TriplePattern[], scope: GraphScope, given?: Bindings): Solutions;
  /** How many solutions there are, where the store can tell without listing them; null where it cannot. */
  count(patterns: readonly TriplePattern[], scope: GraphScope): number | null;
  /** About how many statements match one pattern: cheap, for the order of joins. */
  estimate(pattern: TriplePattern, scope: GraphScope): number;
  /** Names of the graphs that have statements. */
  graphs(): Iterable<string>;
}

/** Changes that are made together or not at all. Graph names are IRIs; the empty string is the graph without a name. */
export interface KnowledgeWriting extends QuadSource {
  /** Statements of a graph as they are now; blank nodes belong to the graph. Gives how many there are. */
  replaceGraph(graph: string, quads: Iterable<Quad>): number;
  removeGraph(graph: string): void;
  /** Gives how many were not there before. */
  add(quads: Iterable<Quad>): number;
  /** Gives how many were there. */
  remove(quads: Iterable<Quad>): number;
}

/** Brings statements from somewhere: the documents of a journal, the record of fetches. */
export interface KnowledgeFeed {
  readonly name: string;
  /** Writes what comes next after the cursor (null: from the beginning); null when there is nothing new. */
  next(write: KnowledgeWriting, cursor: string | null): string | null;
  /** Called before the first `next` on a store whose cursor is of another workspace than the one that is there now. */
  isOf(cursor: string): boolean;
}

export interface KnowledgeStore extends QuadSource {
  /** One transaction. */
  write<T>(change: (write: KnowledgeWriting) => T): T;
  /** Lets the feed write until it has nothing new: a transaction for each step, with its cursor. Gives the steps. */
  take(feed: KnowledgeFeed, signal?: AbortSignal): number;
  /** Statements in all graphs. */
  size(): number;
  close(): void;
}
