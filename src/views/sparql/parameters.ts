/** Parameters of a query: values that stand for some of its variables, wherever these are used. */
import type { Algebra } from '@traqula/algebra-transformations-1-1';
import { Parser } from 'n3';
import type { Term } from '../../store/index.js';
import { SparqlError } from './sparql-error.js';
import { iri, text, typed, XSD } from './terms.js';

export type Parameters = Readonly<Record<string, Term>>;

/** Patterns and expressions with the values in place of the variables. Lists of variables, as after SELECT, stay as they are. */
export function withParameters<T extends Algebra.Operation>(operation: T, parameters: Parameters): T {
  return Object.keys(parameters).length ? (replaced(operation, parameters) as T) : operation;
}

const LEFT_ALONE: ReadonlySet<string> = new Set(['variables', 'variable', 'bindings', 'terms']);

function replaced(part: unknown, parameters: Parameters): unknown {
  if (Array.isArray(part)) return part.map((each) => replaced(each, parameters));
  if (typeof part !== 'object' || part === null) return part;
  const { termType, value } = part as { termType?: string; value?: string };
  if (termType === 'Variable') return Object.hasOwn(parameters, value as string) ? parameters[value as string] : part;
  if (termType !== undefined && termType !== 'Quad') return part;
  const entries = Object.entries(part).map(([key, each]) => [key, LEFT_ALONE.has(key) ? each : replaced(each, parameters)]);
  return { ...(Object.fromEntries(entries) as object), ...(termType === 'Quad' ? quadTerms(part as Algebra.Pattern, parameters) : {}) };
}

const quadTerms = ({ type, subject, predicate, object, graph }: Algebra.Pattern, parameters: Parameters) => ({
  type,
  subject: replaced(subject, parameters),
  predicate: replaced(predicate, parameters),
  object: replaced(object, parameters),
  graph: replaced(graph, parameters),
});

/** A value as people write it: <iri>, "text"@en, a number, an address; anything else is a text. */
export function parameterTerm(written: string): Term {
  if (/^[<"]/.test(written)) return parsedTerm(written);
  if (/^[+-]?\d+$/.test(written)) return typed(written, `${XSD}integer`);
  if (/^[+-]?\d*\.\d+$/.test(written)) return typed(written, `${XSD}decimal`);
  return /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(written) ? iri(written) : text(written);
}

function parsedTerm(written: string): Term {
  try {
    return new Parser({ format: 'N-Triples' }).parse(`<urn:s> <urn:p> ${written} .`)[0]?.object as Term;
  } catch (error) {
    throw new SparqlError('syntax', `${written} is no term: write <http://…>, "text", "text"@en or "1"^^<http://…>.`, { cause: error });
  }
}
