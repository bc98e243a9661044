/** How much of the path of links a scope needs to see, so that crawls without such rules keep none of it. */
import type { ScopeRule } from '../../model/index.js';

/** Steps back from a candidate that the rule may ask for; 0 when it never looks at the trail. */
export function trailLength(rule: ScopeRule | undefined): number {
  // At the top, `language` means the page the link stands on: one step back.
  return rule ? stepsNeeded(rule, 1) : 0;
}

export const needsTrail = (rule: ScopeRule | undefined): boolean => trailLength(rule) > 0;

function stepsNeeded(rule: ScopeRule, forLanguage: number): number {
  const { language, path, all = [], any = [], not } = rule;
  const combined = [...all, ...any, ...(not ? [not] : [])];
  return Math.max(
    language ? forLanguage : 0,
    path ? path.within + stepsNeeded(path.of, 0) : 0,
    ...combined.map((inner) => stepsNeeded(inner, forLanguage)),
  );
}
