/** Globs on names inside folders and archives: `*` within a name, `**` across folders, `?` one character. No case of letters is dropped. */
import type { RE2JS } from 're2js';
import { pattern } from './pattern.js';

const SPECIAL = /[.+^${}()|[\]\\]/g;

/** A glob without a slash is asked of the last part of the path. */
export function matchesGlob(glob: string, path: string): boolean {
  const subject = glob.includes('/') ? path : path.slice(path.lastIndexOf('/') + 1);
  return expressionOf(glob).matcher(subject).matches();
}

function expressionOf(glob: string): RE2JS {
  const source = glob
    .replace(SPECIAL, '\\$&')
    .replace(/\*\*\/?/g, '\u0000')
    .replace(/\*/g, '[^/]*')
    .replace(/\?/g, '[^/]')
    .replaceAll('\u0000', '.*');
  return pattern(`^${source}$`);
}
