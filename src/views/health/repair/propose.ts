/**
 * Proposes how a connector might read a portal that has changed: every reader whose pages of the last run do not say any more
 * what they said before is repaired by renaming and from known content, and tried on all those pages.
 */
import type { CompleteConnector, CompleteRoute, Expression } from '../../../definition/connector/index.js';
import type { Content } from '../../../definition/expressions/index.js';
import type { PageSample, RouteMeasures } from '../../../run/harvest/index.js';
import type { Repository } from '../../../store/index.js';
import type { MeasuredRun } from '../history.js';
import { contentsOf, type KeptPage, keptPages } from '../pages.js';
import { valueAt, withValueAt } from '../rule-place.js';
import { agreementOf } from './agreement.js';
import { derived } from './derive.js';
import { type Reader, type ReadPage, readerOf, readPages } from './reader.js';
import { type Attempt, attempted, renamed } from './renames.js';
import { textsIn } from './selectors.js';

export interface Change {
  /** list[0].fields.title */
  readonly rule: string;
  readonly before: Expression;
  readonly after: Expression;
}

export interface Proposal {
  readonly route: string;
  /** Of what reads the pages: list[0]. */
  readonly rule: string;
  readonly changes: readonly Change[];
  /** Values that are known, and those that the connector finds: as it is, and with the changes. */
  readonly known: number;
  readonly foundBefore: number;
  readonly foundAfter: number;
  /** Pages it was tried on. */
  readonly pages: number;
}

export interface ProposeOptions {
  readonly repository: Repository;
  readonly connector: CompleteConnector;
  /** Of the portal, oldest first; the last one is repaired. */
  readonly runs: readonly MeasuredRun[];
  /** Where a rule is written for other portals too, what it says now must hold on. */
  readonly isShared: (route: string, rule: string) => boolean;
}

const MOST_KNOWN = 24;
/** What has to be gained, and reached, for a change to be worth telling. */
const LEAST_GAIN = 0.15;
const LEAST_SCORE = 0.5;

export async function proposeRepairs(options: ProposeOptions): Promise<Proposal[]> {
  const { connector, runs } = options;
  const now = runs.at(-1);
  const proposals: Proposal[] = [];
  for (const measures of now?.measures ?? []) {
    const route = connector.routes.find(({ name }) => name === measures.route);
    for (const rule of Object.keys(route ? measures.pages : {})) {
      const proposal = await repairOf(options, route as CompleteRoute, measures, rule);
      if (proposal) proposals.push(proposal);
    }
  }
  return proposals;
}

async function repairOf(options: ProposeOptions, route: CompleteRoute, measures: RouteMeasures, rule: string): Promise<Proposal | null> {
  const { repository, connector, runs, isShared } = options;
  const reader = readerOf(connector, route, rule);
  if (!reader) return null;
  const { known, now } = pagesFor(repository, runs, measures, rule);
  const before = readPages(reader, await contentsOf(repository, known, reader));
  const pages = await contentsOf(repository, now, reader);
  if (pages.length === 0 || before.length === 0) return null;
  const current = { reader, agreement: agreementOf(reader, before, readPages(reader, pages)) };
  if (!isPoor(current)) return null;
  const best = leastChanged(reader, bestRepair(current, before, pages), before, pages);
  const { score } = best.agreement;
  if (score < LEAST_SCORE || score < current.agreement.score + LEAST_GAIN) return null;
  const told = withAlternatives(reader, best, before, pages, (name) => isShared(route.name, name));
  const changes = changesIn(reader, told.reader);
  if (changes.length === 0) return null;
  return { route: route.name, rule, changes, pages: pages.length, ...counts(current, told) };
}

/** Some part of it finds less than half of what is known. */
const isPoor = ({ agreement: { parts, rowsBefore, rowsNow } }: Attempt): boolean =>
  (rowsBefore > 0 && rowsNow === 0) || [...parts.values()].some(({ known, same }) => same < known / 2);

/** Names first, since that changes least; then what the pages say. */
export function bestRepair(current: Attempt, before: readonly ReadPage[], pages: readonly Content[]): Attempt {
  const named = renamed(current.reader, before, pages, current);
  const found = isPoor(named) ? derived(before, pages, named) : named;
  return isPoor(found) && named !== current ? better(found, derived(before, pages, current)) : found;
}

const better = (one: Attempt, other: Attempt): Attempt => (other.agreement.score > one.agreement.score ? other : one);

// ---- pages

interface Pages {
  readonly known: readonly KeptPage[];
  readonly now: readonly KeptPage[];
}

/** Pages of the last run, and of the same addresses what they were in the last good one; beside them what else that one read. */
function pagesFor(repository: Repository, runs: readonly MeasuredRun[], { route, mode, pages }: RouteMeasures, rule: string): Pages {
  const samplesOf = (run: MeasuredRun): readonly PageSample[] =>
    run.measures.flatMap((each) => (each.route === route && each.mode === mode ? (each.pages[rule] ?? []) : []));
  const good = runs.slice(0, -1).filter(({ isGood }) => isGood);
  const lastGood = good.at(-1);
  const since = runs
    .slice(runs.indexOf(lastGood as MeasuredRun) + 1)
    .flatMap((run) => run.measures.flatMap((each) => Object.values(each.pages).flat()));
  const changedAt = Math.min(...since.map(({ at }) => at));
  const samples = pages[rule] ?? [];
  const now = keptPages(repository, samples).filter(({ startedAt }) => startedAt >= changedAt);
  const earlier = samples.map((sample) => ({ ...sample, at: changedAt - 1 }));
  const others = good.slice(-5).flatMap(samplesOf).reverse();
  return { known: once(keptPages(repository, lastGood ? [...earlier, ...others] : [])).slice(0, MOST_KNOWN), now };
}

function once(pages: readonly KeptPage[]): KeptPage[] {
  const byPlace = new Map<string, KeptPage>();
  for (const page of pages) {
    const place = `${page.fetch} ${page.sample.member ?? ''}`;
    if (!byPlace.has(place)) byPlace.set(place, page);
  }
  return [...byPlace.values()];
}

// ---- changes

const GROUPS = ['fields', 'singles'] as const;

function changesIn(before: Reader, after: Reader): Change[] {
  const changes: Change[] = [];
  const add = (rule: string, one: Expression | null | undefined, other: Expression | null | undefined): void => {
    if (one != null && other != null && JSON.stringify(one) !== JSON.stringify(other)) changes.push({ rule, before: one, after: other });
  };
  add(`${before.rule}.each`, before.each, after.each);
  for (const name of Object.keys(before.fields)) add(`${before.rule}.fields.${name}`, before.fields[name], after.fields[name]);
  for (const name of Object.keys(before.singles))
    add([before.rule, name].filter(Boolean).join('.'), before.singles[name], after.singles[name]);
  return changes;
}

/** What was changed without need is put back. */
function leastChanged(original: Reader, best: Attempt, before: readonly ReadPage[], pages: readonly Content[]): Attempt {
  let least = best;
  for (const back of [
    withEach(original),
    ...GROUPS.flatMap((group) => Object.keys(original[group]).map((name) => withOne(original, group, name))),
  ]) {
    const attempt = attempted(back(least.reader), before, pages);
    if (attempt && attempt.agreement.score >= least.agreement.score - 0.001) least = attempt;
  }
  return changesIn(original, least.reader).reduce((done, change) => withLessOf(change, done, before, pages), least);
}

/** The same inside an expression: of alternatives, those that nothing is known of stay as they are. */
function withLessOf(
  { rule, before: one, after: other }: Change,
  attempt: Attempt,
  before: readonly ReadPage[],
  pages: readonly Content[],
): Attempt {
  let [least, expression] = [attempt, other];
  for (const { path, text } of textsIn(one)) {
    if (valueAt(expression, path) === text || typeof valueAt(expression, path) !== 'string') continue;
    const back = withValueAt(expression, path, text);
    const made = attempted(edited(least.reader, rule, back), before, pages);
    if (made && made.agreement.score >= least.agreement.score - 0.001) [least, expression] = [made, back];
  }
  return least;
}

type Edit = (reader: Reader) => Reader;
const withEach =
  ({ each }: Reader): Edit =>
  (reader) => ({ ...reader, each });
const withOne = (from: Reader, group: (typeof GROUPS)[number], name: string): Edit => {
  const expression = from[group][name] as Expression;
  return (reader) => ({ ...reader, [group]: { ...reader[group], [name]: expression } });
};

/** Where others read by the same words, the new ones stand beside the old ones: the first that yields anything holds. */
function withAlternatives(
  original: Reader,
  best: Attempt,
  before: readonly ReadPage[],
  pages: readonly Content[],
  isShared: (rule: string) => boolean,
): Attempt {
  let reader = best.reader;
  for (const { rule, before: one, after: other } of changesIn(original, best.reader)) {
    if (!isShared(rule)) continue;
    const forms = [
      [...listed(one), ...listed(other)],
      [...listed(other), ...listed(one)],
    ].map((form) => unique(form));
    const made = forms.map((form) => attempted(edited(reader, rule, form), before, pages));
    const kept = made.find((attempt) => attempt && attempt.agreement.score >= best.agreement.score - 0.02);
    if (kept) reader = kept.reader;
  }
  return attempted(reader, before, pages) ?? best;
}

const listed = (expression: Expression): readonly Expression[] => (Array.isArray(expression) ? expression : [expression]);

const unique = (expressions: readonly Expression[]): Expression[] => [
  ...new Map(expressions.map((each) => [JSON.stringify(each), each])).values(),
];

function edited(reader: Reader, rule: string, expression: Expression): Reader {
  const name = rule.slice(reader.rule.length + 1);
  if (name === 'each') return { ...reader, each: expression };
  if (name.startsWith('fields.')) return { ...reader, fields: { ...reader.fields, [name.slice(7)]: expression } };
  return { ...reader, singles: { ...reader.singles, [name]: expression } };
}

function counts(current: Attempt, best: Attempt): Pick<Proposal, 'known' | 'foundBefore' | 'foundAfter'> {
  const same = ({ agreement: { parts } }: Attempt): number => [...parts.values()].reduce((sum, part) => sum + Math.floor(part.same), 0);
  const known = [...best.agreement.parts.values()].reduce((sum, part) => sum + part.known, 0);
  return { known, foundBefore: same(current), foundAfter: same(best) };
}
