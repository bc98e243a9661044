/** What analysers say of articles is knowledge too: SPARQL finds them by it. */
import { expect, it } from 'vitest';
import { linking } from '../../src/testing/index.js';
import { crawling } from '../support/crawling.js';
import { runCli } from '../support/run-cli.js';

const { workspace, fixture } = crawling();

const HOME = 'http://news.test/';
/** Of its hundred words, so many are about floods. */
const article = (title: string, floods: number, day: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="author" content="Ann Author">
<meta property="article:published_time" content="${day}"></head><body><article><h1>${title}</h1><p>${Array.from({ length: 100 }, (_, at) =>
    at < floods ? 'flood' : ['river', 'valley', 'people', 'water'][at % 4],
  ).join(' ')}.</p></article></body></html>`;
const PAGES = {
  '/': linking('/dam', '/choir', '/short'),
  '/dam': article('The dam held', 40, '2024-05-17'),
  '/choir': article('The choir sings', 2, '2024-05-18'),
  '/short': '<!doctype html><title>Short</title><p>Flood.</p>',
};

it('M-48 what analysers say of an article is written as RDF, and SPARQL finds the article by it', async () => {
  const web = await fixture({ 'news.test': PAGES });
  const to = workspace();
  await to.crawl({ seeds: [HOME], fetch: web.fetch, analysers: [{ use: 'keyword-density', keywords: ['flood'], full: 0.5 }] });
  const ask = async (text: string): Promise<string[]> => {
    const { code, out, err } = await runCli(['sparql', text, '-w', to.workspace, '--format', 'csv'], to.folder);
    expect(code, err).toBe(0);
    return out.trim().split('\r\n').slice(1);
  };
  const about = '?article a sioc:Post ; dcterms:title ?title ; dcterms:issued ?day ; winnow:score ?score';
  expect(await ask(`SELECT ?article ?title ?day { ${about} FILTER (?score > 0.5) }`)).toEqual([`${HOME}dam,The dam held,2024-05-17`]);
  expect(await ask(`SELECT ?article { ${about} } ORDER BY DESC(?score)`)).toEqual([`${HOME}dam`, `${HOME}choir`]);
  // The share of the words of the article and its headline, of which half would count as 1. A short page is given no opinion, which is not zero.
  const known = await ask('SELECT ?article ?score { ?article winnow:score ?score } ORDER BY ?article');
  expect(known.map((row) => row.split(',')[0])).toEqual([`${HOME}choir`, `${HOME}dam`]);
  expect(known.map((row) => Number(row.split(',')[1]))).toEqual([2 / 103 / 0.5, 40 / 103 / 0.5].map((score) => expect.closeTo(score, 9)));
});
