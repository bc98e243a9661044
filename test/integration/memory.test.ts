/** The memory of real crawls: as a graph that reports and queries see, as a file, and taken in from others. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askKnowledge, loadScutter, sparqlOverWorkspaces, writeMemory } from '../../src/assembly/index.js';
import { makeProgram } from '../../src/cli/program.js';
import type { Terminal } from '../../src/cli/terminal.js';
import { readRdf } from '../../src/read/rdf/index.js';
import type { FixtureAnswer, FixturePages } from '../../src/testing/index.js';
import { importedSources, importMemory } from '../../src/views/scutter/index.js';
import { query } from '../../src/views/sparql/index.js';
import { crawling } from '../support/crawling.js';
import { serving } from '../support/serving.js';

const { workspace, fixture } = crawling();
const serve = serving();
const SEE_ALSO = 'http://www.w3.org/2000/01/rdf-schema#seeAlso';

const turtle = (body: string, headers: Record<string, string> = {}): FixtureAnswer => ({
  headers: { 'Content-Type': 'text/turtle', ...headers },
  body: `@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . ${body}`,
});

const leading = (...paths: string[]): FixtureAnswer => turtle(paths.map((path) => `<> rdfs:seeAlso <${path}> .`).join(' '));

async function rows(folder: string, text: string): Promise<Record<string, string>[]> {
  const prefixes =
    'PREFIX s: <http://purl.org/net/scutter/> PREFIX dc: <http://purl.org/dc/elements/1.1/> PREFIX w: <urn:winnow:vocabulary#> ';
  return askKnowledge(folder, (source) => {
    const result = query(source, prefixes + text);
    if (result.kind !== 'bindings') throw new Error('Ask for rows.');
    return [...result.rows].map((row) => Object.fromEntries(Object.entries(row).map(([name, { value }]) => [name, value])));
  });
}

/** In this process; returns what was printed. */
async function cli(...words: string[]): Promise<string> {
  const printed: string[] = [];
  const [name = ''] = words;
  const terminal: Terminal = {
    print: (text) => printed.push(text),
    remark: () => {},
    live: () => {},
    style: (_style, text) => text,
    isLive: false,
    width: 100,
  };
  const program = await makeProgram(terminal, () => {}, name);
  await program.parseAsync(words, { from: 'user' });
  return printed.join('\n');
}

const definition = (pages: Awaited<ReturnType<typeof fixture>>, more: object = {}) => ({
  seeds: ['http://a.test/start.ttl'],
  fetch: pages.fetch,
  rdf: { follow: [SEE_ALSO] },
  ...more,
});

const WEB: FixturePages = {
  '/start.ttl': leading('/b.ttl', '/c.ttl', '/broken.ttl', '/missing', '/error'),
  '/b.ttl': leading('/d.ttl', '/c.ttl#it'),
  '/c.ttl': (request) => {
    const answer = turtle('<> rdfs:seeAlso </d.ttl> .', { ETag: 'W/"a-1"', 'Last-Modified': 'some day, 2005' });
    return request.headers['if-none-match'] === 'W/"a-1"' ? { status: 304, headers: { ETag: 'W/"a-1"' } } : answer;
  },
  '/d.ttl': turtle('<#d> rdfs:label "D" .'),
  '/broken.ttl': { headers: { 'Content-Type': 'text/turtle' }, body: '<a> <b> .' },
  '/error': { status: 500 },
};

/** Arcs of a Pajek file, by the last part of both names. */
function edgesIn(pajek: string): string[] {
  const names = new Map([...pajek.matchAll(/^(\d+) ".*\/(.*?)"/gm)].map(([, number, name]) => [number, name]));
  return [...pajek.matchAll(/^(\d+) (\d+)/gm)].map(([, from, to]) => `${names.get(from)} ${names.get(to)}`);
}

describe('the memory of three crawls', () => {
  it('S-17 S-18 S-19 S-20 S-22 S-24 has one Representation a source, all fetches, the latest among them, reasons and origins', async () => {
    const web = await fixture({ 'a.test': WEB });
    const ws = workspace();
    for (let run = 1; run <= 3; run++) {
      await ws.crawl(definition(web, { fetch: { ...web.fetch, retries: 0 } }));
      if (run < 3) await rows(ws.workspace, 'SELECT * { ?r s:source ?o }'); // so that the later ones are added to what is there
    }
    const counts = await rows(
      ws.workspace,
      `SELECT ?source (COUNT(DISTINCT ?r) AS ?representations) (COUNT(DISTINCT ?f) AS ?fetches) (COUNT(DISTINCT ?l) AS ?latest)
       { ?r a s:Representation ; s:source ?source . OPTIONAL { ?r s:fetch ?f } OPTIONAL { ?r s:latestFetch ?l } } GROUP BY ?source ORDER BY ?source`,
    );
    expect(counts.filter(({ representations, latest }) => representations !== '1' || latest !== '1')).toEqual([]);
    expect(counts.find(({ source }) => source === 'http://a.test/c.ttl')).toMatchObject({ fetches: '3' });
    const newest = await rows(
      ws.workspace,
      'SELECT ?date { ?r s:source <http://a.test/c.ttl> ; s:fetch ?f ; s:latestFetch ?f . ?f dc:date ?date . FILTER NOT EXISTS { ?r s:fetch/dc:date ?other FILTER(?other > ?date) } }',
    );
    expect(newest).toHaveLength(1);
    expect(newest[0]?.['date']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
    const told = await rows(
      ws.workspace,
      `SELECT ?status ?type ?etag ?modified ?count { ?r s:source <http://a.test/c.ttl> ; s:fetch ?f . ?f dc:date ?date ; s:status ?status .
       OPTIONAL { ?f s:contentType ?type } OPTIONAL { ?f s:etag ?etag } OPTIONAL { ?f s:lastModified ?modified } OPTIONAL { ?f s:rawTripleCount ?count } } ORDER BY ?date`,
    );
    expect(told[0]).toEqual({ status: '200', type: 'text/turtle', etag: 'W/"a-1"', modified: 'some day, 2005', count: '1' });
    expect(told.slice(1)).toMatchObject([{ status: '304' }, { status: '304' }]);
    const asked = web.requests.filter(({ path }) => path === '/c.ttl').map(({ headers }) => headers);
    expect(asked[1]).toMatchObject({ 'if-none-match': 'W/"a-1"', 'if-modified-since': 'some day, 2005' });
    const skipped = await rows(ws.workspace, 'SELECT ?source ?why { ?r s:source ?source ; s:skip/dc:description ?why } ORDER BY ?source');
    expect(skipped).toContainEqual({ source: 'http://a.test/missing', why: '404, Not Found' });
    const origins = await rows(ws.workspace, 'SELECT ?from { ?r s:source <http://a.test/d.ttl> ; s:origin ?from } ORDER BY ?from');
    expect(origins).toEqual([{ from: 'http://a.test/b.ttl' }, { from: 'http://a.test/c.ttl' }]);
    const network = join(ws.folder, 'origins.net');
    await cli('graph', 'export', '--full', '-w', ws.workspace, '-o', network);
    expect(edgesIn(readFileSync(network, 'utf8'))).toEqual(expect.arrayContaining(['b.ttl d.ttl', 'c.ttl d.ttl', 'start.ttl c.ttl']));
    const history = join(ws.folder, 'history.csv');
    await cli(
      'report',
      'history-of-resource',
      '--param',
      'source=http://a.test/missing',
      '-w',
      ws.workspace,
      '-o',
      history,
      '--format',
      'csv',
    );
    expect(readFileSync(history, 'utf8')).toMatch(/fetch,404,.*"404, Not Found"[\s\S]*skip,,,,"404, Not Found"/);
    expect(await cli('report', 'list-errors', '-w', ws.workspace, '-o', join(ws.folder, 'errors.csv'), '--format', 'csv')).toBe('');
    expect(readFileSync(join(ws.folder, 'errors.csv'), 'utf8')).toContain('"500, Internal Server Error"');
  });

  it('S-40 lists broken links and RDF that cannot be read, with the pages that link there', async () => {
    const web = await fixture({
      'a.test': {
        ...WEB,
        '/b.ttl': leading('/plain.ttl'),
        '/plain.ttl': { ...turtle('<#a> rdfs:label "a" .', { 'Content-Type': 'text/plain' }) },
      },
    });
    const ws = workspace();
    await ws.crawl(definition(web, { fetch: { ...web.fetch, retries: 0 } }));
    const file = join(ws.folder, 'problems.json');
    await cli('report', 'publishing-problems', '-w', ws.workspace, '-o', file, '--format', 'json');
    const { results } = JSON.parse(readFileSync(file, 'utf8')) as { results: { bindings: Record<string, { value: string }>[] } };
    const problems = results.bindings.map((row) => [row['kind']?.value, row['source']?.value, row['linkedFrom']?.value]);
    expect(problems).toContainEqual(['broken link', 'http://a.test/missing', 'http://a.test/start.ttl']);
    expect(problems).toContainEqual(['broken link', 'http://a.test/error', 'http://a.test/start.ttl']);
    expect(problems).toContainEqual(['RDF', 'http://a.test/broken.ttl', 'http://a.test/start.ttl']);
    expect(problems).toContainEqual(['RDF', 'http://a.test/plain.ttl', 'http://a.test/b.ttl']);
  });

  it('S-16 is a file that is whole when a crawl was stopped, in RDF/XML and in Turtle', async () => {
    const stop = new AbortController();
    const stopping = () => {
      stop.abort();
      return leading('/d.ttl');
    };
    const web = await fixture({ 'a.test': { ...WEB, '/b.ttl': stopping } });
    const ws = workspace();
    const file = join(ws.folder, 'memory.rdf');
    await ws.crawl(definition(web, { scutter: { memory: file } }), { stop: stop.signal });
    const turtleFile = join(ws.folder, 'memory.ttl');
    await writeMemory(ws.workspace, turtleFile);
    const read = (path: string, contentType: string) => readRdf({ bytes: readFileSync(path), contentType, url: 'http://file.test/' });
    const [xml, ttl] = [await read(file, 'application/rdf+xml'), await read(turtleFile, 'text/turtle')];
    expect(xml.problems).toEqual([]);
    expect(xml.quads.map(({ object }) => object.value)).toContain('http://a.test/start.ttl');
    expect(xml.quads).toHaveLength(ttl.quads.length);
  });
});

const SAMPLE = `
<scutter:Representation>
  <scutter:source rdf:resource="http://example.org/doc.rdf"/>
  <scutter:origin rdf:resource="http://example.org/from.rdf"/>
  <scutter:latestFetch><scutter:Fetch>
    <dc:date>2006-02-27T14:46:29+0000</dc:date><scutter:status>304</scutter:status><scutter:etag>"1"</scutter:etag>
  </scutter:Fetch></scutter:latestFetch>
  <scutter:fetch><scutter:Fetch>
    <dc:date>2006-02-27T14:14:49+0000</dc:date><scutter:status>304</scutter:status>
  </scutter:Fetch></scutter:fetch>
  <scutter:fetch><scutter:Fetch>
    <dc:date>2006-02-27T14:05:12+0000</dc:date><scutter:status>200</scutter:status><scutter:contentType>text/xml</scutter:contentType>
    <scutter:lastModified>Thu, 16 Jun 2005 12:47:03
GMT</scutter:lastModified><scutter:rawTripleCount>107</scutter:rawTripleCount>
  </scutter:Fetch></scutter:fetch>
  <scutter:localCopy>c:\\temp\\cache\\doc.rdf</scutter:localCopy>
</scutter:Representation>
<scutter:Representation>
  <scutter:source rdf:resource="http://example.org/gone.rdf"/>
  <scutter:skip><scutter:Reason><dc:description>410, Gone</dc:description><dc:date>2006-02-27T14:05:12+0000</dc:date></scutter:Reason></scutter:skip>
</scutter:Representation>`;

const PRINTED = `PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX dc: <http://purl.org/dc/elements/1.1/>
PREFIX scutter: <http://purl.org/net/scutter/>
SELECT ?date ?status ?contentType ?rawTripleCount
WHERE
{
  ?representation scutter:fetch ?fetch.
  ?fetch dc:date ?date.
  OPTIONAL { ?fetch scutter:status ?status. }
  OPTIONAL { ?fetch scutter:contentType ?contentType. }
  OPTIONAL { ?fetch scutter:rawTripleCount ?rawTripleCount. }
  ?representation scutter:source <http://example.org/doc.rdf>.
}
ORDER BY DESC(?date)
`;

describe('a memory of the original', () => {
  it('S-34 is taken in as it was printed, and the printed query gives its three fetches, newest first', async () => {
    const ws = workspace(); // nothing was ever crawled
    const memory = ws.write('memory.xml', SAMPLE);
    expect(await cli('scutter', 'memory', 'import', memory, '-w', ws.workspace)).toContain('2 sources and 3 fetches');
    const [asked, answer] = [ws.write('list-fetches.rq', PRINTED), join(ws.folder, 'answer.csv')];
    await cli('report', asked, '-w', ws.workspace, '-o', answer, '--format', 'csv');
    expect(readFileSync(answer, 'utf8').trim().split('\r\n')).toEqual([
      'date,status,contentType,rawTripleCount',
      '2006-02-27T14:46:29+00:00,304,,',
      '2006-02-27T14:14:49+00:00,304,,',
      '2006-02-27T14:05:12+00:00,200,text/xml,107',
    ]);
    await cli('report', 'list-fetches', '--param', 'source=http://example.org/doc.rdf', '-w', ws.workspace, '-o', answer);
    expect(readFileSync(answer, 'utf8')).toMatch(/304[\s\S]*304[\s\S]*200[\s\S]*text\/xml[\s\S]*107/);
    expect(importedSources(ws.workspace)).toEqual(['http://example.org/doc.rdf']);
    const { loaded } = await loadScutter({ id: 'default', plans: [], freshen: true, workspace: ws.workspace, flags: {} });
    expect(JSON.stringify(loaded.definition.seeds)).toContain('http://example.org/doc.rdf');
    expect(JSON.stringify(loaded.definition.seeds)).not.toContain('gone.rdf');
  });

  it('replaces the one of the same name, and a file that is none is refused', async () => {
    const ws = workspace();
    mkdirSync(ws.workspace, { recursive: true });
    const file = ws.write('old.xml', SAMPLE);
    await importMemory(ws.workspace, file);
    writeFileSync(file, SAMPLE.replace('gone.rdf', 'other.rdf').replace(/<scutter:skip>.*<\/scutter:skip>/, ''));
    await importMemory(ws.workspace, file);
    expect(importedSources(ws.workspace)).toEqual(['http://example.org/doc.rdf', 'http://example.org/other.rdf']);
    await expect(importMemory(ws.workspace, ws.write('none.ttl', '<a> <b> <c> .'))).rejects.toThrow('is not a memory');
  });
});

it('S-60 winnow export dataset and winnow import dataset take a store from one workspace to another', async () => {
  const web = await fixture({ 'a.test': WEB });
  const [ws, other] = [workspace(), workspace()];
  await ws.crawl(definition(web, { fetch: { ...web.fetch, retries: 0 } }));
  const dump = join(ws.folder, 'dump');
  const written = JSON.parse(
    await cli('export', 'dataset', '-w', ws.workspace, '-o', dump, '--as', 'nquads,trig', '--per-source', '--json'),
  ) as {
    quads: number;
    sources: number;
  };
  const loaded = JSON.parse(await cli('import', 'dataset', join(dump, 'dataset.trig'), '-w', other.workspace, '--json')) as object;
  expect(loaded).toEqual({ quads: written.quads, sources: written.sources });
  expect(written.sources).toBeGreaterThan(4);
});

it('S-34 S-24 the server lists the reports, answers them by name, and shows the history of a source', async () => {
  const web = await fixture({ 'a.test': WEB });
  const ws = workspace();
  await ws.crawl(definition(web, { fetch: { ...web.fetch, retries: 0 } }));
  const service = sparqlOverWorkspaces();
  const server = await serve([ws.workspace], { sparql: { service, allowUpdate: false } });
  const get = async (path: string) => (await fetch(server.url + path)).text();
  try {
    const reports = '/api/v1/crawls/crawl/reports';
    expect((JSON.parse(await get(reports)) as { name: string }[]).map((report) => report.name)).toContain('list-errors');
    expect(await get(`${reports}/list-origins-of-resource?format=csv&source=${encodeURIComponent('http://a.test/d.ttl')}`)).toBe(
      'origin\r\nhttp://a.test/b.ttl\r\nhttp://a.test/c.ttl\r\n',
    );
    expect(await get(`${reports}/list-origins-of-resource`)).toContain('needs the parameter source');
    expect(await get('/reports')).toContain('list-mimetypes');
    const page = await get('/reports?report=history-of-resource&source=http%3A%2F%2Fa.test%2Fmissing');
    expect(page).toContain('404, Not Found');
    expect(page).toContain('<bdi>skip</bdi>');
  } finally {
    await service.close();
  }
});

it('tells where copies lie and what robots.txt closed, and the API unites what has one mailbox', async () => {
  const person = (name: string) => turtle(`<#${name}> <http://xmlns.com/foaf/0.1/mbox> <mailto:x@y.test> ; rdfs:label "${name}" .`);
  const web = await fixture({
    'a.test': {
      '/robots.txt': { headers: { 'Content-Type': 'text/plain' }, body: 'User-agent: *\nDisallow: /closed\n' },
      '/start.ttl': leading('/one.ttl', '/two.ttl', '/closed.ttl'),
      '/one.ttl': person('one'),
      '/two.ttl': person('two'),
    },
  });
  const ws = workspace();
  await ws.crawl(definition(web, { scutter: { cache: join(ws.folder, 'cache') } }));
  const copies = await rows(ws.workspace, 'SELECT ?path { ?r s:source <http://a.test/one.ttl> ; s:localCopy ?path }');
  expect(copies.map(({ path = '' }) => readFileSync(path, 'utf8'))).toEqual([person('one').body]);
  expect(await rows(ws.workspace, 'SELECT ?why { ?r s:source <http://a.test/closed.ttl> ; s:skip/dc:description ?why }')).toHaveLength(1);
  const service = sparqlOverWorkspaces();
  try {
    const server = await serve([ws.workspace], { sparql: { service, allowUpdate: false } });
    const asked = 'SELECT (COUNT(DISTINCT ?who) AS ?n) { ?who <http://xmlns.com/foaf/0.1/mbox> <mailto:x@y.test> }';
    const count = async (more: string) =>
      (await (await fetch(`${server.url}/sparql?format=csv&query=${encodeURIComponent(asked)}${more}`)).text()).trim();
    expect([await count(''), await count('&smush=1')]).toEqual(['n\r\n2', 'n\r\n1']);
  } finally {
    await service.close();
  }
});
