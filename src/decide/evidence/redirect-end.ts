/**
 * Where redirects end that mean "not here": several of a site lead there, and more than half of all. Pure.
 *
 * A site that sends everybody to its login or its consent page says nothing about what is behind it.
 */
const SEVERAL = 3;

/** Of where the redirects of one site lead, the ends. */
export function redirectEnds(targets: readonly string[]): ReadonlySet<string> {
  const leading = new Map<string, number>();
  for (const target of targets) leading.set(target, (leading.get(target) ?? 0) + 1);
  const isEnd = ([target, count]: [string, number]): boolean => count >= SEVERAL && 2 * count > targets.length && !isDoor(target);
  return new Set([...leading].filter(isEnd).map(([target]) => target));
}

/** By its name, the page where one has to identify oneself or agree to something first. */
export const isDoor = (url: string): boolean => DOOR.test(url);

const DOOR = /\blog-?in\b|\bsign-?in\b|\bauth(?:enticat|oriz|\b)|\bsso\b|\baccounts?\b|\bconsent\b|\bcookie-?(?:wall|settings)\b/i;
