/** All functions of expressions. Checks, the reference page and the tests use this table. */
import { CHOOSING } from './choosing.js';
import type { FieldFunction } from './function.js';
import { PATTERNS } from './patterns.js';
import { SELECTING } from './selecting.js';
import { STRUCTURES } from './structures.js';
import { TEXTS } from './texts.js';

export const FUNCTIONS: ReadonlyMap<string, FieldFunction> = new Map(
  [...SELECTING, ...CHOOSING, ...TEXTS, ...PATTERNS, ...STRUCTURES].map((entry) => [entry.name, entry]),
);
