/** Whether fields are as a `where` of the connector says. */

import type { Step } from '../../connector/index.js';
import { compileRe2 } from '../../model/index.js';
import type { Values } from '../port.js';
import { type Lookup, valuesOf } from './names.js';
import { filled } from './template.js';

/** As texts; a bound that has no value is none. */
function isBetween(value: string, from: string | undefined, until: string | undefined, lookup: Lookup): boolean {
  const first = from === undefined ? null : filled(from, lookup);
  const last = until === undefined ? null : filled(until, lookup);
  return (first === null || value >= first) && (last === null || value.slice(0, last.length) <= last);
}

export function isAs(where: Step['where'], fields: Values, lookup: Lookup): boolean {
  return where.every(({ field, is, matches, not, from, until }) => {
    const values = fields[field] ?? [];
    if (is && !is.flatMap((text) => valuesOf(text, lookup)).some((value) => values.includes(value))) return false;
    if (!values.every((value) => isBetween(value, from, until, lookup))) return false;
    if (matches && !values.some((value) => compileRe2(matches).matcher(value).find())) return false;
    return !(not && values.some((value) => compileRe2(not).matcher(value).find()));
  });
}
