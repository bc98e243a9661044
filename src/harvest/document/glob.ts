/** Globs on names inside archives: `*` within a folder, `**` over folders, `?` one character. Whatever the case. */
const cache = new Map<string, RegExp>();

export function matchesGlob(glob: string, path: string): boolean {
  const pattern = cache.get(glob) ?? compiled(glob);
  cache.set(glob, pattern);
  // A glob without a folder is meant for the name alone.
  return pattern.test(path) || (!glob.includes('/') && pattern.test(path.split('/').at(-1) ?? ''));
}

/** Linear: a run of stars is one, and what stands between is literal. */
function compiled(glob: string): RegExp {
  const source = glob
    .replace(/\*{3,}/g, '**')
    .split(/(\*\*\/?|\*|\?)/)
    .map((part) => WILD[part] ?? part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('');
  return new RegExp(`^${source}$`, 'i');
}

const WILD: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };
