/**
 * Repair by renaming: a portal that was redesigned often kept its structure and gave its parts other names.
 *
 * Names that stand in the expressions, were on the pages before and are on none now are dead; names that are on the pages now
 * and were on none before are new. Dead ones are replaced by new ones of the same kind, in all expressions of the reader at
 * once, and whatever reads the known content again is kept. That works for classes and ids, elements and attributes,
 * parts of addresses in patterns, and keys of JSON alike.
 */
import { type Content, ExpressionError } from '../../../definition/expressions/index.js';
import { type Agreement, agreementOf } from './agreement.js';
import { type Reader, type ReadPage, readPages } from './reader.js';
import { textsIn, withTexts } from './selectors.js';
import { type Vocabulary, vocabularyOf } from './vocabulary.js';

export interface Attempt {
  readonly reader: Reader;
  readonly agreement: Agreement;
}

const MOST_DEAD = 6;
const MOST_CANDIDATES = 6;
/** Elements looked at, over all attempts. */
const MOST_WORK = 30_000_000;
const MOST_TRIES = 400;

/** The best of all ways to rename; the reader as it is where none is better. */
export function renamed(reader: Reader, before: readonly ReadPage[], pages: readonly Content[], current: Attempt): Attempt {
  const [old, now] = [vocabularyOf(before.map(({ content }) => content)), vocabularyOf(pages)];
  const dead = deadWords(reader, old, now);
  let best = current;
  let tries = triesFor(reader, pages);
  for (const names of assignments(dead)) {
    if (new Set(names.values()).size < names.size) continue; // two things have two names
    if (tries-- <= 0 || best.agreement.score > 0.98) break;
    const attempt = attempted(withNames(reader, names), before, pages);
    if (attempt && attempt.agreement.score > best.agreement.score + 0.01) best = attempt;
  }
  return best;
}

/** Null where it makes no expression of it. */
export function attempted(reader: Reader, before: readonly ReadPage[], pages: readonly Content[]): Attempt | null {
  try {
    return { reader, agreement: agreementOf(reader, before, readPages(reader, pages)) };
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

function triesFor({ fields }: Reader, pages: readonly Content[]): number {
  const nodes = pages.reduce((sum, page) => sum + page.nodes, 0);
  return Math.min(MOST_TRIES, Math.ceil(MOST_WORK / ((nodes + 1) * (Object.keys(fields).length + 2))));
}

interface Dead {
  readonly word: string;
  readonly candidates: readonly string[];
}

function deadWords(reader: Reader, old: Vocabulary, now: Vocabulary): Dead[] {
  const words = new Set(
    expressionsOf(reader).flatMap((each) => textsIn(each).flatMap(({ text }) => text.match(/[\p{L}_][\p{L}\p{N}_-]*/gu) ?? [])),
  );
  return [...words]
    .flatMap((word) => {
      const candidates = [...old].flatMap(([kind, known]) => candidatesFor(word, known, now.get(kind) ?? new Map()));
      return candidates.length > 0 ? [{ word, candidates: [...new Set(candidates)] }] : [];
    })
    .slice(0, MOST_DEAD);
}

/** New names that are about as frequent as the dead one was. */
function candidatesFor(word: string, old: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): string[] {
  const times = old.get(word);
  if (times === undefined || now.has(word)) return [];
  const distance = ([, count]: readonly [string, number]): number => Math.abs(Math.log(count / times));
  return [...now]
    .filter(([each]) => !old.has(each) && /\p{L}/u.test(each))
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, MOST_CANDIDATES)
    .map(([each]) => each);
}

type Names = ReadonlyMap<string, string>;

/** All dead words renamed, best candidates first; then fewer of them. */
function* assignments(dead: readonly Dead[]): Generator<Names> {
  const most = dead.reduce((sum, { candidates }) => sum + candidates.length, 0);
  for (let rank = 0; rank <= most; rank++) for (const names of ofRank(dead, rank)) if (names.length > 0) yield new Map(names);
}

/** Combinations whose ranks add up to a number. A word that stays as it is ranks last: of several alternatives one may be dead for good. */
function* ofRank([first, ...rest]: readonly Dead[], rank: number): Generator<[string, string][]> {
  if (!first) {
    if (rank === 0) yield [];
    return;
  }
  const { word, candidates } = first;
  for (let own = 0; own <= Math.min(rank, candidates.length); own++) {
    const candidate = candidates[own];
    for (const others of ofRank(rest, rank - own)) yield candidate === undefined ? others : [[word, candidate], ...others];
  }
}

export const expressionsOf = ({ each, fields, singles }: Reader) => [
  ...(each === null ? [] : [each]),
  ...Object.values(fields),
  ...Object.values(singles),
];

function withNames(reader: Reader, names: Names): Reader {
  const change = (text: string): string => text.replace(/[\p{L}_][\p{L}\p{N}_-]*/gu, (word) => names.get(word) ?? word);
  const all = <T extends Reader['fields']>(expressions: T): Reader['fields'] =>
    Object.fromEntries(Object.entries(expressions).map(([name, expression]) => [name, withTexts(expression, change)]));
  const each = reader.each === null ? null : withTexts(reader.each, change);
  return { ...reader, each, fields: all(reader.fields), singles: all(reader.singles) };
}
