/**
 * Parses a URL, or returns null. Used instead of URL.canParse, whose fast path in Node 20 takes letters like ü in a
 * Latin-1 string for broken UTF-8: once compiled, it refuses URLs that `new URL` accepts.
 */
export function asUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
