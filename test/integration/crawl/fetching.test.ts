/** How servers are treated, and what becomes of answers that are slow, failing, locked or hostile. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { linking } from '../../../src/testing/index.js';
import { demoDefinition } from '../../../src/webs/demo/index.js';
import { crawling } from '../../support/crawling.js';
import { storedReading } from '../../support/stored-reading.js';

const { workspace, fixture, timed, demo } = crawling();

const HOME = 'http://a.test/';

it('A-35 the required delay is kept: gaps by the log of the server', async () => {
  const robots = { headers: { 'Content-Type': 'text/plain' }, body: 'User-agent: *\nCrawl-delay: 2\nDisallow: /closed\n' };
  const pages = {
    '/': linking('/1', '/2', '/3', '/closed'),
    '/1': { body: 'one', delayMs: 80 },
    '/2': 'two',
    '/3': 'three',
    '/closed': 'no',
  };
  const { web, time } = await timed({ 'asks.test': { ...pages, '/robots.txt': robots }, 'quiet.test': pages });
  const politeness = { delay: '300ms', crawlDelayFactor: 0.25, perSite: 4, perAddress: 4 };
  await workspace().crawl({ seeds: ['http://asks.test/', 'http://quiet.test/'], politeness, fetch: web.fetch }, { time });
  for (const [host, delay] of [
    ['asks.test', 500],
    ['quiet.test', 300],
  ] as const) {
    const own = web.requests.filter((request) => request.host === host);
    expect(own.length).toBeGreaterThanOrEqual(6);
    const gaps = own.slice(2).map((request, i) => request.at - (own[i + 1]?.endedAt ?? 0));
    // Of the first two, robots.txt and what follows it: the delay was not known when robots.txt was asked for.
    expect(Math.min(...gaps), `${host}: ${gaps.join(', ')}`).toBe(delay);
  }
  expect(web.asked('asks.test')).not.toContain('/closed');
});

it('A-41 503 twice and then 200 is archived, after a growing pause', async () => {
  const { web, time } = await timed({
    'a.test': { '/': (_request, earlier) => (earlier < 2 ? { status: 503, body: 'busy' } : '<title>At last</title>') },
  });
  const to = workspace();
  await to.crawl({ seeds: [HOME], fetch: { ...web.fetch, retryDelay: '100ms' } }, { time });
  const [first, second, third] = web.requests.filter(({ path }) => path === '/').map(({ at }) => at) as [number, number, number];
  expect(second - first).toBeGreaterThanOrEqual(100);
  expect(third - second).toBeGreaterThanOrEqual(200);
  expect(to.rows('pages')).toMatchObject([{ title: 'At last', status: 200 }]);
  expect(
    to
      .rows('fetches')
      .filter(({ url }) => url === HOME)
      .map(({ status }) => status),
  ).toEqual([503, 503, 200]);
  expect(to.rows('fetches').find(({ status }) => status === 200)?.['warc']).toMatch(/\.warc\.gz$/);
});

it('A-41 Retry-After is honoured, and a server that stays down is given up with its reason', async () => {
  const { web, time } = await timed({
    'a.test': {
      '/': linking('/busy', '/down'),
      '/busy': (_request, earlier) => (earlier < 1 ? { status: 429, headers: { 'Retry-After': '1' } } : 'ok'),
      '/down': { status: 500 },
    },
  });
  const to = workspace();
  await to.crawl({ seeds: [HOME], fetch: { ...web.fetch, retries: 2 } }, { time });
  const [first, second] = web.requests.filter(({ path }) => path === '/busy').map(({ at }) => at) as [number, number];
  expect(second - first).toBeGreaterThanOrEqual(1000);
  expect(web.asked().filter((path) => path === '/down')).toHaveLength(3);
  expect(to.rows('resources').find(({ url }) => url === 'http://a.test/down')).toMatchObject({
    state: 'failed',
    reason: 'answered 500, 3 attempts',
  });
});

it('S-05 the user agent goes out with every request, redirects are followed, a silent server times out', async () => {
  const web = await fixture({
    'a.test': {
      '/': linking('/moved', '/silent'),
      '/moved': { status: 301, headers: { Location: '/target' } },
      '/target': '<title>Target</title>',
      '/silent': { body: 'late', delayMs: 60_000 },
    },
  });
  const to = workspace();
  await to.crawl({
    seeds: [HOME],
    fetch: { ...web.fetch, agent: 'Prober', contact: 'https://prober.example', timeout: '2s', retries: 0 },
  });
  for (const { headers } of web.requests) expect(headers['user-agent']).toMatch(/^Prober\b.*https:\/\/prober\.example/);
  expect(to.rows('pages').map(({ title }) => title)).toContain('Target');
  expect(to.rows('resources').find(({ url }) => url === 'http://a.test/moved')).toMatchObject({
    state: 'redirected',
    reason: 'answered 301, to http://a.test/target',
  });
  expect(to.rows('fetches').find(({ url }) => url === 'http://a.test/silent')).toMatchObject({ error: 'FETCH_TIMEOUT', status: 0 });
});

it('S-05 the time-out is 30 s unless a definition says otherwise', async () => {
  const web = await fixture({ 'a.test': { '/': 'home' } });
  const to = workspace();
  await to.crawl({ seeds: [HOME], fetch: { ...web.fetch, timeout: undefined } });
  const [run] = to.read((repository) => repository.runs());
  expect((JSON.parse(run?.definition ?? '{}') as { fetch: { timeout: number } }).fetch.timeout).toBe(30_000);
});

it('S-52 basic, digest and bearer: the protected pages are read, and the secrets stay out of the archive', async () => {
  const web = await demo({ sites: ['vault', 'vault-basic', 'vault-digest', 'vault-bearer'] });
  const to = workspace();
  await to.crawl({ ...demoDefinition(web), scope: { domains: ['vault.example'] } });
  const locked = web
    .truth()
    .sites.flatMap((site) => site.pages)
    .filter(({ needs }) => needs !== null);
  expect(new Set(locked.map(({ needs }) => needs))).toEqual(new Set(['basic', 'digest', 'bearer', 'cookie']));
  const titles = new Map(to.rows('pages').map(({ url, title }) => [url, title]));
  const unread = locked.filter(({ url, title }) => titles.get(url) !== title).map(({ url }) => url);
  expect(unread).toEqual([]);
  expect(to.read((repository) => repository.runs())[0]?.definition).not.toContain('seven seas');
  const archive = join(to.workspace, 'archive');
  const written = readdirSync(archive)
    .filter((file) => file.endsWith('.gz'))
    .map((file) => gunzipSync(readFileSync(join(archive, file))).toString('latin1'))
    .join('');
  expect(written).toContain('Authorization: [redacted]');
  for (const secret of ['seven seas', 'demo-token-41', Buffer.from('keeper:seven seas').toString('base64')])
    expect(written).not.toContain(secret);
});

it('S-52 a format is negotiated by Accept and read: RDF/XML, Turtle, N-Triples, JSON-LD, HTML with RDFa', async () => {
  const web = await demo({ sites: ['vault'] });
  const seed = 'http://vault.example/things/lighthouse';
  const settings = { resolve: { ...web.resolve }, allowAddresses: [...web.allowAddresses] };
  for (const accept of ['application/rdf+xml', 'text/turtle', 'application/n-triples', 'application/ld+json', 'text/html']) {
    const to = workspace();
    await to.crawl({
      seeds: [seed],
      scope: { prefix: [seed], depth: 0 },
      capture: { sitemaps: false },
      fetch: { ...settings, accept: `${accept}, */*;q=0.1` },
    });
    const fetch = to.rows('fetches').find(({ url }) => url === seed);
    expect(fetch, accept).toMatchObject({ status: 200, declared_type: expect.stringContaining(accept) });
    const text = String(storedReading(to.workspace, seed)?.['text'] ?? '');
    // N-Triples is fetched, typed and archived; its reader comes with the knowledge base.
    if (accept !== 'application/n-triples') expect(text, accept).toContain('Lighthouse');
  }
});

it('a hostile site: each nasty URL gets a clear outcome, the crawl comes to its end', async () => {
  const web = await demo({ sites: ['broken'], hostile: true, delayFactor: 1 });
  const to = workspace();
  const end = await to.crawl({
    seeds: ['http://broken.example/'],
    politeness: { perSite: 8, perAddress: 8 },
    fetch: {
      resolve: { ...web.resolve },
      allowAddresses: [...web.allowAddresses],
      timeout: '3s',
      deadline: '5m', // what ends them is that they are too slow or too large, however long a busy machine takes to find out
      maxSize: '6MB',
      maxDecodedSize: '20MB',
      maxRedirects: 5,
      retries: 2,
    },
  });
  expect(end).toMatchObject({ state: 'finished', reason: 'everything was visited' });
  const outcomes = Object.fromEntries(
    to.rows('resources').map(({ url, state, reason }) => [new URL(String(url)).pathname, `${state}: ${reason}`]),
  );
  const last = Object.fromEntries(to.rows('fetches').map((row) => [new URL(String(row['url'])).pathname, row]));
  expect(last['/hostile/endless']).toMatchObject({ truncated: 'length', length: 6_000_000 });
  expect(outcomes['/hostile/drip']).toMatch(/^failed: FETCH_TOO_SLOW: /);
  expect(outcomes['/hostile/bomb']).toMatch(/^failed: FETCH_DECODED_TOO_LARGE: /);
  expect(outcomes['/hostile/header']).toMatch(/^failed: FETCH_HEAD_TOO_LARGE: /);
  expect(outcomes['/hostile/nested']).toMatch(/^done: answered 200$/);
  expect(to.rows('pages').find(({ url }) => String(url).endsWith('/hostile/nested'))).toMatchObject({ title: 'Deep' });
  expect(
    Object.entries(outcomes)
      .filter(([path]) => path.startsWith('/redirects/'))
      .map(([, outcome]) => outcome),
  ).toContainEqual(expect.stringMatching(/^failed: FETCH_TOO_MANY_REDIRECTS: /));
  expect(outcomes['/reset']).toMatch(/^failed: FETCH_RESET/);
  expect(outcomes['/malformed']).toMatch(/^failed: FETCH_MALFORMED: /);
  expect(last['/truncated']).toMatchObject({ error: 'FETCH_RESET', detail: expect.stringContaining('before the end') });
  expect(outcomes['/bad-gzip']).toMatch(/^(?:done: answered 200|failed: FETCH_DECODE_FAILED: )/);
  expect(outcomes['/flaky']).toBe('done: answered 200');
  expect(outcomes['/nowhere']).toBe('failed: answered 404');
});
