/** Globs on names inside archives: `*` within a folder, `**` over folders, `?` one character. Whatever the case. */
import { compileRe2 } from '../../../model/index.js';

export function matchesGlob(glob: string, path: string): boolean {
  const pattern = compileRe2(expressionOf(glob));
  const matches = (name: string) => pattern.matcher(name).find();
  // A glob without a folder is meant for the name alone.
  return matches(path) || (!glob.includes('/') && matches(path.split('/').at(-1) ?? ''));
}

function expressionOf(glob: string): string {
  const source = glob
    .replace(/\*{3,}/g, '**')
    .split(/(\*\*\/?|\*|\?)/)
    .map((part) => WILD[part] ?? part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('');
  return `(?i)^${source}$`;
}

const WILD: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };
