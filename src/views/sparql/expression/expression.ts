/** Expressions of a query as functions of a row. Null is an error or nothing, which SPARQL treats alike. */
import type { Algebra } from '@traqula/algebra-transformations-1-1';
import type { Term } from '../../../store/index.js';
import type { Running, Scope } from '../plan/plan.js';
import type { Row } from '../row.js';
import { SparqlError } from '../sparql-error.js';
import { boolean, FALSE, freshBlank, iri, isConcrete, isLiteral, isPlain, TRUE, typed, XSD } from '../terms.js';
import { equal } from './compare.js';
import { FUNCTIONS, type SparqlFunction, truthOf } from './functions.js';

/** Shorter ones are not worth counting. */
const SHORT = 100;

export type Expression = (row: Row, scope: Scope) => Term | null;

/** Tells whether a pattern has a solution that fits the row. */
export type Existence = (pattern: Algebra.Operation) => (row: Row, scope: Scope) => boolean;

export class Expressions {
  readonly #running: Running;
  readonly #exists: Existence;
  /** BNODE("x") is the same node within a row, and another one in the next. */
  readonly #blanks = new WeakMap<Row, Map<string, Term>>();

  constructor(running: Running, exists: Existence) {
    this.#running = running;
    this.#exists = exists;
  }

  /** What is made on the way to the value counts until it is there. */
  compile(expression: Algebra.Expression): Expression {
    const value = this.#compile(expression);
    if (expression.subType === 'term') return value;
    const { budget } = this.#running;
    return (row, scope) => {
      const { mark } = budget;
      const result = value(row, scope);
      budget.goBack(mark);
      return result;
    };
  }

  #compile(expression: Algebra.Expression): Expression {
    switch (expression.subType) {
      case 'term':
        return this.#term(expression.term);
      case 'operator':
        return this.#operator(expression.operator.toLowerCase(), expression.args);
      case 'named':
        return this.#named(expression.name.value, expression.args);
      case 'existence': {
        const exists = this.#exists(expression.input);
        return (row, scope) => boolean(exists(row, scope) !== expression.not);
      }
      default:
        throw new SparqlError('syntax', 'An aggregate such as COUNT can stand in SELECT, HAVING and ORDER BY only.');
    }
  }

  /** A row made from another one is about the same solution. */
  inherit(from: Row, to: Row): void {
    const blanks = this.#blanks.get(from);
    if (blanks) this.#blanks.set(to, blanks);
  }

  #term(term: Algebra.TermExpression['term']): Expression {
    if (isConcrete(term)) return () => term;
    const place = this.#running.places.ofTerm(term) as number;
    return (row, { outer }) => row[place] ?? outer[place] ?? null;
  }

  #operator(name: string, args: readonly Algebra.Expression[]): Expression {
    const special = this.#special(name, args);
    if (special) return special;
    const plain = FUNCTIONS[name];
    if (!plain) throw new SparqlError('syntax', `There is no function ${name.toUpperCase()}.`);
    return this.#applied(
      plain,
      args.map((each) => this.#compile(each)),
    );
  }

  #special(name: string, args: readonly Algebra.Expression[]): Expression | null {
    const compiled = () => args.map((each) => this.#compile(each));
    switch (name) {
      case '&&':
        return both(compiled(), false);
      case '||':
        return both(compiled(), true);
      case 'if':
        return choice(compiled());
      case 'coalesce':
        return firstOf(compiled());
      case 'bound': {
        const [variable] = compiled();
        return (row, scope) => boolean((variable as Expression)(row, scope) !== null);
      }
      case 'in':
        return oneOf(compiled(), true);
      case 'notin':
        return oneOf(compiled(), false);
      case 'now':
        return () => typed(this.#running.now.toISOString(), `${XSD}dateTime`);
      case 'iri':
      case 'uri':
        return this.#iri(compiled()[0] as Expression);
      case 'bnode':
        return this.#blank(compiled()[0]);
      default:
        return null;
    }
  }

  #named(name: string, args: readonly Algebra.Expression[]): Expression {
    const cast = FUNCTIONS[name];
    // What nobody knows gives an error for each row, as the standard says, and not for the query.
    return cast
      ? this.#applied(
          cast,
          args.map((each) => this.#compile(each)),
        )
      : () => null;
  }

  #applied(apply: SparqlFunction, args: readonly Expression[]): Expression {
    const { budget } = this.#running;
    return (row, scope) => {
      const values: Term[] = [];
      for (const arg of args) {
        const value = arg(row, scope);
        if (value === null) return null;
        values.push(value);
      }
      const result = apply(values, budget);
      if (result !== null && result.value.length > SHORT) budget.made(result.value.length);
      return result;
    };
  }

  #iri(argument: Expression): Expression {
    return (row, scope) => {
      const term = argument(row, scope);
      if (!term || term.termType === 'NamedNode') return term;
      return isLiteral(term) && isPlain(term) ? this.#resolved(term.value) : null;
    };
  }

  #resolved(written: string): Term | null {
    const { budget, base } = this.#running;
    const term = resolved(written, base);
    if (term && term.value.length > SHORT) budget.made(term.value.length);
    return term;
  }

  #blank(argument: Expression | undefined): Expression {
    if (!argument) return () => freshBlank();
    return (row, scope) => {
      const label = argument(row, scope);
      if (!label || !isLiteral(label) || !isPlain(label)) return null;
      const blanks = this.#blanks.get(row) ?? new Map<string, Term>();
      this.#blanks.set(row, blanks);
      const node = blanks.get(label.value) ?? freshBlank();
      blanks.set(label.value, node);
      return node;
    };
  }
}

/** Null when it can be no IRI. */
function resolved(written: string, base: string | null): Term | null {
  if (/[\u0000-\u0020<>"{}|\\^`]/.test(written)) return null;
  if (/^[a-z][a-z0-9+.-]*:/i.test(written)) return iri(written);
  if (base === null) return iri(written);
  return URL.canParse(written, base) ? iri(new URL(written, base).href) : null;
}

/** && and ||: one side that settles it outweighs an error on the other. */
function both(sides: readonly Expression[], settles: boolean): Expression {
  return (row, scope) => {
    let isUnsure = false;
    for (const side of sides) {
      const truth = truthOf(side(row, scope));
      if (truth === settles) return boolean(settles);
      if (truth === null) isUnsure = true;
    }
    return isUnsure ? null : boolean(!settles);
  };
}

function choice([condition, yes, no]: readonly Expression[]): Expression {
  return (row, scope) => {
    const truth = truthOf((condition as Expression)(row, scope));
    return truth === null ? null : ((truth ? yes : no) as Expression)(row, scope);
  };
}

function firstOf(options: readonly Expression[]): Expression {
  return (row, scope) => {
    for (const option of options) {
      const value = option(row, scope);
      if (value !== null) return value;
    }
    return null;
  };
}

/** An error among the candidates matters only when none of the others fits. */
function oneOf([needle, ...candidates]: readonly Expression[], wanted: boolean): Expression {
  return (row, scope) => {
    const term = (needle as Expression)(row, scope);
    if (term === null) return null;
    let isUnsure = false;
    for (const candidate of candidates) {
      const value = candidate(row, scope);
      const same = value && equal(term, value);
      if (same) return wanted ? TRUE : FALSE;
      if (same === null) isUnsure = true;
    }
    return isUnsure ? null : boolean(!wanted);
  };
}
