/**
 * How a portal does: its last run held against the earlier ones, each finding with the expression it is about, where that is
 * written, the last value it gave, and the pages then and now as they lie in the archive.
 */
import type { Expression, LoadedConnector } from '../../definition/connector/index.js';
import type { PageSample } from '../../run/harvest/index.js';
import type { Repository } from '../../store/index.js';
import type { MeasuredRun } from './history.js';
import type { Finding } from './judge/finding.js';
import { judgeRuns } from './judge/judge-run.js';
import { keptPages } from './pages.js';
import { isExpression, placeOfRule, writtenAt } from './rule-place.js';

/** A page that was read, and the record of the archive that holds it. */
export interface PageRecord {
  readonly url: string;
  readonly run: number;
  /** ISO. */
  readonly at: string;
  /** File of the archive and offset in it; null where it is not there any more. */
  readonly record: string | null;
}

export interface ExaminedFinding extends Finding {
  /** As the connector writes it; null where the rule is none. */
  readonly expression: Expression | null;
  /** File and line. */
  readonly where: string | null;
  /** What it gave last, in an earlier run. */
  readonly lastValue: string | null;
  readonly pageThen: PageRecord | null;
  readonly pageNow: PageRecord | null;
}

export interface PortalHealth {
  readonly portal: string;
  readonly title: string;
  /** new: nothing to hold it against, and nothing wrong with it by itself. */
  readonly state: 'healthy' | 'new' | 'unusual' | 'broken';
  readonly run: number;
  /** ISO. */
  readonly at: string;
  /** Earlier runs it was held against. */
  readonly heldAgainst: number;
  readonly lastGood: { readonly run: number; readonly at: string } | null;
  /** Runs since, this one included, that were not good. */
  readonly badRuns: number;
  readonly documents: number;
  readonly listed: number;
  readonly findings: readonly ExaminedFinding[];
}

export interface ExamineOptions {
  readonly repository: Repository;
  /** Null: the connector is gone. */
  readonly loaded: LoadedConnector | null;
  /** Of the portal, oldest first; at least one. */
  readonly runs: readonly MeasuredRun[];
}

export function examinePortal(options: ExamineOptions): PortalHealth {
  const { runs, loaded } = options;
  const now = runs.at(-1) as MeasuredRun;
  const findings = judgeRuns(runs).map((finding) => examined(finding, options));
  const good = runs.filter(({ isGood }) => isGood);
  const last = good.at(-1);
  const heldAgainst = good.filter((run) => run !== now).length;
  return {
    portal: now.portal,
    title: loaded?.connector.title ?? now.portal,
    state: findings.length > 0 ? (findings[0]?.level ?? 'unusual') : heldAgainst === 0 ? 'new' : 'healthy',
    run: now.run,
    at: iso(now.startedAt),
    heldAgainst,
    lastGood: last ? { run: last.run, at: iso(last.startedAt) } : null,
    badRuns: runs
      .slice(runs.findLastIndex(({ isGood }) => isGood) + 1)
      .filter(({ problems, state }) => problems.length > 0 || state === 'failed').length,
    documents: now.documents,
    listed: now.listed,
    findings,
  };
}

function examined(finding: Finding, { loaded, runs, repository }: ExamineOptions): ExaminedFinding {
  const { rule } = finding;
  const route = finding.route ?? routeOf(rule, runs);
  const place = loaded && rule !== null ? placeOfRule(loaded.connector, route, rule) : null;
  const written = loaded && place ? writtenAt(loaded, place) : null;
  const last = rule === null ? null : lastValue(runs, route, rule);
  const reader = rule === null ? null : readerOf(rule, runs);
  const [now, ...earlier] = runs.toReversed();
  const shown = reader === null ? [] : pagesOf(now, route, reader);
  const before = earlier.filter(({ isGood }) => isGood).find((run) => pagesOf(run, route, reader ?? '').length > 0);
  const page = shown.find(({ url }) => url === last?.url) ?? shown[0];
  const pageBefore = before && sameOrFirst(pagesOf(before, route, reader ?? ''), page?.url ?? last?.url ?? null);
  return {
    ...finding,
    route,
    expression: place && isExpression(place.value) ? place.value : null,
    where: written?.where ?? null,
    lastValue: last?.value ?? null,
    pageThen: before && pageBefore ? recordOf(repository, before.run, pageBefore) : null,
    pageNow: now && page ? recordOf(repository, now.run, page) : null,
  };
}

/** The engine names rules without their route: the one whose last run knows it. */
function routeOf(rule: string | null, runs: readonly MeasuredRun[]): string | null {
  const measures = runs.at(-1)?.measures ?? [];
  const known = measures.find(
    ({ rules, steps }) => rule !== null && (Object.hasOwn(rules, rule) || Object.keys(steps).some((step) => rule.startsWith(step))),
  );
  return (known ?? measures.at(-1))?.route ?? null;
}

/** Of a list of rows, what its first field gave. */
function lastValue(runs: readonly MeasuredRun[], route: string | null, rule: string): { value: string; url: string | null } | null {
  const step = /^(.*)\.(each|rows|least)$/.exec(rule)?.[1];
  const required = /^document\.require\[(.+)\]$/.exec(rule)?.[1];
  for (const { measures } of runs.slice(0, -1).toReversed())
    for (const { rules } of measures.filter((each) => each.route === route)) {
      const names = Object.keys(rules).filter((name) =>
        step === undefined
          ? name === rule || (required !== undefined && name.endsWith(`.fields.${required}`))
          : name.startsWith(`${step}.fields.`),
      );
      for (const name of names) if (rules[name]?.last) return rules[name].last;
    }
  return null;
}

/** The rule that reads the page an expression is asked of: the longest that pages are known for. */
function readerOf(rule: string, runs: readonly MeasuredRun[]): string | null {
  const known = new Set(runs.flatMap(({ measures }) => measures.flatMap(({ pages }) => Object.keys(pages))));
  const readers = [...known]
    .filter((each) => rule === each || rule.startsWith(`${each}.`))
    .toSorted((one, other) => other.length - one.length);
  return readers[0] ?? (rule.startsWith('document') ? ([...known].find((each) => each.startsWith('document.files')) ?? null) : null);
}

const pagesOf = (run: MeasuredRun | undefined, route: string | null, reader: string): readonly PageSample[] =>
  run?.measures.filter((each) => each.route === route).flatMap(({ pages }) => pages[reader] ?? []) ?? [];

const sameOrFirst = (pages: readonly PageSample[], url: string | null): PageSample | undefined =>
  pages.find((page) => page.url === url) ?? pages[0];

function recordOf(repository: Repository, run: number, page: PageSample): PageRecord {
  const [kept] = keptPages(repository, [page]);
  return { url: page.url, run, at: iso(page.at), record: kept ? `${kept.file}:${kept.offset}` : null };
}

const iso = (at: number): string => new Date(at).toISOString();
