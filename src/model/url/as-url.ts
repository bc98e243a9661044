/**
 * A URL or null. Instead of URL.canParse, whose fast path in Node 20 takes letters like ü in a string of
 * Latin-1 for broken UTF-8: once compiled it refuses URLs that `new URL` reads, and did read before.
 */
export function asUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
