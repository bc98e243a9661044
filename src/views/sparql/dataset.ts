/** Which graphs a query is about: what FROM, FROM NAMED and the protocol's parameters say. */
import type { GraphScope } from '../../store/index.js';

export interface Dataset {
  /** Where patterns outside of GRAPH are looked for. */
  readonly unnamed: GraphScope;
  /** What GRAPH can name; null: every graph there is. */
  readonly named: readonly string[] | null;
}

/** Everything there is, as one. */
export const WHOLE: Dataset = { unnamed: { kind: 'merged', graphs: null }, named: null };

/** As a store by the book has it: what is in a named graph is seen through GRAPH alone. */
export const SEPARATE: Dataset = { unnamed: { kind: 'unnamed' }, named: null };

export function datasetOf(unnamed: readonly string[], named: readonly string[]): Dataset {
  return { unnamed: { kind: 'merged', graphs: unnamed }, named };
}

export function graphScope(dataset: Dataset, graph: string | null): GraphScope {
  if (graph === null) return dataset.unnamed;
  return { kind: 'merged', graphs: hasGraph(dataset, graph) ? [graph] : [] };
}

export const hasGraph = ({ named }: Dataset, graph: string): boolean => named === null || named.includes(graph);

/** True when no pattern can be found in it. */
export const isNowhere = (scope: GraphScope): boolean => scope.kind !== 'unnamed' && scope.graphs?.length === 0;
