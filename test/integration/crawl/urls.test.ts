/** Which URL is requested and which count as one: by default what was linked is requested, the gov profile requests its key. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureWeb, linking, makeTestWorkspace, startFixtureWeb, type TestWorkspace } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { selfSigned } from '../../support/raw-server.js';

const { workspace, fixture } = crawling();

const HOME = 'http://a.test/';
const GOV = { extends: 'gov' } as const;

it('G-15 the user agent is a setting', async () => {
  const web = await fixture({ 'a.test': { '/': 'home' } });
  await workspace().crawl({ seeds: [HOME], fetch: { ...web.fetch, userAgent: 'Prober/7 (+https://prober.example)' } });
  expect(new Set(web.requests.map(({ headers }) => headers['user-agent']))).toEqual(new Set(['Prober/7 (+https://prober.example)']));
});

it.each([
  ['gov', GOV, 'The body of the redirect', 302],
  ['default', {}, 'The target', 200],
])('G-15 a 302 with a body, profile %s', async (_name, profile, title, status) => {
  const moved = {
    status: 302,
    headers: { Location: '/target', 'Content-Type': 'text/html' },
    body: '<title>The body of the redirect</title><p>Moved.',
  };
  const web = await fixture({ 'a.test': { '/': linking('/moved'), '/moved': moved, '/target': '<title>The target</title>' } });
  const to = workspace();
  await to.crawl({ ...profile, seeds: [HOME], fetch: web.fetch });
  const pages = new Map(to.rows('pages').map((row) => [row['title'], row]));
  expect(pages.get(title)).toMatchObject({ status, type: 'text/html' });
  expect(pages.has('The body of the redirect')).toBe(status === 302);
  expect(web.asked()).toContain('/target');
});

it('G-15 status 203 is read as a page', async () => {
  const status = 203;
  const web = await fixture({ 'a.test': { '/': { status, body: linking('/next') }, '/next': 'next' } });
  await workspace().crawl({ seeds: [HOME], fetch: web.fetch });
  expect(web.asked()).toEqual(['/', '/next']);
});

it('G-15 an untrusted certificate is refused, and accepted by setting with its verdict recorded', async () => {
  const server = createServer(selfSigned(['a.test']), (_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Behind TLS</title>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const fetch = {
      resolve: { 'a.test': `127.0.0.1:${(server.address() as AddressInfo).port}` },
      allowAddresses: ['127.0.0.1'],
      retries: 0,
    };
    const [strict, lax] = [workspace(), workspace()];
    await strict.crawl({ seeds: ['https://a.test/'], fetch });
    await lax.crawl({ seeds: ['https://a.test/'], fetch: { ...fetch, insecureTls: true } });
    expect(strict.rows('pages')).toEqual([]);
    expect(strict.rows('fetches').map(({ error }) => error)).toContain('FETCH_TLS_UNTRUSTED');
    expect(lax.rows('pages')).toMatchObject([{ title: 'Behind TLS' }]);
    expect(JSON.parse(String(lax.rows('fetches').at(-1)?.['tls']))).toMatchObject({
      authorized: false,
      problem: expect.stringMatching(/SELF_SIGNED/),
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

it('G-16 relative links count from <base href>, else from the page', async () => {
  const based = '<base href="/deep/er/"><a href="target">t</a> <a href="../up">u</a> <a href="?q=1">q</a>';
  const web = await fixture({
    'a.test': { '/dir/page': `<a href="based">b</a> <a href="plain">p</a>`, '/dir/based': based, '/dir/plain': '<a href="leaf">l</a>' },
  });
  await workspace().crawl({ seeds: [`${HOME}dir/page`], fetch: web.fetch });
  expect(web.asked().toSorted()).toEqual([
    '/deep/er/?q=1',
    '/deep/er/target',
    '/deep/up',
    '/dir/based',
    '/dir/leaf',
    '/dir/page',
    '/dir/plain',
  ]);
});

const DEEP = '/1/2/3/4/5/6/7/8/9/10/11/12/13/14?q=kept';

describe.each([
  ['gov', GOV, { deep: '/1/2/3/4/5/6/7/8/9/10?q=kept', folder: '/dir', www: [] }],
  ['default', {}, { deep: DEEP, folder: '/dir/', www: ['/named'] }],
])('profile %s', (_name, profile, expected) => {
  let web: FixtureWeb;
  let to: TestWorkspace;
  beforeAll(async () => {
    const links = [DEEP, '/p#one', '/p#two', '#here', 'http://www.a.test/named', '/named', 'http://www.a.test/', '/dir/', '/dir'];
    const pages = {
      '/': linking(...links, '#', 'mailto:a@a.test', 'javascript:void(0)', 'tel:+3861'),
      '/p': 'p',
      '/named': 'n',
      '/dir/': 'd',
      '/dir': 'd',
    };
    web = await startFixtureWeb({ 'a.test': pages, 'www.a.test': pages });
    to = makeTestWorkspace();
    await to.crawl({ ...profile, seeds: [HOME], scope: { domains: ['a.test'] }, fetch: web.fetch });
  });
  afterAll(async () => {
    await web.close();
    to.remove();
  });
  const askedBoth = (path: string) => [...web.asked(), ...web.asked('www.a.test')].filter((asked) => asked.startsWith(path));

  it('G-18 a path of 14 segments', () => expect(askedBoth('/1/')).toEqual([expected.deep]));
  it('G-19 two links that differ in their fragment are one page', () => expect(askedBoth('/p')).toEqual(['/p']));
  it('G-21 with and without www. is one page; by default the request keeps the form of the link', () => {
    expect(web.asked('www.a.test')).toEqual(expected.www);
    expect(askedBoth('/named')).toEqual(['/named']);
    expect([...web.asked(), ...web.asked('www.a.test')].filter((path) => path === '/')).toEqual(['/']);
  });
  it('G-22 with and without slash is one page; by default the request keeps its slash', () =>
    expect(askedBoth('/dir')).toEqual([expected.folder]));
  it('G-22 same-page links, mailto:, javascript: and tel: are ignored', () => {
    const urls = [...to.rows('resources'), ...to.rows('rejections')].map(({ url }) => String(url));
    expect(urls.filter((url) => !/^http:[^#]*$/.test(url))).toEqual([]);
  });
});

it('G-21 a host that only answers with www. keeps it by setting', async () => {
  const web = await fixture({ 'www.a.test': { '/': linking('http://www.a.test/p'), '/p': 'p' } });
  await workspace().crawl({ ...GOV, seeds: ['http://www.a.test/'], urls: { keepWww: ['www.a.test'] }, fetch: web.fetch });
  expect(web.asked()).toEqual(['/', '/p']);
});

it('M-06 duplicate links and a canonical name: one request', async () => {
  const shown = '<link rel="canonical" href="/shown"><a href="/shown">me</a><a href="/after">after</a>';
  const web = await fixture({
    'a.test': {
      '/': linking('/shown?from=home', '/shown?from=home#x', 'HTTP://A.TEST/shown?from=home', './shown?from=home'),
      '/shown?from=home': shown,
      '/shown': shown,
      '/after': linking('/shown', '/shown?from=home'),
    },
  });
  const to = workspace();
  await to.crawl({ seeds: [HOME], fetch: web.fetch });
  expect(web.asked()).toEqual(['/', '/shown?from=home', '/after']);
  expect(to.rows('resources').find(({ url }) => url === 'http://a.test/shown')).toMatchObject({ state: 'alias' });
});
