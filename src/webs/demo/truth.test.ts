import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { eld } from 'eld/small';
import { parse as parseDomain } from 'tldts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Reply } from './ask.js';
import { type DemoWeb, startDemoWeb } from './demo-web.js';
import { SITES } from './sites/all.js';
import { BABEL_GRAPH } from './sites/babel.js';
import { type DemoTruth, type PageTruth, truthTeller, withinHops } from './truth.js';

let web: DemoWeb;
beforeAll(async () => {
  web = await startDemoWeb({ delayFactor: 0, hostile: true });
});
afterAll(() => web.close());

const DAYS = Array.from({ length: 15 }, (_, day) => day);
const pagesOf = (truth: DemoTruth): PageTruth[] => truth.sites.flatMap((site) => [...site.pages]);
const basic = `Basic ${Buffer.from('keeper:seven seas').toString('base64')}`;

/** Asks with whatever the page needs, and again while it answers that it is busy. */
async function visit(page: PageTruth): Promise<Reply> {
  const headers = await keysFor(page);
  for (let attempt = 0; attempt < 3; attempt++) {
    const reply = await ask(web, page.url, { headers });
    if (reply.status !== 503 && reply.status !== 429) return reply;
  }
  return ask(web, page.url, { headers });
}

async function keysFor({ needs, url }: PageTruth): Promise<Record<string, string>> {
  if (needs === 'basic') return { Authorization: basic };
  if (needs === 'bearer') return { Authorization: 'Bearer demo-token-41' };
  if (needs === 'cookie') return { Cookie: 'visitor=welcome' };
  if (needs === 'digest') return { Authorization: digestFor(url, (await ask(web, url)).headers['www-authenticate'] ?? '') };
  return {};
}

function digestFor(url: string, challenge: string): string {
  const field = (name: string): string => new RegExp(`${name}="?([^",]+)`).exec(challenge)?.[1] ?? '';
  const digest = (text: string): string =>
    createHash(field('algorithm') === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex');
  const uri = new URL(url).pathname;
  const response = digest([digest('keeper:vault:seven seas'), field('nonce'), '00000001', 'abc', 'auth', digest(`GET:${uri}`)].join(':'));
  return `Digest username="keeper", realm="vault", nonce="${field('nonce')}", uri="${uri}", qop=auth, nc=00000001, cnonce="abc", response="${response}"`;
}

function decode({ headers, body }: Reply): string {
  if (body.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return body.toString('utf8');
  const label =
    /charset=([\w-]+)/.exec(headers['content-type'] ?? '')?.[1] ?? /charset=([\w-]+)/.exec(body.toString('latin1'))?.[1] ?? 'utf-8';
  return new TextDecoder(label).decode(body);
}

const unescapeHtml = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Links as the HTML has them, read with other means than those that wrote them. */
function linksIn(html: string, url: string): string[] {
  const base = new URL(/<base href="([^"]+)"/.exec(html)?.[1] ?? '', url);
  const found = [
    /<a [^>]*?href="([^"]*)"([^>]*)/g,
    /<area [^>]*href="([^"]*)"/g,
    /<iframe src="([^"]*)"/g,
    /onclick="location\.href='([^']*)'/g,
    /content="\d+; url=([^"]*)"/g,
  ]
    .flatMap((pattern) => [...html.matchAll(pattern)])
    .filter(
      ([, href = '', rest]) =>
        !href.startsWith('#') && !rest?.includes('nofollow') && !/<meta name="robots" content="[^"]*nofollow/.test(html),
    )
    .map(([, href = '']) => new URL(unescapeHtml(href), base))
    .filter((link) => link.protocol === 'http:');
  for (const link of found) link.hash = '';
  return [...new Set(found.map((link) => link.href))].sort();
}

/** After the second day most sites stay as they are; asking them again would only take time. */
const BUSY = ['library', 'bakery', 'gazette', 'observatory', 'court', 'town-hall', 'municipality'];

describe.each(DAYS)('the truth of day %i', (day) => {
  let truth: DemoTruth;
  beforeAll(() => {
    web.setDay(day);
    const { sites } = web.truth();
    truth = { day, sites: day <= 2 ? sites : sites.filter(({ name }) => BUSY.includes(name)) };
  });

  it('every page answers 200 under its title, and links to what it is said to link to', async () => {
    for (const page of pagesOf(truth)) {
      const reply = await visit(page);
      expect([page.url, reply.status, reply.complete]).toEqual([page.url, 200, true]);
      if (page.kind === 'file' || page.scripted) continue;
      const html = decode(reply);
      expect([page.url, unescapeHtml(/<title>([^<]*)/.exec(html)?.[1] ?? '')]).toEqual([page.url, page.title]);
      expect([page.url, ...linksIn(html, page.url)]).toEqual([page.url, ...page.links.toSorted()]);
    }
  });

  it('every other spelling of a page gives the same page', async () => {
    for (const page of pagesOf(truth))
      for (const variant of page.variants)
        expect([variant, (await ask(web, variant)).body.equals((await ask(web, page.url)).body)]).toEqual([variant, true]);
  });

  it('every redirect leads where it is said to', async () => {
    for (const { url, status, location, to } of truth.sites.flatMap((site) => site.redirects)) {
      const reply = await ask(web, url);
      expect([url, reply.status, reply.headers.location]).toEqual([url, status, location]);
      expect(new URL(location, url).href).toBe(to);
    }
  });

  it('every failing URL fails as promised', async () => {
    const ours = truth.sites
      .flatMap((site) => site.failing)
      .filter(({ url }) => web.sites.some((site) => url.startsWith(`${site.origin}/`)));
    for (const { url, status } of ours) {
      const reply = await ask(web, url, { maxBytes: 100 }).catch(() => null);
      expect([url, reply?.status ?? null]).toEqual([url, status]);
    }
  });

  it('what may or may not be fetched answers, and what nothing leads to is still there', async () => {
    for (const url of truth.sites.flatMap((site) => [...site.either, ...site.unlinked]))
      expect([url, (await ask(web, url)).status]).toEqual([url, 200]);
  });

  it('robots.txt forbids what it is said to forbid and no page', async () => {
    for (const site of truth.sites) {
      const robots = await ask(web, `${site.origin}/robots.txt`).catch(() => null);
      if (robots?.status !== 200 || site.robots.length !== 1) continue;
      const rules = rulesFor(robots.body.toString());
      for (const { url, because } of site.forbidden)
        if (because.startsWith('robots.txt')) expect([url, isAllowed(rules, url)]).toEqual([url, false]);
      for (const { url } of site.pages) expect([url, isAllowed(rules, url)]).toEqual([url, true]);
    }
  });
});

type Rule = readonly [allow: boolean, pattern: string];

/** The rules of the group for winnow, else those for everybody: enough of RFC 9309 for the files of this web. */
function rulesFor(text: string): Rule[] {
  const groups = text.split(/\n\s*\n/).map((group) => group.toLowerCase());
  const own = groups.find((group) => /^user-agent: winnow$/m.test(group)) ?? groups.find((group) => /^user-agent: \*$/m.test(group)) ?? '';
  return [...own.matchAll(/^(allow|disallow): (\S+)$/gm)].map(([, verb, path = '']) => [verb === 'allow', path]);
}

function isAllowed(rules: readonly Rule[], url: string): boolean {
  const { pathname, search } = new URL(url.toLowerCase());
  const matches = rules.filter(([, pattern]) =>
    pattern.endsWith('$') ? pathname.endsWith(pattern.slice(2, -1)) : (pathname + search).startsWith(pattern),
  );
  return matches.sort((a, b) => b[1].length - a[1].length)[0]?.[0] ?? true;
}

describe('the first day', () => {
  let truth: DemoTruth;
  beforeAll(() => {
    web.setDay(0);
    truth = web.truth();
  });

  it('has 150 to 400 pages on different registrable domains, two of which share an address', () => {
    expect(pagesOf(truth).length).toBeGreaterThan(150);
    expect(pagesOf(truth).length).toBeLessThan(400);
    const domains = new Set(web.sites.map(({ origin }) => parseDomain(origin, { allowPrivateDomains: true }).domain));
    expect(domains.size).toBeGreaterThanOrEqual(9);
    expect(parseDomain('ministry.gov.example').domain).toBe(parseDomain('land.gov.example').domain);
    expect(parseDomain('gov.example.evil.test').domain).toBe('evil.test');
    expect(web.resolve['bakery.example']).toBe(web.resolve['chess-club.example']);
    expect(new Set(Object.values(web.resolve)).size).toBeGreaterThan(10);
  });

  it('is written in sentences whose language can be told', () => {
    const told = pagesOf(truth)
      .filter((page) => page.language !== null && (page.text?.length ?? 0) > 300)
      .map((page) => [page.url, eld.detect(page.text ?? '').language, page.language]);
    expect(told.length).toBeGreaterThan(120);
    expect(told.filter(([, detected, declared]) => detected !== declared)).toEqual([]);
    expect(new Set(told.map(([, , declared]) => declared))).toEqual(new Set(['en', 'de', 'fr', 'sl', 'bg', 'it']));
  });

  it('knows German pages, at most two hops off a German page', () => {
    const origin = 'http://babel.example';
    const expected = Object.entries(BABEL_GRAPH).filter(([, node]) => node.hops !== null);
    expect(withinHops(truth, `${origin}/`, 'de', 2)).toEqual(expected.map(([path]) => origin + path).sort());
    expect(expected).toHaveLength(13);
  });

  it('names pages in sitemaps only: XML in gzip, text two levels down, and where robots.txt is silent', async () => {
    const only = pagesOf(truth).filter((page) => page.onlyInSitemap);
    expect(only.map(({ url }) => new URL(url).pathname)).toEqual([
      '/arhiv/stisnjeno',
      '/arhiv/samo-v-zemljevidu',
      '/arhiv/pozabljeno',
      '/maps/unlisted',
      ...Array.from({ length: 14 }, (_, i) => `/urteile/${i + 11}`),
    ]);
    const packed = await ask(web, 'http://ministry.gov.example/sitemaps/news.xml.gz');
    expect(gunzipSync(packed.body).toString()).toContain('<loc>http://ministry.gov.example/arhiv/stisnjeno</loc>');
    expect((await ask(web, 'http://ministry.gov.example/sitemaps/older.txt')).body.toString()).toContain('/arhiv/samo-v-zemljevidu\n');
  });

  it('links what costs time and memory only where the web is hostile', async () => {
    const failing = (hostile: DemoTruth) => hostile.sites.flatMap((site) => site.failing).filter((one) => one.hostile);
    expect(failing(truth).map(({ linked }) => linked)).toEqual([true, true, true, true, true]);
    const tame = await startDemoWeb({ sites: ['broken'] });
    expect(failing(tame.truth()).map(({ linked }) => linked)).toEqual([false, false, false, false, false]);
    await tame.close();
  });
});

describe('the next days', () => {
  let few: DemoWeb;
  beforeAll(async () => {
    few = await startDemoWeb({ delayFactor: 0, sites: PLANNED });
  });
  afterAll(() => few.close());
  const changesOf = (demo: DemoWeb) => demo.truth().sites.flatMap((site) => site.changes);

  it('are the same each time they are told', () => expect(truthTeller(SITES, true)(3)).toEqual(web.truth(3)));

  const changes = (day: number, site: string) => web.truth(day).sites.find(({ name }) => name === site)?.changes ?? [];
  const summary = (day: number, site: string) => {
    const counts: Record<string, number> = {};
    for (const { operation, because } of changes(day, site))
      counts[`${operation}, ${because}`] = (counts[`${operation}, ${because}`] ?? 0) + 1;
    return counts;
  };

  it.each([
    [
      'news: everything that can happen to an article',
      1,
      'harbour-news',
      {
        'Add, new': 5,
        'Upd, text changed': 10,
        'Upd, title and text changed': 1,
        'Del, removed without a trace': 1,
        'Del, removed for good': 1,
        'Del, removed; the error page comes with status 200': 1,
        'Del, moved to /harbour/archive/fleet-report': 1,
        'None, only the furniture around the text changed': 1,
        'None, unchanged': 57,
      },
    ],
    [
      'ministry: robots.txt closes a page, a sitemap forgets one',
      1,
      'ministry',
      {
        'Add, new': 2,
        'Upd, text changed': 2,
        'None, robots.txt forbids it now': 1,
        'None, no longer linked, but still there': 1,
        'None, unchanged': 48,
      },
    ],
    ['land registry: an outage is no deletion', 1, 'land-registry', { 'None, out of order: outage': 19 }],
    ['library: a new template is no change', 1, 'library', { 'None, only the furniture around the text changed': 24 }],
    [
      'news: an article comes back',
      2,
      'harbour-news',
      { 'Add, new': 1, 'Add, came back': 1, 'Upd, text changed': 6, 'None, unchanged': 68 },
    ],
    ['land registry: compared with the last day it was up', 2, 'land-registry', { 'Upd, text changed': 1, 'None, unchanged': 18 }],
    ['bakery: a whole site that turns into one page is held back', 2, 'bakery', { 'None, the whole site has turned into one page': 10 }],
  ])('%s', (_case, day, site, expected) => expect(summary(day, site)).toEqual(expected));

  it('has no changes on the first day', () => expect(web.truth(0).sites.flatMap((site) => site.changes)).toEqual([]));

  /** `Upd /stations/1 tables`, `Del /issues/1`, `suspected /issues/2`; what is held back is counted. */
  const planted = (day: number, site: string): string[] => {
    const all = changes(day, site).map((change) => ({ ...change, path: change.url.slice(change.url.indexOf('/', 7)) }));
    const told = all
      .filter(({ operation, suspicion }) => operation !== 'None' || suspicion)
      .map(({ operation, suspicion, path, fields }) => [suspicion ?? operation, path, ...fields].join(' '));
    const held = all.filter(({ heldBack }) => heldBack).length;
    return [...told.sort(), ...(held ? [`${held} held back`] : [])];
  };

  it.each<[day: number, expected: Record<string, string[]>]>([
    [
      1,
      {
        gazette: ['Del /issues/1', 'Del /issues/13', 'Upd /issues/ text', 'suspected /issues/2'],
        observatory: ['Upd /stations/1 tables', 'Upd /stations/2 metadata'],
        court: ['Upd /urteile/3 text'],
      },
    ],
    [
      2,
      {
        gazette: ['Add /issues/17', 'Del /issues/2', 'Del /issues/4', 'Upd /issues/ text', 'suspected /issues/3'],
        observatory: ['Upd /stations/4 text'],
        court: ['Upd /urteile/14 text'],
      },
    ],
    [
      3,
      {
        gazette: ['Add /issues/13', 'Del /issues/5', 'Upd /issues/ text', 'cleared /issues/3', 'suspected /issues/6'],
        observatory: ['Upd /stations/ text', 'Upd /stations/4 text', 'Upd /stations/5 title', 'Upd /stations/6 title text'],
        municipality: ['Upd /obvestila/4 text'],
      },
    ],
    [
      4,
      {
        gazette: ['Add /issues/2', 'Del /issues/6', 'Del /issues/7', 'Upd /issues/ text'],
        observatory: ['Upd /stations/7 text', 'Upd /stations/8 text', 'Upd /yearbook.pdf text'],
        court: ['Upd /urteile/ text'],
      },
    ],
    [
      5,
      {
        gazette: ['Add /issues/new/9', 'Del /issues/13', 'Del /issues/9', 'Upd /issues/ text', 'suspected /issues/8'],
        observatory: ['Upd /stations/9 tables'],
        court: ['Upd /urteile/ text'],
      },
    ],
    [
      6,
      {
        library: ['Add /ausleihe/2026-03-08'],
        gazette: ['Del /issues/11', 'Upd /issues/ text', 'cleared /issues/8'],
        observatory: ['Upd /stations/4 text'],
        court: ['Upd /urteile/ text'],
      },
    ],
    [
      7,
      {
        gazette: ['Add /issues/13', 'Upd /issues/ text'],
        observatory: ['Upd /stations/4 text'],
        court: ['Upd /urteile/ text'],
        'town-hall': ['Del /avis/2', 'Upd /avis/ text'],
        municipality: ['Del /obvestila/5', 'Upd /obvestila/ text'],
      },
    ],
    [8, { gazette: ['suspected /issues/14'], observatory: ['Upd /stations/10 text tables'], 'town-hall': ['12 held back'] }],
    [9, { gazette: ['Add /issues/18', 'Upd /issues/ text'], court: ['14 held back'], 'town-hall': ['Upd /avis/4 text'] }],
    [
      10,
      {
        gazette: ['Add /issues/new/15', 'Del /issues/14', 'suspected /issues/15'],
        municipality: ['Del /obvestila/6', 'Upd /obvestila/ text', 'Upd /obvestila/9 text'],
      },
    ],
    [
      11,
      {
        gazette: ['Del /issues/10', 'Del /issues/15', 'Upd /issues/16 text'],
        observatory: ['Upd /stations/12 text'],
        'town-hall': ['suspected /avis/5'],
      },
    ],
    [
      12,
      {
        gazette: ['suspected /issues/16'],
        court: ['Add /urteile/25', 'Del /urteile/5', 'Upd /urteile/ text'],
        'town-hall': ['cleared /avis/5'],
      },
    ],
    [
      13,
      {
        gazette: ['cleared /issues/16'],
        court: ['Del /urteile/15', 'Del /urteile/6', 'Upd /urteile/ text'],
        municipality: ['Del /obvestila/7', 'Upd /obvestila/ text', 'suspected /obvestila/8'],
      },
    ],
    [14, { 'town-hall': ['Upd /avis/8 text'] }],
  ])('day %i has these changes and no others', (day, expected) => {
    const sites = web.sites.map(({ name }) => name).filter((name) => day > 2 || isPlanned(name));
    const found = Object.fromEntries(sites.map((name) => [name, planted(day, name)]).filter(([, rows]) => rows?.length));
    expect(found).toEqual(expected);
  });

  it('every change, and every page that stays, is on the wire as the truth says', async () => {
    const bodies = new Map<string, string>();
    for (const day of DAYS) {
      few.setDay(day);
      const said = new Map(changesOf(few).map((change) => [change.url, change]));
      for (const { url } of pagesOf(few.truth())) {
        const change = said.get(url);
        if (change?.because.startsWith('the whole site') || change?.heldBack) continue;
        const body = (await ask(few, url)).body.toString('latin1');
        const compared = day > 0 && change?.operation !== 'Add';
        if (compared) expect([day, url, body !== bodies.get(url)]).toEqual([day, url, change?.bytesChanged]);
        bodies.set(url, body);
      }
    }
  });

  it('what is deleted or suspected answers 404 or 410, leads elsewhere for good, or shows an error page', async () => {
    for (const day of DAYS) {
      few.setDay(day);
      const doubtful = changesOf(few).filter(
        ({ operation, suspicion, heldBack }) => operation === 'Del' || suspicion === 'suspected' || (heldBack && day === 9),
      );
      for (const { url } of doubtful) {
        const { status, body } = await ask(few, url);
        const soft = /<title>(Sorry|Diese Seite|Cette page|Strani ni|Nothing grows)/.test(body.toString());
        expect([day, url, [404, 410, 301].includes(status) || (status === 200 && soft)]).toEqual([day, url, true]);
      }
    }
  });

  it('a bad day for names: one leads to a closed port, then it is not known, then it is well', async () => {
    const url = 'http://obcina.example/';
    web.setDay(4);
    await expect(ask(web, url)).rejects.toThrow('ECONNREFUSED');
    web.setDay(5);
    expect(web.resolve['obcina.example']).toBeUndefined();
    web.setDay(7);
    expect((await ask(web, url)).status).toBe(200);
  });

  it('the outage answers 503 everywhere, robots.txt included, and ends the day after', async () => {
    const status = async (path: string): Promise<number> => (await ask(web, `http://land.gov.example${path}`)).status;
    web.setDay(1);
    expect([await status('/'), await status('/robots.txt'), await status('/registry/parcel-3')]).toEqual([503, 503, 503]);
    web.setDay(2);
    expect([await status('/'), await status('/robots.txt')]).toEqual([200, 200]);
  });

  it('what stands around the text differs at every visit on some days, and the text does not', async () => {
    web.setDay(9);
    const [first, second] = [await ask(web, OBSERVED), await ask(web, OBSERVED)].map(({ body }) => body.toString());
    expect(first).not.toBe(second);
    const article = (html = ''): string => /<article>.*<\/article>/s.exec(html)?.[0] ?? '';
    expect(article(first)).toBe(article(second));
    expect(article(first)).toContain('<table>');
  });
});

const OBSERVED = 'http://observatory.example/stations/3';
const PLANNED = ['gazette', 'observatory', 'court', 'town-hall', 'municipality'];
const isPlanned = (site: string): boolean => PLANNED.includes(site);
