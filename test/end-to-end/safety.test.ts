/** What keeps a crawl safe, through the program itself: resume, backup, migrate, a full disk, a second process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type FixturePages, type FixtureWeb, linking, type TestWorkspace } from '../../src/testing/index.js';
import { crawling } from '../support/crawling.js';
import { unpackFormat1 } from '../support/format-1-workspace.js';
import { runCli, startCli } from '../support/run-cli.js';

const open = crawling();
const PAGES = 120;

/** A site of 120 pages that takes some two seconds to crawl. */
function acts(): Record<string, FixturePages> {
  const pages: Record<string, FixturePages[string]> = { '/': linking(...Array.from({ length: PAGES }, (_, n) => `/act-${n}`)) };
  for (let n = 0; n < PAGES; n++)
    pages[`/act-${n}`] = { headers: HTML, delayMs: 15, body: `<title>Act ${n}</title><p>Act ${n}.<a href="/">all</a>` };
  return { 'acts.example': pages };
}

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };

function define(made: TestWorkspace, web: FixtureWeb, more: object = {}): string {
  return made.define({ seeds: ['http://acts.example/'], fetch: web.fetch, budget: { keepFree: 0 }, ...more } as never);
}

async function untilAsked(web: FixtureWeb, count: number): Promise<void> {
  while (web.requests.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

const documentsOf = async (workspace: string, made: TestWorkspace): Promise<string[]> => {
  const { out } = await runCli(['export', 'documents', '-w', workspace], made.folder);
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { url: string; sha256: string })
    .map(({ url, sha256 }) => `${url} ${sha256}`)
    .sort();
};

it('G-41 goes on after kill -9 with winnow resume, fetches nothing twice, and then has nothing left to do', async () => {
  const web = await open.fixture(acts());
  const made = open.workspace();
  const crawl = startCli(['crawl', define(made, web), '-w', 'crawl', '-q'], made.folder);
  await untilAsked(web, 40);
  crawl.child.kill('SIGKILL');
  await crawl.ended;
  const before = web.requests.length;
  const resumed = await runCli(['resume', '-w', 'crawl'], made.folder);
  expect(resumed.err).toContain('Going on with run 1');
  expect(resumed.code).toBe(0);
  // A kill may lose what was under way, never more than the requests in flight.
  expect(web.requests.length).toBeGreaterThan(before);
  expect(web.asked('acts.example').length).toBeLessThanOrEqual(PAGES + 1 + 34);
  expect(await documentsOf('crawl', made)).toHaveLength(PAGES + 1);
  const fetched = made.rows('fetches').map(({ url }) => url);
  expect(new Set(fetched).size).toBe(fetched.length);
  const again = await runCli(['resume', '-w', 'crawl'], made.folder);
  expect(again).toMatchObject({ code: 0, out: expect.stringMatching(/Run 1 in crawl has finished.*nothing to go on with/) });
});

it('names the secrets it would need instead of going on without them', async () => {
  const web = await open.fixture(acts());
  const made = open.workspace();
  const file = define(made, web, { fetch: { ...web.fetch, headers: { 'X-Key': 'hunter2' } }, budget: { keepFree: '900TB' } });
  expect(await runCli(['crawl', file, '-w', 'crawl', '-q'], made.folder)).toMatchObject({ code: 5 });
  const resumed = await runCli(['resume', '-w', 'crawl'], made.folder);
  expect(resumed).toMatchObject({ code: 2, err: expect.stringContaining('fetch.headers.X-Key') });
  expect(resumed.err).toContain('winnow crawl DEFINITION');
  expect(await runCli(['resume', '-w', 'nowhere'], made.folder)).toMatchObject({ code: 2 });
});

it('refuses a second process on the same workspace, and the first goes on', async () => {
  const web = await open.fixture(acts());
  const made = open.workspace();
  const file = define(made, web, { politeness: { delay: '300ms' } });
  const first = startCli(['crawl', file, '-w', 'crawl', '-q'], made.folder);
  await untilAsked(web, 3);
  const second = await runCli(['crawl', file, '-w', 'crawl', '-q'], made.folder);
  expect(second).toMatchObject({ code: 3, err: expect.stringContaining(`in use by process ${first.child.pid}`) });
  await untilAsked(web, web.requests.length + 2);
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(130);
});

it('backs up a running crawl; the copy is a crawl that goes on and ends like an undisturbed one', async () => {
  const web = await open.fixture(acts());
  const made = open.workspace();
  const slowly = define(made, web, { politeness: { delay: '300ms' } });
  const crawl = startCli(['crawl', slowly, '-w', 'crawl', '-q'], made.folder);
  await untilAsked(web, 12);
  const first = await runCli(['backup', 'copy', '-w', 'crawl'], made.folder);
  expect(first).toMatchObject({ code: 0 });
  const second = await runCli(['backup', 'copy', '-w', 'crawl', '--update', '--check'], made.folder);
  expect(second).toMatchObject({ code: 0, out: expect.stringContaining('no problems') });
  expect(crawl.child.exitCode).toBeNull();
  crawl.child.kill('SIGKILL');
  await crawl.ended;
  expect(readdirSync(made.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  const refused = await runCli(['backup', 'copy', '-w', 'crawl'], made.folder);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('--update') });

  const file = define(made, web);
  expect(await runCli(['crawl', file, '-w', 'copy'], made.folder)).toMatchObject({
    code: 0,
    err: expect.stringContaining('Going on with run 1'),
  });
  expect(await runCli(['archive', 'check', '-w', 'copy'], made.folder)).toMatchObject({ code: 0 });
  expect(await runCli(['crawl', file, '-w', 'whole', '-q'], made.folder)).toMatchObject({ code: 0 });
  expect(await documentsOf('copy', made)).toEqual(await documentsOf('whole', made));
});

it('tells in one sentence what to run for a workspace of an older format, and that brings it up to date', async () => {
  const made = open.workspace();
  unpackFormat1(made.workspace);
  const report = await runCli(['report', '-w', made.workspace], made.folder);
  expect(report).toMatchObject({ code: 1, out: '', err: expect.stringContaining(`winnow migrate --workspace ${made.workspace}`) });
  expect(report.err.trim().split('\n')).toHaveLength(1);
  expect(await runCli(['backup', 'old', '-w', 'crawl'], made.folder)).toMatchObject({ code: 0 });
  expect(await runCli(['migrate', '-w', 'crawl', '-q'], made.folder)).toMatchObject({
    code: 0,
    out: expect.stringContaining('core.db.format-1'),
  });
  expect(await runCli(['report', '-w', 'crawl'], made.folder)).toMatchObject({ code: 0 });
  expect(await runCli(['migrate', '-w', 'crawl'], made.folder)).toMatchObject({
    code: 0,
    out: expect.stringContaining('up to date already'),
  });
  expect(existsSync(join(made.workspace, 'owner.json'))).toBe(false);
});

it('G-47 pauses with exit code 5 when a file may not grow, leaves nothing torn, and goes on with more room', async () => {
  const body = Buffer.alloc(300_000, 'x');
  for (let at = 0; at < body.length; at++) body[at] = (at * 7919 + (at >> 8) * 104729) & 0xff;
  const pages: Record<string, FixturePages[string]> = { '/': linking(...Array.from({ length: 12 }, (_, n) => `/f${n}`)) };
  for (let n = 0; n < 12; n++)
    pages[`/f${n}`] = { headers: { 'Content-Type': 'application/octet-stream' }, body: Buffer.concat([Buffer.from(`${n}`), body]) };
  const web = await open.fixture({ 'acts.example': pages });
  const made = open.workspace();
  const file = define(made, web, { archive: { gzip: 0 } });
  // Limits the size of any one file, as a quota or a full disk would, without needing a disk of our own: 1 MB.
  const program = new URL('../../dist/cli/main.js', import.meta.url).pathname;
  const limited = spawn('sh', ['-c', 'ulimit -f 2048; exec "$0" "$@"', process.execPath, program, 'crawl', file, '-w', 'crawl', '-q'], {
    cwd: made.folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  limited.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = (await once(limited, 'close')) as [number | null];
  expect(said).toContain('the disk is full');
  expect(said).not.toMatch(/^\s+at /m);
  expect(code).toBe(5);
  expect(await runCli(['archive', 'check', '-w', 'crawl'], made.folder)).toMatchObject({ code: 0 });
  expect(made.rows('runs')).toMatchObject([{ state: 'paused', reason: 'the disk is full' }]);
  expect(await runCli(['resume', '-w', 'crawl', '-q'], made.folder)).toMatchObject({ code: 0 });
  expect(made.rows('documents')).toHaveLength(13);
  expect(await runCli(['archive', 'check', '-w', 'crawl'], made.folder)).toMatchObject({ code: 0 });
});
