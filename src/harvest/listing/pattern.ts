/** Regular expressions of connectors: RE2, which cannot hang; compiled once. */
import { RE2JS } from 're2js';

const patterns = new Map<string, RE2JS>();
const MAX_KEPT = 5000;

export function pattern(source: string): RE2JS {
  const known = patterns.get(source);
  if (known) return known;
  if (patterns.size >= MAX_KEPT) patterns.clear();
  const made = RE2JS.compile(source);
  patterns.set(source, made);
  return made;
}
