/** The commands as a user runs them: explain, the dry run, completeness. */
import { describe, expect, it } from 'vitest';
import { linking } from '../../src/testing/index.js';
import type { Explanation } from '../../src/views/explain/index.js';
import { crawling } from '../support/crawling.js';
import { runCli, startCli } from '../support/run-cli.js';
import { until } from '../support/until.js';

const { workspace, fixture } = crawling();
const robots = { headers: { 'Content-Type': 'text/plain' }, body: 'User-agent: *\nDisallow: /private/\n' };
const WEB = { 'a.test': { '/robots.txt': robots, '/': linking('/private/x', '/b', 'http://c.test/'), '/b': linking('/d'), '/d': 'd' } };

describe('after a crawl', () => {
  it('explain, dry run and completeness, as text and as JSON, by their exit codes', async () => {
    const web = await fixture(WEB);
    const to = workspace();
    const file = to.define({ seeds: ['http://a.test/'], budget: { pages: 2 }, fetch: web.fetch });
    const crawl = await runCli(['crawl', file, '-w', to.workspace, '-q'], to.folder);
    expect(crawl.out).toMatch(/Completeness\n +0 of 1 site gone through, 1 limited: 2 documents held, 1 known page not fetched/);
    const asked = web.requests.length;

    const text = await runCli(['explain', 'http://a.test/private/x', '-w', to.workspace], to.folder);
    expect(text.code, text.err).toBe(0);
    expect(text.out).toMatch(/^http:\/\/a\.test\/private\/x\nFound, queued and not fetched: robots\.txt: Disallow: \/private\//);
    expect(text.out).toMatch(/robots\.txt +refuses +line 2: Disallow: \/private\/ \(group for everyone, \*; we are Winnow\)/);
    expect(text.out).not.toContain('\u001b');
    const json = await runCli(['explain', 'http://c.test/', '-w', to.workspace, '--json'], to.folder);
    expect(JSON.parse(json.out) as Explanation).toMatchObject({ known: null, refused: { by: 'scope.seeds', foundOn: 'http://a.test/' } });
    const changed = to.write('changed.json', JSON.stringify({ seeds: ['http://a.test/'], scope: { domains: ['test'] }, fetch: web.fetch }));
    const other = await runCli(['explain', 'http://c.test/', '-w', to.workspace, '--definition', changed], to.folder);
    expect(other.out).toMatch(/Found now, it would be fetched[\s\S]*scope\.domains\[0\] +passes +host c\.test is under test/);

    const dry = await runCli(['crawl', changed, '--against-archive', '-w', to.workspace, '--examples', '1'], to.folder);
    expect(dry.code, dry.err).toBe(0);
    expect(dry.out).toMatch(/\d+ held, 2 to be requested, 0 no longer fetched, 0 of 2 documents read otherwise\./);
    expect(dry.out).toMatch(/1 +refused before by scope\.seeds\n +http:\/\/c\.test\//);
    const dryJson = await runCli(['crawl', changed, '--against-archive', '-w', to.workspace, '--json', '-q'], to.folder);
    expect(JSON.parse(dryJson.out)).toMatchObject({ fetched: { toRequest: 2 }, typed: { None: 2 } });

    const complete = await runCli(['report', '--completeness', '-w', to.workspace], to.folder);
    expect(complete.out).toMatch(/limited by +budget\.pages: 1 URL; 2 pages fetched\n +robots: 1 URL/);
    const completeJson = await runCli(['report', '--completeness', '--json', '-w', to.workspace], to.folder);
    expect(JSON.parse(completeJson.out)).toMatchObject({ complete: false, unfetched: 1, sites: [{ site: 'http://a.test' }] });
    expect(web.requests).toHaveLength(asked);
  });

  it('says what it cannot do', async () => {
    const web = await fixture(WEB);
    const to = workspace();
    const file = to.define({ seeds: ['http://a.test/'], fetch: web.fetch });
    const nothing = await runCli(['crawl', file, '--against-archive', '-w', to.workspace], to.folder);
    expect(nothing).toMatchObject({ code: 2, err: expect.stringContaining('There is no workspace') as string });
    await runCli(['crawl', file, '-w', to.workspace, '-q'], to.folder);
    const wrong = await runCli(['explain', 'a.test/b', '-w', to.workspace], to.folder);
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('write it with its scheme') as string });
    const help = await runCli(['explain', '--help'], to.folder);
    expect(help.out).toMatch(/Examples:[\s\S]*winnow explain https/);
  });
});

it('explain answers while the crawl runs', async () => {
  const paths = Array.from({ length: 30 }, (_, index) => `/p${index}`);
  const web = await fixture({ 'a.test': { '/': linking(...paths) } });
  const to = workspace();
  const file = to.define({ seeds: ['http://a.test/'], politeness: { delay: '2s' }, fetch: web.fetch });
  const { child, ended } = startCli(['crawl', file, '-w', to.workspace, '-q'], to.folder);
  await until(() => web.asked().length >= 2);
  const told = await runCli(['explain', 'http://a.test/p20', '-w', to.workspace, '--json'], to.folder);
  child.kill('SIGINT');
  await ended;
  const { waiting } = JSON.parse(told.out) as Explanation;
  expect(waiting).toMatchObject({ delay: { owed: 2000, because: 'the delay of the definition' } });
  expect(waiting?.ahead).toBeGreaterThan(10);
});
