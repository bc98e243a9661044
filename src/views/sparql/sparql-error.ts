/** Everything that can be wrong with a query, and what whoever asked may do about it. */

import { WinnowError } from '../../model/index.js';

/** The one list; protocol and command line read the problem, never the text. */
const SPARQL_ERRORS = {
  syntax: 'The query is not SPARQL.',
  'too-long': 'The query is longer than allowed.',
  'too-deep': 'The query is nested deeper than allowed.',
  'too-slow': 'The answer took longer than allowed.',
  'too-many-rows': 'The answer has more rows than allowed.',
  'too-much-memory': 'The query needs more memory than allowed.',
  'not-allowed': 'Something in the query is switched off here.',
  'no-such-graph': 'The request names a graph that does not exist.',
  busy: 'Too many queries wait already.',
  'no-such-format': 'The answer cannot be written in the format that is asked for.',
  'not-a-query': 'An update was given where a query is asked for, or the other way round.',
} as const;

export type SparqlProblem = keyof typeof SPARQL_ERRORS;

/** Where in the text, counted from 1. */
export interface SparqlPosition {
  readonly line: number;
  readonly column: number;
}

export class SparqlError extends WinnowError {
  override readonly name = 'SparqlError';
  readonly problem: SparqlProblem;
  readonly position: SparqlPosition | null;

  constructor(problem: SparqlProblem, message: string, options: ErrorOptions & { readonly position?: SparqlPosition | null } = {}) {
    super('SPARQL_REFUSED', message, options);
    this.problem = problem;
    this.position = options.position ?? null;
  }
}
