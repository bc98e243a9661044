/**
 * Repair from known content: where names do not help, what the pages said does. Known texts and addresses are looked for in the
 * new page, and sturdy ways to point at the elements that hold them are tried until one of them reads what is known.
 */
import type { Element } from 'domhandler';
import type { Expression } from '../../../definition/connector/index.js';
import {
  type Content,
  compileExpression,
  elementsIn,
  type Found,
  isTree,
  resolveUrl,
  textOf,
} from '../../../definition/expressions/index.js';
import { type Pair, pagesToCompare, pairsOf } from './agreement.js';
import { ranked, type Votes, vote } from './candidates.js';
import { bestRows, distinctFacts, factsIn } from './derive-rows.js';
import { featuresOf } from './features.js';
import { withOtherPatterns } from './other-patterns.js';
import { quietly, type ReadPage, type ReadRow, readPages } from './reader.js';
import { type Attempt, attempted } from './renames.js';
import { type Selector, selectorsIn, withSelector } from './selectors.js';

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
    const votes: Votes = new Map();
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
    const wanted = quietly(() => compiled.values({ content: oldContent, ...(old.node === undefined ? {} : { node: old.node }) }), []);
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
