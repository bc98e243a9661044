/** winnow watch: schedules are kept, by a clock that the test moves and by the real one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { watchDefinitions } from '../../../src/assembly/index.js';
import type { DefinitionInput } from '../../../src/definition/crawl/index.js';
import type { Clock, ScheduleEvent } from '../../../src/definition/schedule/index.js';
import { stateFolder } from '../../../src/platform/index.js';
import { type FixtureWeb, linking, type TestWorkspace } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { runCli, startCli } from '../../support/run-cli.js';
import { until } from '../../support/until.js';

const { fixture, workspace } = crawling();

const HOUR = 3_600_000;

/** Real time, and whatever was slept through at once. It stops the watch when a moment is reached. */
function shortenedClock(startAt: string, until: string) {
  const stop = new AbortController();
  let ahead = Date.parse(startAt) - Date.now();
  const clock: Clock = {
    now: () => Date.now() + ahead,
    sleep: async (ms) => {
      ahead += ms;
      if (clock.now() >= Date.parse(until)) stop.abort();
      await new Promise(setImmediate);
    },
  };
  return { clock, stop: stop.signal };
}

function define(to: TestWorkspace, web: FixtureWeb, name: string, input: DefinitionInput): string {
  const politeness = { delay: '0s' };
  const fetch = { ...web.fetch, contact: 'https://winnow.example/test' };
  return to.write(`${name}.json`, JSON.stringify({ name, politeness, fetch, capture: { sitemaps: false }, ...input }));
}

const site = { '/': linking('/a', '/b'), '/a': '<p>one', '/b': '<p>two' };

async function watched(to: TestWorkspace, files: string[], from: string, end: string, once = false): Promise<ScheduleEvent[]> {
  const events: ScheduleEvent[] = [];
  const { clock, stop } = shortenedClock(from, end);
  const options = { crawls: join(to.folder, 'crawls'), state: stateFolder(process.env), environment: {}, parallel: 1 };
  await watchDefinitions({ ...options, files, clock, stop, once, onEvent: (event) => events.push(event) });
  return events;
}

const lines = (events: readonly ScheduleEvent[]) =>
  events.filter(({ job }) => job).map(({ at, event, job, because, state }) => `${at.slice(5, 16)} ${job} ${event} ${because ?? state}`);

it('E-44 a schedule entry fires a run: daily at 02:00, by a clock in which days take no time', async () => {
  const web = await fixture({ 'a.test': site });
  const to = workspace();
  const file = define(to, web, 'daily', { seeds: ['http://a.test/'], schedule: 'daily at 02:00 UTC' });
  const events = await watched(to, [file], '2027-03-01T10:00:00Z', '2027-03-04T01:00:00Z');
  expect(lines(events).filter((line) => line.includes('started'))).toEqual([
    '03-01T10:00 daily started first',
    '03-02T02:00 daily started schedule',
    '03-03T02:00 daily started schedule',
  ]);
  expect(events.filter(({ event }) => event === 'ended').map(({ state, run }) => [state, run])).toEqual([
    ['finished', 1],
    ['finished', 2],
    ['finished', 3],
  ]);
  expect(web.asked().filter((path) => path === '/a')).toHaveLength(3);
  expect(events.at(-1)).toMatchObject({ event: 'stopped' });
});

it('E-44 the same for a portal: its connector is run as its own schedule says', async () => {
  const toc = '<toc><law><key>a</key><link>http://a.test/a.xml</link></law></toc>';
  const web = await fixture({
    'a.test': { '/toc.xml': { headers: { 'Content-Type': 'application/xml' }, body: toc }, '/a.xml': '<p>Act' },
  });
  const to = workspace();
  to.write(
    'court.yaml',
    `schedule: weekly on monday at 03:00 UTC
reuse: { terms: free, because: a fixture }
list: [{ request: 'http://a.test/toc.xml', each: //law, fields: { key: key, link: link } }]
document: { key: '{key}', files: [{ request: '{link}' }] }
`,
  );
  const file = define(to, web, 'court', { portal: './court.yaml' });
  const events = await watched(to, [file], '2027-03-01T10:00:00Z', '2027-03-15T01:00:00Z');
  expect(lines(events)).toEqual([
    '03-01T10:00 court started first',
    '03-01T10:00 court ended finished',
    '03-08T03:00 court started schedule',
    '03-08T03:00 court ended finished',
  ]);
  expect(web.asked().filter((path) => path === '/a.xml')).toHaveLength(2);
});

it('M-07 all configured sources are crawled daily, unattended, and the scheduler log says so', async () => {
  const state = { news: 'first' };
  const web = await fixture({ 'a.test': site, 'b.test': { '/': () => `<title>News</title><p>${`the ${state.news} news `.repeat(20)}` } });
  const to = workspace();
  const files = [
    define(to, web, 'laws', { seeds: ['http://a.test/'], schedule: 'daily at 02:00 UTC' }),
    define(to, web, 'news', { seeds: ['http://b.test/'], schedule: 'daily at 02:00 UTC' }),
  ];
  const command = ['watch', ...files, '--once', '--log', join(to.folder, 'scheduler.jsonl')];
  expect((await runCli(command, to.folder)).code).toBe(0);
  state.news = 'second';
  const second = await watchedInto(to, files, 'second day');
  expect(second).toEqual(['laws finished', 'news finished']);
  const log = readFileSync(join(to.folder, 'scheduler.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ScheduleEvent);
  expect(log.map(({ event, job, state: end }) => [event, job, end].filter(Boolean).join(' '))).toEqual([
    'watching',
    'started laws',
    'ended laws finished',
    'started news',
    'ended news finished',
  ]);
  // Nothing is due a moment later; that is no failure.
  expect((await runCli(command, to.folder)).code).toBe(0);
  const journal = await runCli(['export', 'journal', '-w', join(to.folder, 'crawls', 'news')], to.folder);
  expect(journal.out).toContain('"Upd"');
});

/** A day later, by the clock. */
async function watchedInto(to: TestWorkspace, files: string[], _label: string): Promise<string[]> {
  const tomorrow = new Date(Date.now() + 24 * HOUR).toISOString();
  const events = await watched(to, files, tomorrow, '2099-01-01T00:00:00Z', true);
  return events.filter(({ event }) => event === 'ended').map(({ job, state }) => `${job} ${state}`);
}

it('moments that were missed come to one run', async () => {
  const web = await fixture({ 'a.test': site });
  const to = workspace();
  const file = define(to, web, 'hourly', { seeds: ['http://a.test/'], schedule: 'every 1h' });
  const now = Date.now();
  const at = (hours: number) => new Date(now + hours * HOUR).toISOString();
  await watched(to, [file], at(0), at(0.5));
  const events = await watched(to, [file], at(100.25), at(102));
  expect(events.filter(({ event }) => event === 'started').map(({ because }) => because)).toEqual(['missed', 'schedule']);
});

it('G-42 goes on without end: one pass after the other, and bodies only of what changed', async () => {
  const bodies: string[] = [];
  const page = (path: string, text: () => string) => (request: { headers: Record<string, unknown> }) => {
    const etag = `"${text().length}"`;
    if (request.headers['if-none-match'] === etag) return { status: 304, headers: { ETag: etag } };
    bodies.push(path);
    return { headers: { 'Content-Type': 'text/html', ETag: etag }, body: text() };
  };
  const state = { busy: 'first' };
  const pages = {
    '/': page('/', () => linking('/still', '/busy')),
    '/still': page('/still', () => '<p>always the same words here'),
    '/busy': page('/busy', () => `<p>${state.busy}`),
  };
  const web = await fixture({ 'a.test': pages as never });
  const to = workspace();
  const file = define(to, web, 'endless', {
    seeds: ['http://a.test/'],
    schedule: 'continuously',
    revisit: { mode: 'fresh', budget: 200, min: '1h' },
  });
  const now = Date.now();
  const at = (hours: number) => new Date(now + hours * HOUR).toISOString();
  const first = await watched(to, [file], at(0), at(0.1));
  expect(bodies.splice(0).sort()).toEqual(['/', '/busy', '/still']);
  expect(first.flatMap(({ state: end }) => end ?? []).slice(0, 3)).toEqual(['finished', 'idle', 'idle']);
  state.busy = 'second, which is longer';
  const asked = web.asked().length;
  const events = await watched(to, [file], at(5), at(5.04));
  expect(events.filter(({ state: end }) => end === 'finished').length).toBeGreaterThan(1);
  expect(web.asked().length).toBeGreaterThan(asked + 3);
  expect(bodies).toEqual(['/busy']);
});

it('Ctrl-C ends a watch cleanly; the run it cut short goes on first the next time', async () => {
  const state = { hangs: true };
  const slow = () => ({ body: '<p>at last', delayMs: state.hangs ? 600_000 : 0 });
  const web = await fixture({ 'a.test': { '/': linking('/slow'), '/slow': slow } });
  const to = workspace();
  const file = define(to, web, 'cut', { seeds: ['http://a.test/'], schedule: '*/2 * * * * * UTC' });
  const log = join(to.folder, 'scheduler.jsonl');
  const watch = startCli(['watch', file, '--log', log], to.folder);
  await until(() => web.asked().includes('/slow'));
  watch.child.kill('SIGINT');
  expect(await watch.ended).toBe(130);
  expect(watch.said.out).toContain('stopped watching');
  state.hangs = false;
  const again = startCli(['watch', file, '--log', log], to.folder);
  await until(() => again.said.out.includes('run 2 finished'));
  again.child.kill('SIGTERM');
  await again.ended;
  const steps = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ScheduleEvent);
  const started = steps.filter(({ event }) => event === 'started').map(({ because }) => because);
  expect(started.slice(0, 3)).toEqual(['first', 'unfinished', 'schedule']);
});

it('E-44 runs from an outside scheduler: no prompts, exit codes, a list of what comes next', async () => {
  const web = await fixture({ 'a.test': site });
  const to = workspace();
  const file = define(to, web, 'listed', { seeds: ['http://a.test/'], schedule: 'weekly on monday at 3:15 UTC' });
  const list = async () => JSON.parse((await runCli(['watch', file, '--list', '--json'], to.folder)).out) as { next: string }[];
  expect(await list()).toMatchObject([{ name: 'listed', next: 'now', last: null }]);
  const run = await runCli(['watch', file, '--once', '--json'], to.folder);
  expect(run.code).toBe(0);
  expect(
    run.out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as ScheduleEvent).event),
  ).toEqual(['watching', 'started', 'ended']);
  expect((await list())[0]?.next).toMatch(/T03:15:00.000Z$/);
  const unscheduled = define(to, web, 'unscheduled', { seeds: ['http://a.test/'] });
  expect(await runCli(['watch', unscheduled, '--once'], to.folder)).toMatchObject({
    code: 2,
    err: expect.stringContaining('has no schedule'),
  });
});
