/** GRAPH: the same patterns in another graph, or in each of them by itself. */
import { hasGraph } from '../dataset.js';
import { hasStatements } from '../graph-statements.js';
import { merged, type Row, withTerm } from '../row.js';
import { iri } from '../terms.js';
import { type Plan, type Running, union } from './plan.js';

export function namedGraphPlan({ dataset, source }: Running, input: Plan, graph: string): Plan {
  // Patterns find nothing in a graph that is not there; what holds no pattern has to be told.
  const isThere = () => hasGraph(dataset, graph) && (input.certain.size > 0 || hasStatements(source, graph));
  return { ...input, run: (given, scope) => (isThere() ? input.run(given, { ...scope, graph }) : []) };
}

/** One graph after the other, for what cannot be asked about all of them together. */
export function eachGraphPlan(running: Running, input: Plan, place: number): Plan {
  const { dataset, source } = running;
  const own = new Set([place]);
  const run = function* (graph: string, given: Row, scope: Parameters<Plan['run']>[1]): Iterable<Row> {
    const name = withTerm([], place, iri(graph));
    for (const row of input.run(given, { ...scope, graph })) {
      running.budget.step();
      const both = merged(row, name);
      if (both) yield both;
    }
  };
  return {
    certain: union(input.certain, own),
    possible: union(input.possible, own),
    accepts: union(input.accepts, own),
    size: input.size,
    *run(given, scope) {
      const known = given[place] ?? scope.outer[place];
      const inner = input.accepts.has(place) ? given : given.map((term, index) => (index === place ? undefined : term));
      if (known) {
        if (known.termType === 'NamedNode' && hasGraph(dataset, known.value)) yield* run(known.value, inner, scope);
        return;
      }
      for (const graph of dataset.named ?? source.graphs()) yield* run(graph, inner, scope);
    },
  };
}
