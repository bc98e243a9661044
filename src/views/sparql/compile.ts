/** Algebra to plans: one function for each operation, and the few rewritings that pay. */
import type { Variable } from '@rdfjs/types';
import type { Algebra } from '@traqula/algebra-transformations-1-1';
import type { Term, TriplePattern } from '../../store/index.js';
import { accumulator } from './expression/aggregate.js';
import { Expressions } from './expression/expression.js';
import type { Holding } from './holding.js';
import { asPatternTerm, bgpPlan } from './plan/bgp.js';
import { eachGraphPlan, namedGraphPlan } from './plan/graph.js';
import { type Aggregate, groupPlan } from './plan/group.js';
import { joinPlan, leftJoinPlan, minusPlan } from './plan/join.js';
import { distinctPlan, orderPlan, projectPlan, reducedPlan, slicePlan } from './plan/modifiers.js';
import { pathOf } from './plan/path.js';
import { pathPlan } from './plan/path-plan.js';
import type { Plan, Running } from './plan/plan.js';
import { extendPlan, filterPlan, holds, unionPlan, valuesPlan } from './plan/simple.js';
import { boundPlaces, compatible, EMPTY, merged, type Row, restricted, rowKey, withTerm } from './row.js';
import { SparqlError } from './sparql-error.js';
import { integer, isConcrete } from './terms.js';

export class Compiler {
  readonly #running: Running;
  readonly #expressions: Expressions;
  /** Variable of the `GRAPH ?g` whose patterns are asked about all graphs at one time. */
  #graphPlace: number | null = null;

  constructor(running: Running) {
    this.#running = running;
    this.#expressions = new Expressions(running, (pattern) => this.#existence(pattern));
  }

  compile(operation: Algebra.Operation): Plan {
    switch (operation.type) {
      case 'bgp':
        return this.#bgp(operation.patterns);
      case 'path':
        return this.#path(operation);
      case 'join':
        return operation.input.length ? joinPlan(this.#running, this.#all(operation.input)) : this.#bgp([]);
      case 'leftjoin':
        return this.#leftJoin(operation);
      case 'union':
        return unionPlan(this.#all(operation.input));
      case 'minus':
        return minusPlan(this.#running, this.compile(operation.input[0]), this.compile(operation.input[1]));
      case 'filter':
        return this.#filter(operation);
      case 'extend':
        return this.#extend(operation);
      case 'values':
        return this.#values(operation);
      case 'graph':
        return this.#graph(operation);
      case 'group':
        return this.#group(operation);
      case 'project':
        return projectPlan(
          this.compile(operation.input),
          operation.variables.map((variable) => this.#placeOf(variable)),
        );
      case 'distinct':
        return distinctPlan(this.#running, this.compile(operation.input));
      case 'reduced':
        return reducedPlan(this.compile(operation.input));
      case 'orderby':
        return this.#orderBy(operation);
      case 'slice':
        return slicePlan(this.compile(operation.input), operation.start, operation.length);
      case 'service':
        return this.#service(operation);
      case 'nop':
        return this.#bgp([]);
      default:
        throw new SparqlError('syntax', `A query cannot hold ${operation.type} here.`);
    }
  }

  #all = (operations: readonly Algebra.Operation[]): Plan[] => operations.map((each) => this.compile(each));

  #placeOf = (variable: { readonly value: string }): number => this.#running.places.of(variable.value);

  /** The patterns of updates carry their graph with them; those of queries stand inside GRAPH. */
  #bgp(patterns: readonly Algebra.Pattern[]): Plan {
    const byGraph = new Map<string, Algebra.Pattern[]>();
    for (const pattern of patterns) {
      const key = `${pattern.graph.termType} ${pattern.graph.value}`;
      byGraph.set(key, [...(byGraph.get(key) ?? []), pattern]);
    }
    if (byGraph.size === 0) return bgpPlan(this.#running, [], this.#graphPlace);
    return joinPlan(
      this.#running,
      [...byGraph.values()].map((group) => this.#bgpIn(group)),
    );
  }

  #bgpIn(patterns: readonly Algebra.Pattern[]): Plan {
    const triples = patterns.map(asTriple);
    const graph = (patterns[0] as Algebra.Pattern).graph;
    if (graph.termType === 'Variable') return bgpPlan(this.#running, triples, this.#placeOf(graph));
    const plan = bgpPlan(this.#running, triples, this.#graphPlace);
    return graph.termType === 'NamedNode' ? namedGraphPlan(this.#running, plan, graph.value) : plan;
  }

  #path({ subject, predicate, object, graph }: Algebra.Path): Plan {
    const plan = pathPlan(this.#running, patternTerm(subject), pathOf(predicate), patternTerm(object));
    if (graph.termType === 'Variable') return eachGraphPlan(this.#running, plan, this.#placeOf(graph));
    return graph.termType === 'NamedNode' ? namedGraphPlan(this.#running, plan, graph.value) : plan;
  }

  #leftJoin({ input: [left, right], expression }: Algebra.LeftJoin): Plan {
    const condition = expression ? holds(this.#expressions.compile(expression)) : () => true;
    return leftJoinPlan(this.#running, this.compile(left), this.compile(right), condition);
  }

  #filter({ input, expression }: Algebra.Filter): Plan {
    const fixed = fixedIn(expression).reduce<Row>((row, [variable, term]) => withTerm(row, this.#placeOf(variable), term), EMPTY);
    return filterPlan(this.compile(input), holds(this.#expressions.compile(expression)), fixed);
  }

  #extend({ input, variable, expression }: Algebra.Extend): Plan {
    const value = this.#expressions.compile(expression);
    return extendPlan(this.#running, this.compile(input), this.#placeOf(variable), value, (from, to) =>
      this.#expressions.inherit(from, to),
    );
  }

  #values({ variables, bindings }: Algebra.Values): Plan {
    const places = variables.map(this.#placeOf);
    const rows = bindings.map((binding) =>
      variables.reduce<Row>((row, { value }, index) => {
        const term = Object.hasOwn(binding, value) ? binding[value] : undefined;
        return term ? withTerm(row, places[index] as number, term) : row;
      }, EMPTY),
    );
    return valuesPlan(this.#running, rows, places);
  }

  #graph({ name, input }: Algebra.Graph): Plan {
    if (name.termType === 'NamedNode') return namedGraphPlan(this.#running, this.#inside(null, input), name.value);
    const place = this.#placeOf(name);
    if (input.type === 'bgp' ? input.patterns.length > 0 : isPatternsOnly(input) && !mentions(input, name.value))
      return this.#inside(place, input);
    return eachGraphPlan(this.#running, this.#inside(null, input), place);
  }

  #inside(graphPlace: number | null, input: Algebra.Operation): Plan {
    const before = this.#graphPlace;
    this.#graphPlace = graphPlace;
    try {
      return this.compile(input);
    } finally {
      this.#graphPlace = before;
    }
  }

  #group({ input, variables, aggregates }: Algebra.Group): Plan {
    const plan = this.compile(input);
    const made = aggregates.map((each) => this.#aggregate(each));
    const grouped = groupPlan(this.#running, plan, variables.map(this.#placeOf), made);
    return this.#counted(input, variables, made) ?? grouped;
  }

  /** COUNT(*) of nothing but patterns: the store may know without listing them. */
  #counted(input: Algebra.Operation, keys: readonly Variable[], aggregates: readonly Aggregate[]): Plan | null {
    const [only] = aggregates;
    if (input.type !== 'bgp' || keys.length || !only || aggregates.length > 1 || only.value || only.isDistinct) return null;
    const { source, dataset } = this.#running;
    if (this.#graphPlace !== null || input.patterns.length === 0) return null;
    const patterns = input.patterns.map(asTriple);
    const plain = groupPlan(this.#running, this.compile(input), [], aggregates);
    return {
      ...plain,
      run(given, scope) {
        const isPlain = scope.graph === null && boundPlaces(scope.outer).size === 0 && input.patterns[0]?.graph.termType === 'DefaultGraph';
        const count = isPlain ? source.count(patterns, dataset.unnamed) : null;
        return count === null ? plain.run(given, scope) : [withTerm(EMPTY, only.place, integer(count))];
      },
    };
  }

  #aggregate(aggregate: Algebra.BoundAggregate): Aggregate {
    const { budget } = this.#running;
    const make = (held: Holding) => accumulator(aggregate, { budget, held });
    const { expression } = aggregate;
    const isWild = expression.subType === 'wildcard';
    return {
      place: this.#placeOf(aggregate.variable),
      value: isWild ? null : this.#expressions.compile(expression),
      isDistinct: aggregate.distinct,
      make,
      rows: (places, held) => countedRows(aggregate.distinct, places, held),
    };
  }

  #orderBy({ input, expressions }: Algebra.OrderBy): Plan {
    const orderings = expressions.map((each) => {
      const isDescending = each.subType === 'operator' && each.operator === 'desc';
      return { isDescending, value: this.#expressions.compile(isDescending ? (each.args[0] as Algebra.Expression) : each) };
    });
    return orderPlan(this.#running, this.compile(input), orderings);
  }

  #service({ silent, name }: Algebra.Service): Plan {
    if (silent) return this.#bgp([]);
    throw new SparqlError(
      'not-allowed',
      `SERVICE is switched off: no query may ask another endpoint (${name.value}). Crawl what it publishes, or use SERVICE SILENT to go on without.`,
    );
  }

  /** The row's values stand for the variables in the pattern. */
  #existence(pattern: Algebra.Operation): (row: Row, scope: Parameters<Plan['run']>[1]) => boolean {
    let plan: Plan | null = null;
    const graphPlace = this.#graphPlace;
    plan = this.#inside(graphPlace, pattern);
    return (row, scope) => {
      const outer = merged(row, scope.outer) ?? row;
      for (const found of plan.run(restricted(outer, plan.accepts), { ...scope, outer })) if (compatible(found, outer)) return true;
      return false;
    };
  }
}

function countedRows(isDistinct: boolean, places: readonly number[], held: Holding): { add(row: Row): void; result(): Term } {
  const seen = new Set<string>();
  let count = 0;
  return {
    add(row) {
      count++;
      if (!isDistinct) return;
      const key = rowKey(row, places);
      if (!seen.has(key)) held.key(key);
      seen.add(key);
    },
    result: () => integer(isDistinct ? seen.size : count),
  };
}

const patternTerm = (term: Algebra.Pattern['subject']): Term | Variable => asPatternTerm(term as Term | Variable);

const asTriple = ({ subject, predicate, object }: Algebra.Pattern): TriplePattern => ({
  subject: patternTerm(subject),
  predicate: patternTerm(predicate),
  object: patternTerm(object),
});

/** Operations for which the graph may be one more variable: they hold patterns, and nothing that looks at a graph as a whole. */
function isPatternsOnly(operation: Algebra.Operation): boolean {
  switch (operation.type) {
    case 'bgp':
      return operation.patterns.length > 0;
    case 'join':
    case 'union':
      return operation.input.length > 0 && operation.input.every(isPatternsOnly);
    case 'leftjoin':
      return operation.input.every(isPatternsOnly) && (!operation.expression || !hasExistence(operation.expression));
    case 'filter':
      return isPatternsOnly(operation.input) && !hasExistence(operation.expression);
    default:
      return false;
  }
}

/** Inside, the variable of GRAPH is one like any other: its name is bound only afterwards. */
function mentions(part: unknown, variable: string): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const { termType, value } = part as { termType?: string; value?: string };
  if (termType === 'Variable') return value === variable;
  if (termType === 'Quad') {
    const { subject, predicate, object } = part as Algebra.Pattern;
    return [subject, predicate, object].some((term) => mentions(term, variable));
  }
  return Object.values(part).some((each) => mentions(each, variable));
}

function hasExistence(expression: Algebra.Expression): boolean {
  return expression.subType === 'existence' || ('args' in expression && expression.args.some(hasExistence));
}

/** Variables that a condition holds to one IRI: ?x = <a> && … */
function fixedIn(expression: Algebra.Expression): [variable: Variable, term: Term][] {
  if (expression.subType !== 'operator') return [];
  const { operator, args } = expression;
  if (operator === '&&') return args.flatMap(fixedIn);
  if (operator !== '=' && operator.toLowerCase() !== 'sameterm') return [];
  const terms = args.flatMap((each) => (each.subType === 'term' ? [each.term] : []));
  const variable = terms.find((term) => term.termType === 'Variable');
  const value = terms.find((term) => term.termType === 'NamedNode');
  return variable && value && isConcrete(value) ? [[variable as Variable, value]] : [];
}
