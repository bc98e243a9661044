/** User names and passwords that stand in URLs log in to their site, and are written nowhere. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type FixtureAnswer, linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { runCli } from '../../support/run-cli.js';

const { workspace, fixture } = crawling();

const BASIC = (login: string) => `Basic ${Buffer.from(login).toString('base64')}`;
const guarded = (login: string, html: string) => (request: { headers: { authorization?: string | undefined } }) =>
  request.headers.authorization === BASIC(login) ? html : REFUSED;
const REFUSED: FixtureAnswer = { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="x"' }, body: 'no' };

/** A site behind a log-in, one that is listed in a file, and one that only pages link to, with a log-in of their own making. */
const web = () =>
  fixture({
    'locked.test': {
      '/': guarded('ada:s3cret/One', `${linking('/inner', 'http://open.test/away')}<a href="http://eve:pl4nted@open.test/x">x</a>`),
      '/inner': guarded('ada:s3cret/One', 'inner'),
    },
    'listed.test': { '/': guarded('bob:s3cretTwo', linking('/more')), '/more': guarded('bob:s3cretTwo', 'more') },
    'open.test': {
      '/x': 'x',
      '/away': { status: 302, headers: { Location: 'http://mal:pl4nted@open.test/y' } },
      '/y': 'y',
    },
  });

const SECRETS = ['s3cret', 's3cret%2FOne', 's3cretTwo', 'ada', 'bob:'];
const PLANTED = 'pl4nted';

it('logs in to the sites of seeds, of a definition and of a seed file', async () => {
  const sites = await web();
  const made = workspace();
  writeFileSync(join(made.folder, 'more.txt'), 'http://bob:s3cretTwo@listed.test/\n');
  await made.crawl({
    seeds: ['http://ada:s3cret%2FOne@locked.test/', { file: 'more.txt' }],
    scope: { hosts: ['locked.test', 'listed.test', 'open.test'] },
    fetch: sites.fetch,
  });
  expect(sites.asked('locked.test')).toEqual(['/', '/inner']);
  expect(sites.asked('listed.test')).toEqual(['/', '/more']);
  expect(sites.asked('open.test').toSorted()).toEqual(['/away', '/x', '/y']);
  // Written by somebody else, they mean nothing.
  expect(sites.requests.filter(({ host }) => host === 'open.test').map(({ headers }) => headers.authorization ?? null)).not.toContainEqual(
    expect.stringContaining('Basic'),
  );
  expect(
    made
      .rows('resources')
      .map(({ url }) => String(url))
      .filter((url) => url.includes('@')),
  ).toEqual([]);
});

it('writes them nowhere: no file of the workspace, no report, export or page has them', async () => {
  const sites = await web();
  const made = workspace();
  const file = made.define({
    scope: { hosts: ['locked.test', 'open.test'] },
    fetch: sites.fetch,
    seeds: ['http://ada:s3cret%2FOne@locked.test/'],
  });
  const crawled = await runCli(['crawl', file, '-w', 'crawl'], made.folder);
  const outputs = [crawled.out, crawled.err];
  for (const args of [
    ['report'],
    ['report', '--json'],
    ['export', 'links'],
    ['export', 'pages'],
    ['export', 'queue'],
    ['status', '--json'],
    ['definition', 'explain', file],
  ])
    outputs.push(...Object.values(await runCli([...args, ...(args[0] === 'definition' ? [] : ['-w', 'crawl'])], made.folder)).map(String));
  const kept = filesBelow(join(made.folder, 'crawl')).map((path) => readable(path));
  for (const text of [...outputs, ...kept]) for (const secret of SECRETS.slice(0, 3)) expect(text.includes(secret), secret).toBe(false);
  // A page's own words are archived as they are; what is made of them has no log-in.
  expect(outputs.join('\n')).not.toContain(PLANTED);
  expect(crawled.code).toBe(0);
  expect(sites.asked('locked.test')).toEqual(['/', '/inner']);
});

it('keeps headers that look like secrets for the sites of the seeds', async () => {
  const sites = await fixture({ 'a.test': { '/': linking('/1', 'http://b.test/'), '/1': 'x' }, 'b.test': { '/': 'b' } });
  await workspace().crawl({
    seeds: ['http://a.test/'],
    scope: { hosts: ['a.test', 'b.test'] },
    fetch: { ...sites.fetch, headers: { 'X-Api-Key': 'k3y', 'X-Purpose': 'research' } },
  });
  const sent = (host: string) =>
    sites.requests.filter((request) => request.host === host).map(({ headers }) => [headers['x-api-key'], headers['x-purpose']]);
  expect(new Set(sent('a.test').map(String))).toEqual(new Set(['k3y,research']));
  expect(new Set(sent('b.test').map(String))).toEqual(new Set([',research']));
});

it('makes a new workspace that nobody else can read', async () => {
  const sites = await fixture({ 'a.test': { '/': 'x' } });
  const made = workspace();
  const file = made.define({ seeds: ['http://a.test/'], fetch: sites.fetch });
  expect((await runCli(['crawl', file, '-w', 'new/crawl', '-q'], made.folder)).code).toBe(0);
  expect((await runCli(['backup', 'copy', '-w', 'new/crawl'], made.folder)).code).toBe(0);
  for (const folder of ['new/crawl', 'copy']) expect((statSync(join(made.folder, folder)).mode & 0o777).toString(8)).toBe('700');
});

it('names the log-in that a run needs to go on, as for any other secret', async () => {
  const sites = await web();
  const made = workspace();
  const file = made.define({ seeds: ['http://ada:s3cret%2FOne@locked.test/'], fetch: sites.fetch, budget: { keepFree: '900TB' } });
  expect((await runCli(['crawl', file, '-w', 'crawl', '-q'], made.folder)).code).toBe(5);
  const resumed = await runCli(['resume', '-w', 'crawl'], made.folder);
  expect(resumed).toMatchObject({ code: 2, err: expect.stringContaining('fetch.credentials') });
  expect(resumed.err).not.toContain('s3cret');
});

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

function readable(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
}
