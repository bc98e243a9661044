/** Politeness between processes, by the server's own log, and the command that proves it. */
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { linking, type TestWorkspace } from '../../src/testing/index.js';
import { crawling } from '../support/crawling.js';
import { LOG_ROUNDING, mostAtOnce, ownStateFolder, smallestGap } from '../support/politely.js';
import { type CliRun, runCli, startCli } from '../support/run-cli.js';

ownStateFolder();
const { workspace, fixture } = crawling();

const DELAY = 700;
const PATHS = Array.from({ length: 6 }, (_, index) => `/page${index}`);
const PAGES = { '/': linking(...PATHS), ...Object.fromEntries(PATHS.map((path) => [path, `<title>${path}</title>`])) };

type Fetch = Awaited<ReturnType<typeof fixture>>['fetch'];

function crawl(place: TestWorkspace, fetch: Fetch, delay = DELAY): CliRun {
  const file = place.define({ seeds: ['http://shared.test/'], politeness: { delay: `${delay}ms` }, fetch });
  return startCli(['crawl', file, '-w', place.workspace, '--quiet'], place.folder);
}

async function until(what: () => boolean): Promise<void> {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('processes', () => {
  it('A-37 two crawls of one host keep its delay together, and the command proves it', async () => {
    const web = await fixture({ 'shared.test': PAGES });
    const [one, other] = [workspace(), workspace()];
    const runs = [crawl(one, web.fetch), crawl(other, web.fetch)];
    for (const { ended, said } of runs) expect(await ended, said.err).toBe(0);
    expect(web.asked()).toHaveLength(14);
    expect(smallestGap(web.requests)).toBeGreaterThanOrEqual(DELAY - LOG_ROUNDING);
    expect(mostAtOnce(web.requests)).toBe(1);

    const proof = await runCli(['politeness', '-w', one.workspace, '-w', other.workspace, '--json'], one.folder);
    expect(proof.code, proof.err).toBe(0);
    const report = JSON.parse(proof.out) as { requests: number; gaps: number; sites: { smallestGap: number }[] };
    expect(report).toMatchObject({ kept: true, tooShort: 0, requests: web.requests.length });
    expect(report.gaps).toBeGreaterThanOrEqual(12);
    expect(report.sites[0]?.smallestGap).toBeGreaterThanOrEqual(DELAY - LOG_ROUNDING);
  });

  it('A-37 a crawl that is killed and started again keeps the delay', async () => {
    const web = await fixture({ 'shared.test': PAGES });
    const place = workspace();
    const victim = crawl(place, web.fetch, 2500);
    await until(() => web.asked().length >= 1);
    victim.child.kill('SIGKILL');
    await once(victim.child, 'close');
    const before = web.requests.length;
    const { child } = crawl(place, web.fetch, 2500);
    await until(() => web.requests.length > before || child.exitCode !== null);
    child.kill('SIGKILL');
    expect(child.exitCode).toBeNull();
    expect(smallestGap(web.requests)).toBeGreaterThanOrEqual(2500 - LOG_ROUNDING);
  });
});

describe('winnow politeness', () => {
  it('finds what was impolite, names it and says so by its exit code', async () => {
    const web = await fixture({ 'shared.test': PAGES });
    const [one, other] = [workspace(), workspace()];
    // Each is polite for itself; with different state folders they know nothing of each other.
    const first = crawl(one, web.fetch);
    process.env['WINNOW_STATE'] = `${process.env['WINNOW_STATE']}/elsewhere`;
    const second = crawl(other, web.fetch);
    await Promise.all([first.ended, second.ended]);
    const alone = await runCli(['politeness', '-w', one.workspace], one.folder);
    expect(alone).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Politeness was kept: .* None of \d+ pauses was shorter than owed/) as string,
    });

    const together = await runCli(['politeness', '-w', one.workspace, '-w', other.workspace, '--site', 'shared.test'], one.folder);
    expect(together.code).toBe(4);
    expect(together.out).toMatch(/http:\/\/shared\.test +\d+ +0\.700 s/);
    expect(together.out).toMatch(/Too short: -?\d\.\d{3} s where 0\.700 s were owed/);
    expect(together.out).toMatch(/Politeness was broken: .* pauses? (was|were) shorter than owed/);
  });

  it('says what it cannot do', async () => {
    const { folder } = workspace();
    const nothing = await runCli(['politeness'], folder);
    expect(nothing).toMatchObject({ code: 2, err: expect.stringContaining('--workspace') as string });
    const help = await runCli(['politeness', '--help'], folder);
    expect(help.out).toMatch(/Examples:[\s\S]*winnow politeness -w/);
  });
});
