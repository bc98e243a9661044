/** Templates of connectors, filled in. */
import { renderTemplate } from '../../../definition/expressions/index.js';
import type { Lookup } from './names.js';

/** Empty on the first page, rather than without a value: keyset queries say `> "{last}"`. */
const FIRST = /\{(last|token)\}/g;

/** Null where a name has no value. */
export function filled(template: string, lookup: Lookup): string | null {
  return renderTemplate(template.includes('{') ? template.replace(FIRST, '{$1|default:}') : template, lookup);
}
