/** Whether fields are as a `where` of the connector says. */
import type { Step } from '../../connector/index.js';
import type { Values } from '../port.js';
import { type Lookup, valuesOf } from './names.js';
import { pattern } from './pattern.js';

export function isAs(where: Step['where'], fields: Values, lookup: Lookup): boolean {
  return where.every(({ field, is, matches, not }) => {
    const values = fields[field] ?? [];
    if (is && !is.flatMap((text) => valuesOf(text, lookup)).some((value) => values.includes(value))) return false;
    if (matches && !values.some((value) => pattern(matches).matcher(value).find())) return false;
    return !(not && values.some((value) => pattern(not).matcher(value).find()));
  });
}
