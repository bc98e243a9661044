/** Runs with planted troubles, held against good ones. */
import { describe, expect, it } from 'vitest';
import type { RouteMeasures, RuleMeasure } from '../../../run/harvest/index.js';
import type { MeasuredRun } from '../history.js';
import { judgeRuns } from './judge-run.js';

const rule = (filled: number, asked: number, more: Partial<RuleMeasure> = {}): RuleMeasure => ({
  asked,
  filled,
  values: filled,
  distinct: filled,
  length: 20 * filled,
  last: filled > 0 ? { value: 'On Lamps', url: 'https://law.test/1' } : null,
  ...more,
});

const GOOD: RouteMeasures = {
  route: 'crawl',
  mode: 'list',
  rules: {
    'list[0].each': rule(3, 3, { values: 60 }),
    'list[0].next.link': rule(2, 3),
    'list[0].fields.title': rule(60, 60),
    'list[0].fields.note': rule(12, 60),
    'list[0].error': rule(0, 3),
    'document.files[0].fields.date': rule(58, 60),
  },
  pages: {},
  steps: { 'list[0]': { answers: 3, rows: 60 } },
  isWhole: true,
  files: { 'main application/pdf': { count: 60, bytes: 6_000_000 } },
};

const run = (more: Partial<MeasuredRun> = {}, route: Partial<RouteMeasures> = {}): MeasuredRun => ({
  run: 1,
  portal: 'law',
  startedAt: 0,
  state: 'finished',
  reason: '',
  isGood: true,
  problems: [],
  routes: [{ route: 'crawl', outcome: 'used' }],
  mode: 'list',
  listed: 60,
  documents: 60,
  failed: 0,
  requests: 70,
  elapsedMs: 7000,
  statuses: { 200: 70 },
  measures: [{ ...GOOD, ...route, rules: { ...GOOD.rules, ...route.rules } }],
  ...more,
});

const told = (...runs: MeasuredRun[]): string[] => judgeRuns(runs).map((each) => `${each.level} ${each.rule ?? each.about}`);
const before = [run(), run(), run({ listed: 61 }), run()];

describe('expressions', () => {
  it('a field that is always there and is missing everywhere is broken, whether there was one run before or many', () => {
    const now = run({}, { rules: { 'list[0].fields.title': rule(0, 60) } });
    expect(told(...before, now)).toEqual(['broken list[0].fields.title']);
    expect(told(run(), now)).toEqual(['broken list[0].fields.title']);
  });

  it('a field that some rows have may be missing from a few, not from all', () => {
    expect(told(...before, run({}, { rules: { 'list[0].fields.note': rule(0, 3) } }))).toEqual([]);
    expect(told(...before, run({}, { rules: { 'list[0].fields.note': rule(0, 60) } }))).toEqual(['broken list[0].fields.note']);
  });

  it('half of the fields gone are broken, some are unusual, few are nothing', () => {
    const judged = (filled: number) => told(...before, run({}, { rules: { 'list[0].fields.title': rule(filled, 60) } }));
    expect(judged(20)).toEqual(['broken list[0].fields.title']);
    expect(judged(44)).toEqual(['unusual list[0].fields.title']);
    expect(judged(57)).toEqual([]);
  });

  it('a selector that fits another element shows in values that are all the same', () => {
    expect(told(...before, run({}, { rules: { 'list[0].fields.title': rule(60, 60, { distinct: 1 }) } }))).toEqual([
      'broken list[0].fields.title',
    ]);
  });

  it('a link to the next page is missed when rows are, and not on a short list', () => {
    const cut = { steps: { 'list[0]': { answers: 1, rows: 20 } }, rules: { 'list[0].next.link': rule(0, 1) } };
    expect(told(...before, run({}, cut))).toContain('broken list[0].next.link');
    expect(told(...before, run({}, { rules: { 'list[0].next.link': rule(0, 1) } }))).toEqual([]);
  });

  it('what yields only when something is wrong is not missed', () => {
    const erring = run({}, { rules: { 'list[0].error': rule(3, 3) } });
    expect(told(erring, erring, erring, run())).toEqual([]);
  });
});

describe('the run', () => {
  it('is told by its own problems where there is nothing to hold it against', () => {
    const problems = [{ rule: 'list[0].each', message: 'found nothing in 1 answers' }];
    expect(told(run({ isGood: false, problems }))).toEqual(['broken list[0].each']);
  });

  it('tells the rows that are missing before the number that does not fit', () => {
    const problems = [{ rule: 'list[0].count', message: '60 rows are announced, 0 came' }];
    const empty = { steps: { 'list[0]': { answers: 3, rows: 0 } }, rules: { 'list[0].each': rule(0, 3) } };
    expect(told(...before, run({ isGood: false, problems, listed: 0 }, empty)).slice(0, 2)).toEqual([
      'broken list[0].each',
      'broken list[0].count',
    ]);
  });

  it('a walk that reached its pages and found no rows in them has another trouble than its way', () => {
    const problems = [{ rule: 'list[0].rows', message: 'found nothing in 3 answers' }];
    expect(told(run({ isGood: false, problems }, { rules: { 'list[0].each': rule(0, 3) } }))).toEqual(['broken list[0].each']);
  });

  it('fewer documents, other kinds of files, smaller ones, errors and a slow portal are unusual', () => {
    expect(told(...before, run({ listed: 40 }))).toEqual(['unusual yield']);
    expect(told(...before, run({}, { files: { 'main text/html': { count: 60, bytes: 60_000 } } }))).toEqual([
      'unusual files',
      'unusual files',
    ]);
    expect(told(...before, run({}, { files: { 'main application/pdf': { count: 60, bytes: 60_000 } } }))).toEqual(['unusual files']);
    expect(told(...before, run({ statuses: { 200: 40, 500: 30 } }))).toEqual(['unusual errors']);
    expect(told(...before, run({ elapsedMs: 700_000 }))).toEqual(['unusual pace']);
  });

  it('archives of changes have other numbers every time', () => {
    const delta = { isWhole: false, steps: { 'list[0]': { answers: 1, rows: 2 } } };
    expect(told(...before, run({ listed: 2 }, delta))).toEqual([]);
  });

  it('one earlier run says little about numbers', () => {
    expect(told(run(), run({ listed: 40, statuses: { 200: 40, 500: 30 }, elapsedMs: 700_000 }))).toEqual([]);
  });

  it('bad runs before it are not what it is held against', () => {
    const bad = run({ isGood: false, listed: 0 }, { rules: { 'list[0].fields.title': rule(0, 60) } });
    expect(told(...before, bad, bad, bad, bad, bad, run())).toEqual([]);
  });

  it('another route that brought everything is worth a look, no more', () => {
    const routes = [
      { route: 'crawl', outcome: 'list[0].request: status 404' },
      { route: 'crawl 2', outcome: 'used' },
    ];
    expect(told(...before, run({ routes }, { rules: { 'list[0].fields.title': rule(0, 60) } }))).toEqual(['unusual route']);
  });
});
