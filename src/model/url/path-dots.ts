/**
 * Resolves `.` and `..` in a path that starts with a slash, as browsers do.
 * Escaped dots count as dots; special schemes (http and the like) take `\` for `/`.
 */
export function resolvePathDots(path: string, special: boolean): string {
  if (!isSeparator(path, 0, special) || !/\.|%2e/i.test(path)) return path;

  /** Each segment with the separator before it. A dropped segment drops the separator after it instead. */
  const kept: string[] = [];
  let separator = path.charAt(0);
  let start = 1;
  for (let at = 1; at <= path.length; at++) {
    if (at < path.length && !isSeparator(path, at, special)) continue;
    const segment = path.slice(start, at);
    const dots = dotsOf(segment);
    if (dots === 2) separator = kept.pop()?.charAt(0) ?? separator;
    if (dots === 0) kept.push(separator + segment);
    else if (at === path.length) kept.push(separator);
    if (dots === 0) separator = path.charAt(at);
    start = at + 1;
  }
  return kept.join('');
}

function isSeparator(path: string, at: number, special: boolean): boolean {
  const code = path.charCodeAt(at);
  return code === 0x2f || (special && code === 0x5c);
}

/** 1 for `.`, 2 for `..`, 0 for any other segment. */
function dotsOf(segment: string): 0 | 1 | 2 {
  if (segment === '' || segment.length > 6) return 0;
  const plain = segment.replace(/%2e/gi, '.');
  return plain === '.' ? 1 : plain === '..' ? 2 : 0;
}
