/** The words of scope: what an objection says, how a wrong rule is refused. */

import { WinnowError } from '../../model/index.js';
/** Why a candidate stays out: the rule or filter that spoke, and its reason for people. */
export interface Objection {
  /** Place in the definition: `scope.domains`, `scope.not.url[0]`, `filter.regex`. */
  readonly by: string;
  readonly reason: string;
}

/** What one rule says of a candidate, whichever way it came out. */
export interface RuleVerdict extends Objection {
  readonly holds: boolean;
}

/** A rule that cannot be meant as written. Thrown while compiling, so that no crawl starts with it. */
export class ScopeError extends WinnowError {
  override readonly name = 'ScopeError';
  constructor(
    readonly where: string,
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super('SCOPE_WRONG', `${where}: ${detail}`, options);
  }
}

const SHOWN = 3;

/** A list as part of a sentence; a scope of ten thousand hosts must not become a log line of ten thousand hosts. */
export function inWords(entries: readonly string[]): string {
  const shown = entries.slice(0, SHOWN).join(', ');
  return entries.length > SHOWN ? `${shown} and ${entries.length - SHOWN} more` : shown;
}
