/** Built-in profiles: definitions to build on, by the name `extends` knows them by. */
import type { DefinitionInput } from '../schema.js';
import { gov } from './gov.js';

export const PROFILES: ReadonlyMap<string, DefinitionInput> = new Map([['gov', gov]]);
