/** Built-in profiles by the name that `extends` uses. */
import type { DefinitionInput } from '../schema.js';
import { gov } from './gov.js';
import { gov2, gov9 } from './gov-si.js';

export const PROFILES: ReadonlyMap<string, DefinitionInput> = new Map([
  ['gov', gov],
  ['gov-2', gov2],
  ['gov-9', gov9],
]);
