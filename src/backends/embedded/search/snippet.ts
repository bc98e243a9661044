/** The piece of a text that shows best why it was found, with the words that fit marked. */
import type { MarkedText } from '../../../store/index.js';
import type { Match } from './mark-matches.js';

const WIDTH = 240;
const LEAD = 60;

export function snippetOf(text: string, matches: readonly Match[]): MarkedText {
  const from = snapped(text, bestStart(matches));
  const until = endOf(text, from + WIDTH);
  return tidied(text, from, until, matches);
}

/** All of it, for titles. */
export const wholeOf = (text: string, matches: readonly Match[]): MarkedText => tidied(text, 0, Math.min(text.length, 500), matches);

/** Where the window begins that shows most parts of the query, and among those most matches. */
function bestStart(matches: readonly Match[]): number {
  const seen = new Map<number, number>();
  let [best, start, last] = [0, matches[0]?.start ?? 0, 0];
  matches.forEach((match, first) => {
    for (; last < matches.length && (matches[last] as Match).end <= match.start + WIDTH - LEAD; last++) {
      const { part } = matches[last] as Match;
      seen.set(part, (seen.get(part) ?? 0) + 1);
    }
    const value = seen.size * 1000 + (last - first);
    if (value > best) [best, start] = [value, match.start];
    const left = (seen.get(match.part) ?? 1) - 1;
    if (left > 0) seen.set(match.part, left);
    else seen.delete(match.part);
  });
  return Math.max(0, start - LEAD);
}

/** To the beginning of a sentence or a word that is near. */
function snapped(text: string, from: number): number {
  if (from === 0) return 0;
  const near = text.slice(from, from + LEAD);
  const sentence = near.search(/(?<=[.!?]\s)\S/);
  if (sentence >= 0) return from + sentence;
  const word = near.search(/(?<=\s)\S/);
  return word >= 0 ? from + word : from;
}

function endOf(text: string, until: number): number {
  if (until >= text.length) return text.length;
  const space = text.slice(0, until).search(/\s\S{0,30}$/);
  return space > 0 ? space : until;
}

/** One line: every run of white space is one space. Marks follow. */
function tidied(text: string, from: number, until: number, matches: readonly Match[]): MarkedText {
  const piece = text.slice(from, until);
  let shown = from > 0 ? '… ' : '';
  const places = new Uint32Array(piece.length + 1);
  for (let at = 0; at < piece.length; at++) {
    places[at] = shown.length;
    const character = piece[at] as string;
    if (!/\s/.test(character)) shown += character;
    else if (shown !== '' && !shown.endsWith(' ')) shown += ' ';
  }
  places[piece.length] = shown.length;
  const marks = merged(matches.filter(({ start, end }) => start >= from && end <= until)).map(
    ([start, end]) => [places[start - from] as number, places[end - from] as number] as const,
  );
  return { text: until < text.length ? `${shown.trimEnd()} …` : shown.trimEnd(), marks };
}

function merged(matches: readonly Match[]): [number, number][] {
  const marks: [number, number][] = [];
  for (const { start, end } of matches) {
    const last = marks.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else marks.push([start, end]);
  }
  return marks;
}
