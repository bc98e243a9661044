/** A crawl of linked data from its first request to the answer of a query, over two days and a restart. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { askKnowledge } from '../../../src/assembly/index.js';
import type { FixturePage } from '../../../src/testing/index.js';
import { query } from '../../../src/views/sparql/index.js';
import { type DemoWeb, linkedDefinition } from '../../../src/webs/demo/index.js';
import { crawling } from '../../support/crawling.js';

const { workspace, demo, fixture } = crawling();
const PREFIXES =
  'PREFIX foaf: <http://xmlns.com/foaf/0.1/> PREFIX club: <http://people.example/terms#> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> ';

/** The knowledge is opened for each question, as by another process. */
const rows = (folder: string, text: string): Promise<string[][]> =>
  askKnowledge(folder, (source) => {
    const result = query(source, PREFIXES + text);
    if (result.kind !== 'bindings') throw new Error('Ask for rows.');
    return [...result.rows].map((row) => Object.values(row).map(({ value }) => value));
  });

const quickly = (web: DemoWeb) => ({ ...linkedDefinition(web), politeness: { delay: 0 } });

it('S-09 S-31 S-32 triples can be queried after a restart, with their source, and what a document no longer says is gone', async () => {
  const web = await demo({ sites: ['people'], people: 25 });
  const { crawl, workspace: folder } = workspace();
  await crawl(quickly(web));

  const members = await rows(
    folder,
    'SELECT ?name ?number ?g { GRAPH ?g { ?x a club:Member ; foaf:name ?name ; club:number ?number } } ORDER BY ?number',
  );
  expect(members).toHaveLength(25);
  expect(members.slice(0, 5)).toEqual([
    ['Ana 0', 'M-00000', 'http://people.example/people/0.ttl'],
    ['Boris 1', 'M-00001', 'http://people.example/people/1.rdf'],
    ['Clara 2', 'M-00002', 'http://people.example/people/2.jsonld'],
    ['Dragan 3', 'M-00003', 'http://people.example/people/3.nt'],
    ['Eva 4', 'M-00004', 'http://people.example/people/4.html'],
  ]);
  const interests = 'SELECT ?topic ?g { GRAPH ?g { <http://people.example/people/1.rdf#me> foaf:topic_interest ?topic } }';
  const said = (topic: string): string[][] => [[`http://people.example/topics#${topic}`, 'http://people.example/people/1.rdf']];
  expect(await rows(folder, interests)).toEqual(said('chess'));

  web.setDay(1);
  const before = web.requests.length;
  await crawl(quickly(web));
  expect(await rows(folder, interests)).toEqual(said('sailing'));
  const asked = web.requests.slice(before).filter(({ path, status }) => path !== '/robots.txt' && status === 200);
  expect(asked.map(({ path }) => path)).toEqual(['/people/1.rdf']);

  rmSync(join(folder, 'knowledge.db'));
  expect(await rows(folder, interests)).toEqual(said('sailing'));
});

it('every syntax says the same, and the faults of documents are told', async () => {
  const web = await demo({ sites: ['people'], people: 10 });
  const { crawl, workspace: folder } = workspace();
  await crawl(quickly(web));
  const shapes = await rows(
    folder,
    'SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?x a club:Member . ?x ?p ?o } FILTER(?p != foaf:knows) } GROUP BY ?g',
  );
  expect(shapes).toHaveLength(10);
  expect(new Set(shapes.map(([, count]) => count))).toEqual(new Set(['5']));
  expect(await rows(folder, 'SELECT ?label { GRAPH <http://people.example/terms> { club:Member rdfs:label ?label } }')).toEqual([
    ['Member'],
  ]);
  const problems = await rows(
    folder,
    'SELECT ?source { ?r <http://purl.org/net/scutter/source> ?source ; <http://purl.org/net/scutter/latestFetch>/<urn:winnow:vocabulary#problem> ?p } ORDER BY ?source',
  );
  expect(problems.map(([source]) => source)).toEqual(['http://people.example/faulty/broken.rdf', 'http://people.example/faulty/plain.ttl']);
});

it('a context that is not bundled is found as a link, crawled, and used by the next run', async () => {
  const body = JSON.stringify({ '@context': 'http://a.test/words.jsonld', '@id': '#me', name: 'Ann' });
  const inPage = `<!doctype html><title>Bob</title><script type="application/ld+json">${body.replace('Ann', 'Bob')}</script>`;
  const web = await fixture({
    'a.test': {
      '/me.jsonld': tagged(body, 'application/ld+json'),
      '/bob.html': tagged(inPage, 'text/html'),
      '/words.jsonld': tagged('{"@context": {"name": "http://xmlns.com/foaf/0.1/name"}}', 'application/ld+json'),
    },
  });
  const { crawl, workspace: folder } = workspace();
  const definition = { seeds: ['http://a.test/me.jsonld', 'http://a.test/bob.html'], fetch: web.fetch };
  const names = 'SELECT ?name { ?x foaf:name ?name } ORDER BY ?name';
  await crawl(definition);
  expect(web.asked()).toContain('/words.jsonld');
  expect(await rows(folder, names)).toEqual([]);
  await crawl(definition);
  expect(await rows(folder, names)).toEqual([['Ann'], ['Bob']]);
  const before = web.requests.length;
  await crawl(definition);
  expect(await rows(folder, names)).toEqual([['Ann'], ['Bob']]);
  expect(
    web.requests.slice(before).every(({ headers, path }) => /^.(robots|sitemap)/.test(path) || headers['if-none-match'] === '"1"'),
  ).toBe(true);
});

/** With a validator: 304 to whoever has it already. */
function tagged(body: string, type: string): FixturePage {
  const headers = { 'Content-Type': type, ETag: '"1"' };
  return (request) => (request.headers['if-none-match'] === '"1"' ? { status: 304, headers } : { headers, body });
}
