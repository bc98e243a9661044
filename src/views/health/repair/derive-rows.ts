/** Rows found again by what they said: the elements of a new page that hold the facts of one known row and of no other. */
import { type Element, isTag } from 'domhandler';
import { type Content, elementsIn, type Found, isTree, resolveUrl, textOf } from '../../../definition/expressions/index.js';
import { pagesToCompare } from './agreement.js';
import { ranked, type Votes, vote } from './candidates.js';
import { featuresOf } from './features.js';
import { type Reader, type ReadPage, readPages } from './reader.js';
import { type Attempt, attempted } from './renames.js';

/** Ways to point at the rows, best first. */
export function bestRows(before: readonly ReadPage[], pages: readonly Content[], current: Attempt): Attempt[] {
  const known = pagesToCompare(before, readPages(current.reader, pages)).flatMap(({ content, rows }) =>
    rows.map((row) => ({ row, content })),
  );
  const facts = distinctFacts(known.map(({ row, content }) => factsIn(row.node, content)));
  const owners = new Map(pages.map((page) => [page, ownersOn(page, facts)]));
  const votes: Votes = new Map();
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
export function distinctFacts(rows: readonly ReadonlySet<string>[]): Facts {
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
