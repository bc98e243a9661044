/**
 * Traps that a URL gives away by itself, before anybody fetches it: segments that repeat, parameters that pile up, URLs in
 * URLs, a calendar that has run into the far future. Each rule has room for what real sites do.
 */
import { kindOfUrl, monthOf } from './url-kind.js';

/** A word may stand so often in a path. */
const MOST_OF_A_SEGMENT = 3;
/** A sequence of segments may stand so often in a row. */
const MOST_IN_A_ROW = 2;
const MOST_SEGMENTS = 40;
const LONGEST_SEQUENCE = 8;
/** The same parameter with the same value, and parameters of one name, may stand so often. */
const MOST_OF_A_PAIR = 2;
const MOST_OF_A_NAME = 12;
const MOST_PARAMETERS = 40;
/** Months a calendar may be ahead of us. */
const FARTHEST = 24;

/** Why a URL is taken for one of a trap, in words; null when it is not. `from` is the page it was found on. */
export function trapShape(url: string, from: string, now: number): string | null {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start < 0) return null;
  const [address = ''] = url.split('#', 1);
  const question = address.indexOf('?', start);
  const path = address.slice(start, question < 0 ? undefined : question);
  return pathObjection(path) ?? (question < 0 ? null : queryObjection(address.slice(question + 1))) ?? dateObjection(url, from, now);
}

function pathObjection(path: string): string | null {
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.length <= MOST_IN_A_ROW) return null;
  if (segments.length > MOST_SEGMENTS) return `its path has ${segments.length} segments`;
  if ((path.match(/https?:/gi)?.length ?? 0) > 1) return 'its path is made of several URLs';
  return repeatedWord(segments) ?? repeatedSequence(segments);
}

const HAS_LETTER = /\p{L}/u;

function repeatedWord(segments: readonly string[]): string | null {
  if (segments.length <= MOST_OF_A_SEGMENT) return null;
  const counts = new Map<string, number>();
  for (const segment of segments) {
    if (!HAS_LETTER.test(segment)) continue;
    const count = (counts.get(segment) ?? 0) + 1;
    if (count > MOST_OF_A_SEGMENT) return `the segment ${shown(segment)} stands more than ${MOST_OF_A_SEGMENT} times in its path`;
    counts.set(segment, count);
  }
  return null;
}

function repeatedSequence(segments: readonly string[]): string | null {
  for (let length = 1; length <= Math.min(LONGEST_SEQUENCE, segments.length / (MOST_IN_A_ROW + 1)); length++) {
    // So many segments in a row that equal the one a sequence earlier make up further copies of the sequence.
    let same = 0;
    for (let at = length; at < segments.length; at++) {
      same = segments[at] === segments[at - length] ? same + 1 : 0;
      const sequence = segments.slice(at - length + 1, at + 1);
      if (same >= length * MOST_IN_A_ROW && sequence.some((segment) => HAS_LETTER.test(segment)))
        return `${shown(sequence.join('/'))} repeats itself in its path`;
    }
  }
  return null;
}

function queryObjection(query: string): string | null {
  const pairs = query.split('&', 2 * MOST_PARAMETERS);
  if (pairs.length <= MOST_OF_A_PAIR) return null;
  if (pairs.length > MOST_PARAMETERS) return `it has more than ${MOST_PARAMETERS} parameters`;
  const counts = new Map<string, number>();
  for (const pair of pairs) {
    const name = pair.split('=', 1)[0] ?? '';
    const [pairCount, nameCount] = [count(counts, `=${pair}`), count(counts, name)];
    if (pair !== '' && pairCount > MOST_OF_A_PAIR) return `the parameter ${shown(pair)} stands ${pairCount} times in it`;
    if (nameCount > MOST_OF_A_NAME) return `the parameter ${shown(name)} stands ${nameCount} times in it`;
  }
  return null;
}

function count(counts: Map<string, number>, key: string): number {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
}

/** A page of the calendar leads further ahead; what another page announces for a date to come is real. */
function dateObjection(url: string, from: string, now: number): string | null {
  if (!/[12]\d{3}/.test(url)) return null;
  const { family, month } = kindOfUrl(url);
  if (month === null || month <= monthOf(now) + FARTHEST) return null;
  const source = kindOfUrl(from);
  if (source.month === null || source.family !== family) return null;
  return `a calendar that is ${Math.floor((month - monthOf(now)) / 12)} years ahead`;
}

const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
