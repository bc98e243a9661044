/**
 * What speaks against a list while it is read: each rule once, with how often and where it failed first.
 *
 * A problem makes the list incomplete, so that nothing is concluded from absence; a note does not.
 */
import { HarvestError, type ListingEnd } from '../port.js';

/** Rules that are named; a portal that breaks everything is told of no more than this. */
const MAX_PROBLEMS = 100;

interface Finding {
  readonly rule: string;
  readonly message: string;
  times: number;
}

export class Findings {
  readonly #problems = new Map<string, Finding>();
  readonly #notes = new Map<string, Finding>();
  rows = 0;
  /** Only what is new is listed. */
  isPart = false;
  #troubles = 0;

  /** How often something spoke against the list so far. */
  get troubles(): number {
    return this.#troubles;
  }

  problem(rule: string, message: string): void {
    this.#troubles++;
    add(this.#problems, rule, message);
  }

  note(rule: string, message: string): void {
    add(this.#notes, rule, message);
  }

  /** An error of a harvest is a problem of its rule; any other is a fault of ours and goes on. */
  failure(error: unknown, rule: string): void {
    if (!(error instanceof HarvestError)) throw error;
    this.problem(error.rule ?? rule, error.url && !error.message.includes(error.url) ? `${error.message} (${error.url})` : error.message);
  }

  /** Whether a rule of this step has failed already, which explains what follows from it. */
  isAt(rule: string): boolean {
    return [...this.#problems.keys()].some((known) => known.startsWith(rule));
  }

  end(): ListingEnd {
    const problems = told(this.#problems);
    return { rows: this.rows, isComplete: problems.length === 0, problems, isPart: this.isPart, notes: told(this.#notes) };
  }
}

function add(findings: Map<string, Finding>, rule: string, message: string): void {
  const known = findings.get(rule);
  if (known) known.times++;
  else if (findings.size < MAX_PROBLEMS) findings.set(rule, { rule, message, times: 1 });
}

const told = (findings: Map<string, Finding>): { rule: string; message: string }[] =>
  [...findings.values()].map(({ rule, message, times }) => ({ rule, message: times > 1 ? `${message}; ${times} times in all` : message }));
