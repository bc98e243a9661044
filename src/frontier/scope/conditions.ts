/**
 * Conditions: one compiled rule each. `holds` is asked for every link and makes no words; `explain` is asked only when
 * the answer is needed in words, and speaks for whichever way the condition came out. That is what lets `not` name the
 * very glob that matched.
 */
import { inWords, type Objection } from './scope-rule.js';
import type { Subject } from './subject.js';

export interface Condition {
  holds(subject: Subject): boolean;
  explain(subject: Subject): Objection;
}

/** Holds when `find` knows one of the entries to fit; it answers with its index or -1. */
export function oneOf(
  where: string,
  entries: readonly string[],
  find: (subject: Subject) => number,
  words: { fits: (entry: string, subject: Subject) => string; misses: (list: string, subject: Subject) => string },
): Condition {
  return {
    holds: (subject) => find(subject) >= 0,
    explain: (subject) => {
      const found = find(subject);
      if (found < 0) return { by: where, reason: words.misses(inWords(entries), subject) };
      return { by: `${where}[${found}]`, reason: words.fits(entries[found] ?? '', subject) };
    },
  };
}

export function allOf(where: string, conditions: readonly Condition[]): Condition {
  if (conditions.length === 1 && conditions[0]) return conditions[0];
  return {
    holds: (subject) => conditions.every((condition) => condition.holds(subject)),
    explain: (subject) =>
      conditions.find((condition) => !condition.holds(subject))?.explain(subject) ?? together(where, conditions, subject),
  };
}

export function anyOf(where: string, conditions: readonly Condition[]): Condition {
  if (conditions.length === 1 && conditions[0]) return conditions[0];
  return {
    holds: (subject) => conditions.some((condition) => condition.holds(subject)),
    explain: (subject) =>
      conditions.find((condition) => condition.holds(subject))?.explain(subject) ?? together(where, conditions, subject),
  };
}

export const noneOf = (condition: Condition): Condition => ({
  holds: (subject) => !condition.holds(subject),
  explain: (subject) => condition.explain(subject),
});

/** A page at most `within` links back fulfils the rule; 0 links back is the subject itself. */
export function onPath(where: string, within: number, of: Condition): Condition {
  const search = (subject: Subject): { page: Subject; distance: number } | null => {
    for (let distance = 0; distance <= within; distance++) {
      const page = subject.back(distance);
      if (!page) return null;
      if (of.holds(page)) return { page, distance };
    }
    return null;
  };
  return {
    holds: (subject) => search(subject) !== null,
    explain: (subject) => {
      const found = search(subject);
      if (found) return { by: where, reason: `${found.distance} links back, at ${cut(found.page.url)}: ${of.explain(found.page).reason}` };
      const nearest = subject.back(Math.min(1, within)) ?? subject;
      return {
        by: where,
        reason: `no page at most ${within} links back fulfils the rule; at ${cut(nearest.url)}: ${of.explain(nearest).reason}`,
      };
    },
  };
}

function together(where: string, conditions: readonly Condition[], subject: Subject): Objection {
  return { by: where, reason: conditions.map((condition) => condition.explain(subject).reason).join('; ') };
}

/** URLs in reasons are for reading; a hostile page may make them a megabyte long. */
const cut = (url: string): string => (url.length > 200 ? `${url.slice(0, 200)}…` : url);
