/**
 * Repair from known content: where names do not help, what the pages said does. Known texts and addresses are looked for in the
 * new page, and sturdy ways to point at the elements that hold them are tried until one of them reads what is known.
 */
import { type Element, isTag } from 'domhandler';
import type { Expression } from '../../connector/index.js';
import { type Content, compileExpression, elementsIn, type Found, isTree, resolveUrl, textOf } from '../../fields/index.js';
import { type Pair, pagesToCompare, pairsOf } from './agreement.js';
import { featuresOf } from './features.js';
import { type Reader, type ReadPage, type ReadRow, readPages } from './reader.js';
import { type Attempt, attempted } from './renames.js';
import { type Selector, selectorsIn, textsIn, withSelector } from './selectors.js';

const MOST_TRIED = 40;
/** Rows by which a way to point at them is found; it is tried on all. */
const MOST_EXAMPLES = 12;

/** The best reader that can be made from the one given: rows first, then the fields that do not agree. */
export function derived(before: readonly ReadPage[], pages: readonly Content[], current: Attempt): Attempt {
  const withRows = hasPoorRows(current) ? bestRows(before, pages, current) : [current];
  return withRows
    .map((attempt) => withFields(before, pages, attempt))
    .reduce((best, attempt) => (attempt.agreement.score > best.agreement.score + 0.01 ? attempt : best), current);
}

const hasPoorRows = ({ reader, agreement: { rowsNow, rowsBefore, score } }: Attempt): boolean =>
  reader.each !== null && (rowsNow < rowsBefore / 2 || score < 0.3);

// ---- rows

/** Ways to point at the rows, best first. */
function bestRows(before: readonly ReadPage[], pages: readonly Content[], current: Attempt): Attempt[] {
  const known = pagesToCompare(before, readPages(current.reader, pages)).flatMap(({ content, rows }) =>
    rows.map((row) => ({ row, content })),
  );
  const facts = distinctFacts(known.map(({ row, content }) => factsIn(row.node, content)));
  const owners = new Map(pages.map((page) => [page, ownersOn(page, facts)]));
  const votes = new Map<string, { hits: number; cost: number }>();
  for (const [page, owned] of owners) for (const [selector, cost] of rowSelectors(page, owned)) vote(votes, selector, cost);
  const candidates = ranked(votes);
  const attempts = candidates.flatMap((each) => attempted({ ...current.reader, each }, before, pages) ?? []);
  return attempts
    .map((attempt) => ({ attempt, carried: carriedBy(attempt.reader, owners) }))
    .filter(({ carried }) => carried > 0.4)
    .toSorted((one, other) => other.carried - one.carried || other.attempt.agreement.score - one.attempt.agreement.score)
    .slice(0, 6)
    .map(({ attempt }) => attempt);
}

/** What a row says: texts of its elements, and where its links lead. */
export function factsIn(node: Found | undefined, content: Content): Set<string> {
  const facts = new Set<string>();
  const top = node === undefined ? content.root : node;
  if (!top || typeof top === 'string' || !isTree(top)) return facts;
  const elements = isTag(top) ? [top, ...elementsIn(top)] : [...elementsIn(top)];
  for (const element of elements.slice(0, 400)) for (const fact of factsOf(element, content)) facts.add(fact);
  return facts;
}

function factsOf(element: Element, { base }: Content): string[] {
  const text = textOf(element);
  const link = element.attribs['href'] ?? element.attribs['src'];
  const address = link === undefined ? null : resolveUrl(base, link);
  return [...(text.length > 2 && text.length < 400 ? [`text ${text}`] : []), ...(address === null ? [] : [`link ${address}`])];
}

type Facts = ReadonlyMap<string, number>;

/** Facts that one row alone has, with its number. */
function distinctFacts(rows: readonly ReadonlySet<string>[]): Facts {
  const owners = new Map<string, number>();
  for (const [index, facts] of rows.entries())
    for (const fact of facts) owners.set(fact, owners.has(fact) && owners.get(fact) !== index ? -1 : index);
  return new Map([...owners].filter(([, owner]) => owner >= 0));
}

/** Which rows stand inside which elements of a page. */
type Owners = ReadonlyMap<Element, ReadonlySet<number>>;

function ownersOn(page: Content, facts: Facts): Owners {
  const owners = new Map<Element, Set<number>>();
  if (!page.root || facts.size === 0) return owners;
  for (const element of elementsIn(page.root)) {
    const own = factsOf(element, page).flatMap((fact) => facts.get(fact) ?? []);
    for (let node: unknown = element; own.length > 0 && node && isTag(node as Element); node = (node as Element).parent) {
      const known = owners.get(node as Element) ?? new Set<number>();
      for (const owner of own) known.add(owner);
      owners.set(node as Element, known);
    }
  }
  return owners;
}

/** Elements that hold one row and no other, by every way to point at them. */
function* rowSelectors(page: Content, owners: Owners): Generator<[string, number]> {
  const seen = new Map<number, number>();
  for (const [element, own] of owners) {
    const [owner = -1] = own;
    if (own.size !== 1 || (seen.get(owner) ?? 0) > 30) continue;
    seen.set(owner, (seen.get(owner) ?? 0) + 1);
    for (const { selector, cost } of featuresOf(element, page.root, page.as !== 'html')) yield [selector, cost];
  }
}

/** Share of the rows on the pages that stand in one row each of a reader. */
function carriedBy(reader: Reader, pages: ReadonlyMap<Content, Owners>): number {
  const located = new Set<number>();
  const carried = new Set<number>();
  let rows = 0;
  let empty = 0;
  for (const { content, rows: found } of readPages({ ...reader, fields: {}, singles: {} }, [...pages.keys()])) {
    const owners: Owners = pages.get(content) ?? new Map();
    for (const own of owners.values()) for (const owner of own) located.add(owner);
    for (const { node } of found) {
      rows++;
      const own = owners.get(node as Element);
      if (own?.size === 1) for (const owner of own) carried.add(owner);
      else empty++;
    }
  }
  if (located.size === 0 || rows === 0) return 0;
  return carried.size / located.size - (0.5 * empty) / rows;
}

// ---- fields

/** Fields and singles that agree too little, each by the selector in it that finds what is known again. */
function withFields(before: readonly ReadPage[], pages: readonly Content[], current: Attempt): Attempt {
  let best = current;
  for (const [name, { known, same }] of current.agreement.parts) {
    if (same / known > 0.6) continue;
    const [group, field] = name.startsWith('fields.') ? (['fields', name.slice(7)] as const) : (['singles', name] as const);
    const expression = best.reader[group][field];
    if (expression === undefined) continue;
    for (const candidate of expressionsFor(expression, best, before, pages, group)) {
      const attempt = attempted({ ...best.reader, [group]: { ...best.reader[group], [field]: candidate } }, before, pages);
      if (attempt && shareOf(attempt, name) > shareOf(best, name) + 0.01) best = attempt;
    }
  }
  return best;
}

/** Of one field: a row that lacks others still may be looked for one by one. */
function shareOf({ agreement: { parts } }: Attempt, name: string): number {
  const part = parts.get(name);
  return part ? part.same / part.known : 0;
}

interface Example {
  readonly content: Content;
  readonly node: Found | undefined;
  readonly wanted: readonly string[];
}

/** The expression with one of its selectors pointing elsewhere. */
function* expressionsFor(
  expression: Expression,
  { reader }: Attempt,
  before: readonly ReadPage[],
  pages: readonly Content[],
  group: 'fields' | 'singles',
): Generator<Expression> {
  const now = readPages(reader, pages);
  yield* withOtherPatterns(expression, before, now, group);
  for (const selector of selectorsIn(expression)) {
    const examples = examplesOf(selector, before, now, group).slice(0, MOST_EXAMPLES);
    const votes = new Map<string, { hits: number; cost: number }>();
    for (const example of examples) for (const [text, cost] of selectorsFor(example)) vote(votes, text, cost);
    for (const text of ranked(votes)) yield withSelector(expression, selector, text);
  }
}

/** What the selector found in rows that are known, and the row it should find that in now. */
function examplesOf(selector: Selector, before: readonly ReadPage[], now: readonly ReadPage[], group: 'fields' | 'singles'): Example[] {
  const { language, text } = selector;
  const compiled = compileExpression(language === null ? text : { [language]: text }, 'selector');
  const known = pagesToCompare(before, now);
  const contentOf = new Map([...known, ...now].flatMap(({ rows, content }) => rows.map((row) => [row, content] as const)));
  const pairs = group === 'fields' ? rowPairs(known, now) : pagePairs(known, now, contentOf);
  return pairs.flatMap(([old, row]) => {
    const [oldContent, content] = [contentOf.get(old), row ? contentOf.get(row) : undefined];
    if (!row || !oldContent || !content) return [];
    const wanted = quietly(() => compiled.values({ content: oldContent, ...(old.node === undefined ? {} : { node: old.node }) }));
    return wanted.length > 0 ? [{ content, node: row.node, wanted }] : [];
  });
}

/** Rows by what they say as a whole, since their fields may say nothing; whole pages by their address. */
function rowPairs(known: readonly ReadPage[], now: readonly ReadPage[]): readonly Pair[] {
  const rows = known.flatMap(({ content, rows: each }) => each.map((row) => ({ row, content }))).slice(0, MOST_PAIRS);
  if (rows.every(({ row }) => row.node === undefined)) return pairsOf(known, now);
  const facts = distinctFacts(rows.map(({ row, content }) => factsIn(row.node, content)));
  const found = new Map<number, ReadRow>();
  for (const { content, rows: each } of now)
    for (const row of each) {
      const owners = [...factsIn(row.node, content)].flatMap((fact) => facts.get(fact) ?? []);
      const [owner] = owners;
      if (owner !== undefined && owners.every((one) => one === owner)) found.set(owner, row);
    }
  return found.size === 0 ? pairsOf(known, now) : rows.map(({ row }, index) => [row, found.get(index) ?? null] as const);
}

const MOST_PAIRS = 60;

/** Whole pages in place of rows. */
function pagePairs(known: readonly ReadPage[], now: readonly ReadPage[], contentOf: Map<ReadRow, Content>): [ReadRow, ReadRow][] {
  const whole = ({ content }: ReadPage): ReadRow => {
    const row: ReadRow = { node: undefined, fields: {} };
    contentOf.set(row, content);
    return row;
  };
  const byUrl = new Map(now.map((page) => [page.url, page]));
  return known.flatMap((page) => {
    const other = byUrl.get(page.url);
    return other ? [[whole(page), whole(other)] as [ReadRow, ReadRow]] : [];
  });
}

/** Ways to point at the elements whose text or attribute is what is wanted. */
function* selectorsFor({ content, node, wanted }: Example): Generator<[string, number]> {
  const top = node ?? content.root;
  if (!top || typeof top === 'string' || !isTree(top)) return;
  const isXml = content.as !== 'html';
  const isRow = node !== undefined;
  for (const element of elementsIn(top)) {
    for (const ending of endingsFor(element, wanted, content)) {
      for (const { selector, cost } of featuresOf(element, top, isXml)) {
        const placed = isXml && isRow ? `.${selector}` : selector;
        yield [ending === '' ? placed : `${placed}${isXml ? '/' : ''}@${ending}`, cost];
      }
    }
  }
}

function endingsFor(element: Element, wanted: readonly string[], { base }: Content): string[] {
  const isWanted = new Set(wanted);
  const attributes = Object.entries(element.attribs).filter(([name, value]) => {
    if (isWanted.has(value.trim())) return true;
    return (name === 'href' || name === 'src') && isWanted.has(resolveUrl(base, value) ?? '');
  });
  return [...(isWanted.has(textOf(element)) ? [''] : []), ...attributes.map(([name]) => name)];
}

// ---- patterns

/** Words of its patterns that what it reads has no more, replaced by those that it has now: /article/ has become /submission/. */
function* withOtherPatterns(
  expression: Expression,
  before: readonly ReadPage[],
  now: readonly ReadPage[],
  group: 'fields' | 'singles',
): Generator<Expression> {
  const patterns = textsIn(expression).filter(({ isPattern }) => isPattern);
  if (patterns.length === 0) return;
  const [old, fresh] = [wordsRead(expression, before, group), wordsRead(expression, now, group)];
  const appeared = [...fresh].filter((word) => !old.has(word)).slice(0, MOST_WORDS);
  for (const pattern of patterns) {
    // A word that some rows still have may be gone from the others: those that are gone altogether come first.
    const dead = [...new Set(pattern.text.match(WORD)?.filter((word) => old.has(word)))].toSorted(
      (one, other) => Number(fresh.has(one)) - Number(fresh.has(other)),
    );
    for (const word of dead)
      for (const other of appeared)
        yield withSelector(
          expression,
          pattern,
          pattern.text.replace(WORD, (each) => (each === word ? other : each)),
        );
  }
}

const WORD = /[\p{L}_][\p{L}\p{N}_-]*/gu;
const MOST_WORDS = 12;

/** Words of everything the selectors of an expression find. */
function wordsRead(expression: Expression, pages: readonly ReadPage[], group: 'fields' | 'singles'): Set<string> {
  const words = new Set<string>();
  for (const { language, text } of selectorsIn(expression)) {
    const compiled = compileExpression(language === null ? text : { [language]: text }, 'selector');
    for (const { content, rows } of pages)
      for (const { node } of group === 'fields' ? rows.slice(0, 100) : [{ node: undefined }])
        for (const value of quietly(() => compiled.values({ content, ...(node === undefined ? {} : { node }) })))
          for (const word of value.slice(0, 2000).match(WORD) ?? []) words.add(word);
  }
  return words;
}

// ---- candidates

function vote(votes: Map<string, { hits: number; cost: number }>, text: string, cost: number): void {
  const known = votes.get(text);
  if (known) known.hits++;
  else votes.set(text, { hits: 1, cost });
}

/** Those that most examples suggest, the sturdiest of them first. */
function ranked(votes: ReadonlyMap<string, { readonly hits: number; readonly cost: number }>): string[] {
  const most = Math.max(0, ...[...votes.values()].map(({ hits }) => hits));
  return [...votes]
    .filter(([, { hits }]) => hits * 2 > most)
    .toSorted(([, one], [, other]) => one.cost - other.cost || other.hits - one.hits)
    .slice(0, MOST_TRIED)
    .map(([text]) => text);
}

function quietly(read: () => readonly string[]): readonly string[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && (error.name === 'ContentError' || error.name === 'PageNeeded' || error.name === 'ExpressionError'))
      return [];
    throw error;
  }
}
