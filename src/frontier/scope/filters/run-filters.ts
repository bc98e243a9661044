/** The filters of a definition at work: all must agree, and the first that does not is named. */
import { messageOf } from '../../../model/index.js';
import type { Candidate } from '../../../plugins/index.js';
import type { Objection } from '../scope-rule.js';

/** A filter with its options filled in: `{ name: plugin.name, judge: plugin.prepare(options) }`. */
export interface PreparedFilter {
  readonly name: string;
  readonly judge: (candidate: Candidate) => string | null;
}

/** Null when no filter objects. A filter that throws objects: what it would have kept out must not slip in. */
export function runFilters(filters: readonly PreparedFilter[], candidate: Candidate): Objection | null {
  for (const { name, judge } of filters) {
    const reason = reasonOf(judge, candidate);
    if (reason !== null) return { by: `filter.${name}`, reason };
  }
  return null;
}

function reasonOf(judge: PreparedFilter['judge'], candidate: Candidate): string | null {
  try {
    return judge(candidate);
  } catch (error) {
    return `the filter failed: ${messageOf(error)}`;
  }
}
