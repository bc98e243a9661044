/** A property path between two terms, as a plan. */
import type { NamedNode, Variable } from '@rdfjs/types';
import { DataFactory } from 'n3';
import type { Term } from '../../../store/index.js';
import { graphScope } from '../dataset.js';
import { merged, type Row } from '../row.js';
import { sameTerm } from '../terms.js';
import { type Path, Walker } from './path.js';
import type { Plan, Running } from './plan.js';

export function pathPlan(running: Running, subject: Term | Variable, path: Path, object: Term | Variable): Plan {
  const { places, dataset, source } = running;
  const [from, to] = [subject, object].map((term) => (term.termType === 'Variable' ? places.of(term.value) : null)) as [
    number | null,
    number | null,
  ];
  const own = new Set([from, to].filter((place) => place !== null));
  const known = (term: Term | Variable, row: Row): Term | undefined => (term.termType === 'Variable' ? row[places.of(term.value)] : term);
  return {
    certain: own,
    possible: own,
    accepts: own,
    size: sizeOf(path, (iri) => source.estimate({ subject: ANY_S, predicate: iri, object: ANY_O }, dataset.unnamed)),
    *run(given, scope) {
      const base = (merged(given, scope.outer) ?? []).map((term, place) => (own.has(place) ? term : undefined));
      const walker = new Walker(running, graphScope(dataset, scope.graph));
      for (const [start, end] of walker.pairs(path, known(subject, base), known(object, base))) {
        running.budget.step();
        if (from !== null && from === to && !sameTerm(start, end)) continue;
        const row = base.slice();
        put(row, from, start);
        put(row, to, end);
        yield row;
      }
    },
  };
}

function put(row: (Term | undefined)[], place: number | null, term: Term): void {
  if (place === null) return;
  while (row.length < place) row.push(undefined);
  row[place] = term;
}

const ANY_S = DataFactory.variable('s');
const ANY_O = DataFactory.variable('o');
/** A closure is likely to give more than its links. */
const OF_A_CLOSURE = 20;

function sizeOf(path: Path, count: (iri: NamedNode | Variable) => number): number {
  switch (path.kind) {
    case 'link':
      return count(path.iri);
    case 'not':
      return count(DataFactory.variable('p'));
    case 'inverse':
      return sizeOf(path.path, count);
    case 'closure':
      return OF_A_CLOSURE * sizeOf(path.path, count);
    default:
      return path.paths.reduce((sum, each) => sum + sizeOf(each, count), 0);
  }
}
