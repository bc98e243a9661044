/**
 * A run as a whole held against the earlier good ones: how it ended, how many documents there were, of which kinds and sizes,
 * how many answers were errors, how long they took. Pure.
 */

import { counted } from '../../../model/index.js';
import type { RouteMeasures } from '../../../run/harvest/index.js';
import type { MeasuredRun } from '../history.js';
import { isFar, type Usual, usualOf } from '../statistics.js';
import type { Finding } from './finding.js';
import { judgeRules, percent, routesLike } from './judge-rules.js';

/** Earlier runs it is held against: a portal of last year says little about one of today. */
const MOST_EARLIER = 20;
/** Fewer earlier runs do not tell what is usual; what is missing altogether shows against one. */
const ENOUGH = 3;

/** The last of the runs, by those before it. What has to be done comes first. */
export function judgeRuns(runs: readonly MeasuredRun[]): Finding[] {
  const now = runs.at(-1);
  if (!now) return [];
  const earlier = runs
    .slice(0, -1)
    .filter(({ isGood }) => isGood)
    .slice(-MOST_EARLIER);
  const findings = [
    ...failures(now),
    ...switchedRoutes(now, earlier),
    ...judgeRules(now, earlier),
    ...amounts(now, earlier),
    ...kindsOfFiles(now, earlier),
    ...errorAnswers(now, earlier),
    ...pace(now, earlier),
  ];
  return withoutEchoes(once(findings)).toSorted((one, other) => rank(one) - rank(other));
}

/** What the run itself noticed; this needs no history. */
function failures({ problems, state, reason, measures }: MeasuredRun): Finding[] {
  const told = problems.map(
    ({ rule, message }): Finding => ({ level: 'broken', about: 'run', route: null, rule: meant(rule, measures), message }),
  );
  if (state !== 'failed' || told.length > 0) return told;
  return [{ level: 'broken', about: 'run', route: null, rule: null, message: reason }];
}

/** A walk that came to the pages it looks for found no rows in them: it is not the way that is wrong. */
function meant(rule: string, measures: readonly RouteMeasures[]): string {
  const each = rule.replace(/\.rows$/, '.each');
  return each !== rule && measures.some(({ rules }) => (rules[each]?.asked ?? 0) > 0) ? each : rule;
}

function switchedRoutes(now: MeasuredRun, earlier: readonly MeasuredRun[]): Finding[] {
  return now.routes.flatMap(({ route, outcome }): Finding[] => {
    const wasUsed = earlier.some(({ routes }) => routes.some((each) => each.route === route && each.outcome === 'used'));
    if (outcome === 'used' || !wasUsed) return [];
    return [
      { level: now.isGood ? 'unusual' : 'broken', about: 'route', route, rule: null, message: `the route ${route} failed: ${outcome}` },
    ];
  });
}

function amounts(now: MeasuredRun, earlier: readonly MeasuredRun[]): Finding[] {
  const like = earlier.filter(({ mode }) => mode === now.mode);
  const told = { route: null, rule: null, about: 'yield' } as const;
  const listed = usualOf(like.map((run) => run.listed));
  const findings: Finding[] = [];
  const isWhole = now.mode === 'list' && now.measures.every((route) => route.isWhole);
  if (isWhole && listed && isFar(now.listed, listed, Math.max(3, listed.median / (listed.of < ENOUGH ? 2 : 4))))
    findings.push({
      ...told,
      level: now.listed < listed.median / 3 ? 'broken' : 'unusual',
      message: `${counted(now.listed, 'document is', 'documents are')} listed, where ${listed.median} are usual`,
      value: now.listed,
      usual: listed,
    });
  const share = (run: MeasuredRun): number => run.failed / Math.max(1, run.listed);
  const failed = usualOf(like.map(share));
  if (failed && failed.of >= ENOUGH && now.failed >= 3 && share(now) > failed.median && isFar(share(now), failed, 0.1))
    findings.push({
      ...told,
      level: 'unusual',
      message: `${now.failed} of ${counted(now.listed, 'document')} could not be had; ${percent(failed.median)} are usual`,
      value: share(now),
      usual: failed,
    });
  return findings;
}

/** A PDF that has become a page, a text that has become a notice. */
function kindsOfFiles(now: MeasuredRun, earlier: readonly MeasuredRun[]): Finding[] {
  return now.measures.flatMap((route) => {
    const before = routesLike(route, earlier);
    const all = total(route);
    if (all < 5 || before.length === 0) return [];
    return Object.keys({ ...route.files, ...Object.assign({}, ...before.map(({ files }) => files)) }).flatMap((kind) =>
      judgeKind(kind, route, before, all),
    );
  });
}

function judgeKind(kind: string, route: RouteMeasures, before: readonly RouteMeasures[], all: number): Finding[] {
  const told = { level: 'unusual', about: 'files', route: route.route, rule: null } as const;
  const shares = usualOf(before.filter((each) => total(each) >= 5).map((each) => (each.files[kind]?.count ?? 0) / total(each)));
  const here = route.files[kind];
  const share = (here?.count ?? 0) / all;
  if (shares && shares.of >= ENOUGH && isFar(share, shares, 0.3))
    return [
      { ...told, message: `${percent(share)} of the files are ${kind}, and ${percent(shares.median)} were`, value: share, usual: shares },
    ];
  const sizes = usualOf(before.flatMap(({ files }) => (files[kind] ? files[kind].bytes / files[kind].count : [])));
  if (!here || here.count < 3 || !sizes || sizes.of < ENOUGH) return [];
  const size = here.bytes / here.count;
  if (!isFar(size, sizes, 0.75 * sizes.median) || (size < 4 * sizes.median && size > sizes.median / 4)) return [];
  const message = `files of ${kind} have ${Math.round(size)} bytes on average, and had ${Math.round(sizes.median)}`;
  return [{ ...told, message, value: size, usual: sizes }];
}

const total = ({ files }: RouteMeasures): number => Object.values(files).reduce((sum, { count }) => sum + count, 0);

function errorAnswers(now: MeasuredRun, earlier: readonly MeasuredRun[]): Finding[] {
  const errors = ({ statuses }: MeasuredRun): number =>
    Object.entries(statuses).reduce((sum, [status, count]) => sum + (Number(status) >= 400 ? count : 0), 0);
  const share = (run: MeasuredRun): number => errors(run) / Math.max(1, run.requests);
  const usual = usualOf(earlier.map(share));
  if (!usual || usual.of < ENOUGH || errors(now) < 3 || share(now) < usual.median || !isFar(share(now), usual, 0.1)) return [];
  const message = `${percent(share(now))} of the answers are errors; ${percent(usual.median)} are usual`;
  return [{ level: 'unusual', about: 'errors', route: null, rule: null, message, value: share(now), usual }];
}

/** Seconds that a request takes with everything around it: less than one more is nothing. */
function pace(now: MeasuredRun, earlier: readonly MeasuredRun[]): Finding[] {
  const perRequest = (run: MeasuredRun): number => run.elapsedMs / 1000 / Math.max(1, run.requests);
  const usual: Usual | null = usualOf(earlier.map(perRequest));
  const here = perRequest(now);
  if (!usual || usual.of < ENOUGH || here < 3 * usual.median || !isFar(here, usual, 1)) return [];
  const message = `a request takes ${here.toFixed(1)} s, where ${usual.median.toFixed(1)} s are usual`;
  return [{ level: 'unusual', about: 'pace', route: null, rule: null, message, value: here, usual }];
}

/** Of a rule that several judgements name, the first that says most. */
function once(findings: readonly Finding[]): Finding[] {
  const byRule = new Map<string, Finding>();
  for (const finding of findings) {
    const key = finding.rule ?? `${finding.about} ${finding.route} ${finding.message}`;
    const known = byRule.get(key);
    if (!known) byRule.set(key, finding);
    else
      byRule.set(key, {
        ...finding,
        ...known,
        route: known.route ?? finding.route,
        level: known.level === 'broken' ? known.level : finding.level,
      });
  }
  return [...byRule.values()];
}

/** What makes rows be missing, as the run itself tells it. A number that does not fit tells less than the rows that are not there. */
const EXPLAINS = /\.(each|rows|request|refuse|error|read|base|follow|least)$|\.(fields|session|next)\./;

/** That rows are missing follows from a rule that failed: it is told once. */
function withoutEchoes(findings: readonly Finding[]): Finding[] {
  const failed = findings.flatMap(({ about, rule }) => (about === 'run' && rule !== null && EXPLAINS.test(rule) ? [stepOf(rule)] : []));
  const hasRule = findings.some(({ level, rule }) => level === 'broken' && rule !== null);
  const isEcho = ({ about, rule }: Finding): boolean => about === 'yield' && (rule === null ? hasRule : failed.includes(stepOf(rule)));
  return findings.filter((finding) => !isEcho(finding) && !(finding.about === 'route' && finding.level === 'broken' && hasRule));
}

const stepOf = (rule: string): string => /^\w+(?:\[\d+\]|\.branches|\.with)+/.exec(rule)?.[0] ?? rule;

/** What has to be done first; of that, what says most about its cause. */
function rank({ level, rule }: Finding): number {
  const cause = rule === null ? 3 : /\.(each|rows)$/.test(rule) ? 0 : /\.fields\./.test(rule) ? 1 : 2;
  return (level === 'broken' ? 0 : 10) + cause;
}
