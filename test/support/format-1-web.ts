/**
 * The web behind test/fixtures/format-1: what it looked like when a crawl of it was killed, and what it answers now.
 *
 * The fixture was made by the release that wrote format 1, stopped by SIGKILL in the middle: pages done, queued,
 * redirected, failed, refused by robots.txt and waiting for a retry, a database whose last commits are still in the
 * write-ahead log, and a WARC file longer than what was committed. Changing a page here makes it worthless.
 */
import type { FixturePage, FixturePages } from '../../src/testing/index.js';

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };

const article = (number: number, ...hrefs: string[]): FixturePage => ({
  headers: HTML,
  delayMs: 20,
  body: `<!doctype html><html lang="en"><title>Act ${number}</title><link rel="stylesheet" href="/style.css">
<h1>Act ${number}</h1><p>Section ${number} of this act is about bridge number ${number} and who may cross it on foot.</p>
${hrefs.map((href) => `<p><a href="${href}">see ${href}</a></p>`).join('\n')}`,
});

const numbered = (from: number, to: number, prefix: string): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${prefix}${from + index}`);

/** `now`: the page that failed is well again. */
export function format1Web(now: boolean): Record<string, FixturePages> {
  const law: Record<string, FixturePage> = {
    '/robots.txt': {
      headers: { 'Content-Type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /private\nSitemap: http://law.example/sitemap.xml\n',
    },
    '/sitemap.xml': {
      headers: { 'Content-Type': 'application/xml' },
      body: '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://law.example/only-in-sitemap</loc></url></urlset>',
    },
    '/': article(0, '/flaky', '/moved', '/gone', '/private/letter', '/list?sort=up', 'http://court.example/', ...numbered(1, 20, '/a')),
    '/flaky': (_request, earlier) => (now || earlier > 0 ? (article(900) as string) : { status: 503, headers: HTML, body: 'busy' }),
    // Names /list as its own name: known from then on, never asked for.
    '/list?sort=up': {
      headers: HTML,
      body: '<!doctype html><title>List</title><link rel="canonical" href="/list"><p>A list of all acts, sorted upwards.',
    },
    '/moved': { status: 302, headers: { Location: '/target' } },
    '/target': article(901),
    '/only-in-sitemap': article(902),
    '/style.css': { headers: { 'Content-Type': 'text/css' }, body: 'h1 { color: #123 }\n' },
  };
  for (let n = 1; n <= 20; n++) law[`/a${n}`] = article(n, `/b${n}`, '/', '/a1');
  for (let n = 1; n <= 20; n++) law[`/b${n}`] = article(100 + n, '/a1', `http://court.example/case${n}`);
  const court: Record<string, FixturePage> = { '/': article(200, ...numbered(1, 5, '/case')) };
  for (let n = 1; n <= 20; n++) court[`/case${n}`] = article(200 + n, 'http://law.example/a2');
  return { 'law.example': law, 'court.example': court };
}

/** The definition of that crawl, without where its hosts are found. */
export const FORMAT_1_DEFINITION = {
  name: 'format-1',
  seeds: ['http://law.example/'],
  scope: { hosts: ['law.example', 'court.example'] },
  politeness: { delay: '0s', perAddress: 4 },
  fetch: { contact: 'fixture@example.org', retryDelay: '2m', retries: 2, concurrency: 2 },
} as const;
