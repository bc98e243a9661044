/** Whether fields are as a `where` of the connector says. */

import type { Step } from '../../../definition/connector/index.js';
import { compileRe2 } from '../../../model/index.js';
import type { Values } from '../port.js';
import { type Lookup, valuesOf } from './names.js';
import { filled } from './template.js';

/** As texts; a bound that has no value is none. */
function isBetween(value: string, from: string | undefined, until: string | undefined, lookup: Lookup): boolean {
  const first = from === undefined ? null : filled(from, lookup);
  const last = until === undefined ? null : filled(until, lookup);
  return (first === null || value >= first) && (last === null || value.slice(0, last.length) <= last);
}

/** A name in braces alone is a pattern that the connector sets, which families leave to it; where it sets none, all is well. */
function patternOf(matches: string, lookup: Lookup): string | undefined {
  const name = /^\{([A-Za-z]\w*)\}$/.exec(matches)?.[1];
  return name === undefined ? matches : lookup(name)?.[0];
}

export function isAs(where: Step['where'], fields: Values, lookup: Lookup): boolean {
  return where.every(({ field, is, matches, not, from, until }) => {
    const values = fields[field] ?? [];
    if (is && !is.flatMap((text) => valuesOf(text, lookup)).some((value) => values.includes(value))) return false;
    if (!values.every((value) => isBetween(value, from, until, lookup))) return false;
    const pattern = matches && patternOf(matches, lookup);
    if (pattern && !values.some((value) => compileRe2(pattern).matcher(value).find())) return false;
    return !(not && values.some((value) => compileRe2(not).matcher(value).find()));
  });
}
