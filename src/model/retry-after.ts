/** Milliseconds that a Retry-After asks to wait, as seconds or as a date; null when it does not say. */
export function retryAfterMs(value: string | null, now: number): number | null {
  const said = value?.trim();
  if (!said) return null;
  const wait = /^\d+$/.test(said) ? 1000 * Number(said) : Date.parse(said) - now;
  return Number.isNaN(wait) ? null : Math.max(wait, 0);
}
