/** Languages whose words have too many forms for one stem. */
import { bulgarian } from './bulgarian.js';
import { croatian } from './croatian.js';
import { french } from './french.js';
import { german } from './german.js';
import type { Inflection } from './inflection.js';
import { italian } from './italian.js';
import { slovene } from './slovene.js';

export type { Inflection } from './inflection.js';
export const INFLECTIONS: Readonly<Record<string, Inflection>> = {
  de: german,
  fr: french,
  it: italian,
  sl: slovene,
  bg: bulgarian,
  hr: croatian,
};
