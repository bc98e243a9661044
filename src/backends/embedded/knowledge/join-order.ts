/** In which order patterns are joined: the one with the fewest statements first, then what hangs on to it most tightly. */
import type { Place, ResolvedPattern, ResolvedScope } from './resolved.js';
import type { Statistics } from './statistics.js';

/** Rows a pattern is taken to have for each row so far when nothing connects it: then it comes last. */
const UNCONNECTED = 1e12;

export function joinOrder(patterns: readonly ResolvedPattern[], scope: ResolvedScope, statistics: Statistics): ResolvedPattern[] {
  if (patterns.length < 2) return [...patterns];
  const sizes = new Map(patterns.map((pattern) => [pattern, sizeOf(pattern, statistics)]));
  const rest = new Set(patterns);
  const known = new Set<string>();
  const ordered: ResolvedPattern[] = [];
  while (rest.size > 0) {
    const cost = (pattern: ResolvedPattern): number => costOf(pattern, known, sizes.get(pattern) ?? 0, statistics, ordered.length > 0);
    const best = [...rest].reduce((least, pattern) => (cost(pattern) < cost(least) ? pattern : least));
    rest.delete(best);
    ordered.push(best);
    for (const name of variablesOf(best)) known.add(name);
  }
  return ordered;
}

export const variablesOf = ({ s, p, o }: ResolvedPattern): string[] =>
  [s, p, o].flatMap((place) => ('variable' in place ? [place.variable] : []));

/** Statements that match by constants alone. */
export function sizeOf({ s, p, o }: ResolvedPattern, statistics: Statistics): number {
  const constants = Object.entries({ s, p, o }).flatMap(([column, place]) => ('id' in place ? [[column, place.id] as const] : []));
  const where = constants.map(([column]) => `${column} = ?`).join(' AND ');
  const size = statistics.matching(
    where,
    constants.map(([, id]) => id),
    'id' in p ? p.id : null,
  );
  return [s, o].some((place) => 'given' in place) ? Math.min(size, GIVEN) : size;
}

/** A subject or an object that the caller gives has about so many statements. */
const GIVEN = 20;

function costOf({ s, p, o }: ResolvedPattern, known: ReadonlySet<string>, size: number, statistics: Statistics, isJoined: boolean): number {
  const isKnown = (place: Place): boolean => 'variable' in place && known.has(place.variable);
  const [bySubject, byObject] = [isKnown(s), isKnown(o)];
  if (bySubject && byObject) return 0.1;
  const fan = (side: 's' | 'o'): number => ('id' in p ? statistics.fan(side, p.id) : LOOSE);
  if (bySubject) return Math.min(size, fan('s')) * ('id' in o ? 0.5 : 1);
  if (byObject) return Math.min(size, fan('o')) * ('id' in s ? 0.5 : 1);
  return isJoined && !isKnown(p) ? UNCONNECTED + size : size;
}

/** Statements of a subject or an object whatever their predicate. */
const LOOSE = 10;
