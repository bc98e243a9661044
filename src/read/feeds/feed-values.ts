/** Values in the form the result needs: absolute links, dates in ISO 8601. */
import { parseUrl } from '../url-resolver.js';

export const isoOf = (moment: number): string => new Date(moment).toISOString().replace('.000Z', 'Z');

/** The link as written when it cannot be made absolute. */
export function absolute(written: string, base: string): string | null {
  const tidy = written.trim();
  if (tidy === '') return null;
  return parseUrl(tidy, base)?.href ?? tidy;
}
