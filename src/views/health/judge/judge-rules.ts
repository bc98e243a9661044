/**
 * Expressions of a run held against the earlier ones: which of them stopped yielding, which yield the same for every row.
 *
 * A portal whose page has changed shows it here first: a title that was always there is missing from every row, though the
 * list itself came.
 */

import { counted } from '../../../model/index.js';
import type { RouteMeasures, RuleMeasure } from '../../../run/harvest/index.js';
import type { MeasuredRun } from '../history.js';
import { chanceOfNone, deviations, isFar, usualOf } from '../statistics.js';
import type { Finding } from './finding.js';

/** What yields only when something is wrong, or gone. */
const SIGNS = /\.(error|gone|doubt)$/;
/** The link to the next page is missing from every last page, and from a list of one page. */
const LEADS_ON = /\.next\./;

export function judgeRules(now: MeasuredRun, earlier: readonly MeasuredRun[]): Finding[] {
  return now.measures
    .filter(({ route }) => !isReplaced(now, route))
    .flatMap((route) => {
      const before = routesLike(route, earlier);
      return [
        ...judgeSteps(route, before),
        ...Object.entries(route.rules).flatMap(([rule, measure]) => judged(route, rule, measure, before)),
      ];
    });
}

/** Another route brought everything: that this one failed is told as a whole. */
const isReplaced = ({ isGood, routes }: MeasuredRun, route: string): boolean =>
  isGood && routes.some((each) => each.route === route && each.outcome !== 'used');

export const routesLike = ({ route, mode }: RouteMeasures, earlier: readonly MeasuredRun[]): RouteMeasures[] =>
  earlier.flatMap(({ measures }) => measures.filter((each) => each.route === route && each.mode === mode));

function judged(route: RouteMeasures, rule: string, now: RuleMeasure, before: readonly RouteMeasures[]): Finding[] {
  if (SIGNS.test(rule)) return [];
  const known = before.flatMap(({ rules }) => rules[rule] ?? []);
  if (known.length === 0) return [];
  const finding = LEADS_ON.test(rule) ? leadingOn(route, rule, now, known, before) : (filling(now, known) ?? sameness(now, known));
  return finding ? [{ ...finding, route: route.route, rule }] : [];
}

type Told = Omit<Finding, 'route' | 'rule'>;

/** Chances below which nothing found is broken, and unusual. Of many fields that only some rows have, one is always missing by chance. */
const ALWAYS = [0.05, 0.15] as const;
const SOMETIMES = [0.001, 0.01] as const;

function filling(now: RuleMeasure, known: readonly RuleMeasure[]): Told | null {
  const asked = sum(known, 'asked');
  const share = (sum(known, 'filled') + 1) / (asked + 2);
  const usual = usualOf(known.map((each) => each.filled / each.asked));
  if (!usual || usual.median === 0) return null;
  const told = { about: 'rule', value: now.filled / now.asked, usual } as const;
  const was = `${percent(usual.median)} of ${asked} before`;
  if (now.filled === 0) {
    const chance = chanceOfNone(share, now.asked);
    const [unlikely, strange] = usual.median >= 0.9 ? ALWAYS : SOMETIMES;
    if (chance > strange) return null;
    return { ...told, level: chance < unlikely ? 'broken' : 'unusual', message: `it found nothing in ${now.asked}, and in ${was}` };
  }
  if (now.asked < 5 || !isFar(told.value, usual, 0.2) || told.value > usual.median) return null;
  const isBroken = told.value < usual.median / 2 && deviations(now.filled, now.asked, share) < -4;
  const message = `it found something in ${percent(told.value)} of ${now.asked}, and in ${was}`;
  return { ...told, level: isBroken ? 'broken' : 'unusual', message };
}

/** A selector that fits another element now: every row has the same value, or values of quite another length. */
function sameness(now: RuleMeasure, known: readonly RuleMeasure[]): Told | null {
  if (now.values < 5 || now.distinct === 0) return null;
  const many = known.filter(({ values }) => values >= 5);
  const variety = usualOf(many.map(({ distinct, values }) => distinct / Math.min(values, 1000)));
  if (variety && now.distinct === 1 && variety.median >= 0.8) {
    const message = `all ${now.values} values are the same; before they differed`;
    return { level: 'broken', about: 'values', message, value: now.distinct, usual: variety };
  }
  const length = usualOf(many.map((each) => each.length / each.values));
  const average = now.length / now.values;
  if (!length || length.of < 3 || !isFar(average, length, 2 * length.median) || average < 20) return null;
  const message = `values have ${Math.round(average)} characters on average, and had ${Math.round(length.median)}`;
  return { level: 'unusual', about: 'values', message, value: average, usual: length };
}

/** Shares say little here: it is the list that shows whether pages are missing. */
function leadingOn(
  route: RouteMeasures,
  rule: string,
  now: RuleMeasure,
  known: readonly RuleMeasure[],
  before: readonly RouteMeasures[],
): Told | null {
  const usual = usualOf(known.map(({ filled }) => filled));
  if (now.filled > 0 || !usual || usual.median === 0) return null;
  const step = rule.slice(0, rule.indexOf('.next.'));
  const rows = usualOf(before.flatMap(({ steps }) => steps[step]?.rows ?? []));
  const here = route.steps[step]?.rows ?? 0;
  if (!rows || here >= rows.median * 0.8) return null;
  const message = `no page led on to another one, and ${counted(here, 'row')} came where ${rows.median} are usual`;
  return { level: 'broken', about: 'rule', message, value: 0, usual };
}

/** Steps that bring far fewer rows than they did. Of changes there may be many or none. */
function judgeSteps(route: RouteMeasures, before: readonly RouteMeasures[]): Finding[] {
  if (route.mode === 'changes' || !route.isWhole) return [];
  return Object.entries(route.steps).flatMap(([rule, { answers, rows }]) => {
    const known = before.flatMap(({ steps }) => steps[rule] ?? []).filter((each) => each.answers > 0);
    const usual = usualOf(known.map((each) => each.rows));
    if (!usual || usual.median === 0 || answers === 0) return [];
    const told = { about: 'yield', route: route.route, rule: `${rule}.each`, value: rows, usual } as const;
    if (rows === 0)
      return [{ ...told, level: 'broken', message: `no row came in ${counted(answers, 'answer')}, where ${usual.median} are usual` }];
    if (!isFar(rows, usual, Math.max(3, usual.median / (usual.of < 3 ? 2 : 4)))) return [];
    const level = rows < usual.median / 3 ? 'broken' : 'unusual';
    return [{ ...told, level, message: `${counted(rows, 'row')} came, where ${usual.median} are usual` }];
  });
}

const sum = (measures: readonly RuleMeasure[], name: 'asked' | 'filled'): number =>
  measures.reduce((total, measure) => total + measure[name], 0);

export const percent = (share: number): string => `${Math.round(100 * share)} %`;
