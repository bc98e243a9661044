/** The SPARQL protocol on a real server, asked by plain requests and by the clients people use. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SparqlEndpointFetcher } from 'fetch-sparql-endpoint';
import SparqlClient from 'sparql-http-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type SparqlLimits, SparqlService } from '../../../src/views/sparql/index.js';
import { serving, type TestServer } from '../../support/serving.js';

const DATA = `@prefix : <http://example.org/> .
:unnamed :in :nothing .
<http://a.example/me> { :ann :name "Ann"@en ; :knows :bob ; :age 41 . }
<http://b.example/me> { :bob :name "Bob" ; :knows :ann . }`;

/** Every node leads to every other one. */
const DENSE = Array.from({ length: 60 }, (_, from) =>
  Array.from({ length: 60 }, (_, to) => `<urn:n${from}> <urn:to> <urn:n${to}> .`).join('\n'),
).join('\n');

const start = serving();
const OPENER = new URL('../../support/knowledge/memory-opener.mjs', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'winnow-sparql-'));
const services: SparqlService[] = [];
/** For all that is not about limits: its processes are started once. */
const shared = new SparqlService({ opener: OPENER });
const small = new SparqlService({ opener: OPENER, limits: { bytes: 1_000_000, text: 20_000 } });

beforeAll(() => {
  for (const [name, data] of [
    ['people', DATA],
    ['dense', DENSE],
  ] as const) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'core.db'), '');
    writeFileSync(join(folder, name, 'knowledge.trig'), data);
  }
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});
afterAll(async () => {
  await shared.close();
  await small.close();
  rmSync(folder, { recursive: true });
});

function endpoint(allowUpdate = false, limits: Partial<SparqlLimits> | null = null, memory = 256): Promise<TestServer> {
  const service = limits ? new SparqlService({ opener: OPENER, limits, memory }) : shared;
  if (limits) services.push(service);
  return start([join(folder, 'people'), join(folder, 'dense')], { sparql: { service, allowUpdate } });
}

/** Where little is too much. One for all: whatever a query does, it is there for the next. */
function smallEndpoint(): Promise<TestServer> {
  return start([join(folder, 'people'), join(folder, 'dense')], { sparql: { service: small, allowUpdate: false } });
}

const NAMES = 'SELECT ?name { ?x <http://example.org/name> ?name } ORDER BY ?name';
const at = (server: TestServer, name = 'people') => `${server.url}/api/v1/crawls/${name}/sparql`;
const form = (values: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(values) });
const ask = (url: string, query: string, headers: Record<string, string> = {}) =>
  fetch(`${url}?query=${encodeURIComponent(query)}`, { headers });

interface Problem {
  readonly error: { readonly code: string; readonly message: string };
}

describe('the protocol', () => {
  it('takes a query in the address, in a form and as a body', async () => {
    const server = await endpoint();
    const answers = await Promise.all([
      ask(at(server), NAMES),
      fetch(at(server), form({ query: NAMES })),
      fetch(at(server), { method: 'POST', headers: { 'content-type': 'application/sparql-query' }, body: NAMES }),
    ]);
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/sparql-results+json; charset=utf-8']);
      const { results } = (await answer.json()) as { results: { bindings: { name: { value: string } }[] } };
      expect(results.bindings.map(({ name }) => name.value)).toEqual(['Ann', 'Bob']);
    }
  });

  it.each([
    ['application/sparql-results+xml', 'application/sparql-results+xml', '<literal xml:lang="en">Ann</literal>'],
    ['text/csv;q=0.5, text/tab-separated-values', 'text/tab-separated-values', '"Ann"@en'],
    ['text/csv', 'text/csv', 'Ann\r\n'],
    ['*/*', 'application/sparql-results+json', '"value":"Ann"'],
  ])('answers %s with %s', async (accept, type, part) => {
    const answer = await ask(at(await endpoint()), NAMES, { accept });
    expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    expect(await answer.text()).toContain(part);
  });

  it('refuses a format that no answer can have', async () => {
    const answer = await ask(at(await endpoint()), NAMES, { accept: 'image/png' });
    expect([answer.status, ((await answer.json()) as Problem).error.message]).toEqual([406, expect.stringContaining('text/csv')]);
  });

  it('asks only the graphs that the request names', async () => {
    const server = await endpoint();
    const graph = (parameter: string, value: string) => `&${parameter}=${encodeURIComponent(value)}`;
    const url = `${at(server)}?format=csv&query=${encodeURIComponent(NAMES)}${graph('default-graph-uri', 'http://b.example/me')}`;
    expect(await (await fetch(url)).text()).toBe('name\r\nBob\r\n');
  });

  it('S-33 FROM <uri> of a stored document is answered without network', async () => {
    const server = await endpoint();
    const answer = await ask(at(server), `SELECT ?name FROM <http://a.example/me> { ?x <http://example.org/name> ?name }`, {
      accept: 'text/csv',
    });
    expect(await answer.text()).toBe('name\r\nAnn\r\n');
  });

  it('says where a query is wrong', async () => {
    const answer = await ask(at(await endpoint()), 'SELECT ?x {\n ?x foo:bar }');
    expect([answer.status, ((await answer.json()) as Problem).error]).toEqual([
      400,
      { code: 'syntax', message: expect.stringContaining('line 2') },
    ]);
  });

  it.each([
    [
      'two queries',
      {
        method: 'POST',
        body: new URLSearchParams([
          ['query', NAMES],
          ['query', NAMES],
        ]),
      },
      400,
    ],
    ['a form with neither', form({ other: 'x' }), 400],
    ['a body of another type', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: NAMES }, 415],
    ['a page of another site', { ...form({ query: NAMES }), headers: { origin: 'http://evil.example' } }, 403],
  ])('refuses %s', async (_case, init, status) => {
    expect((await fetch(at(await endpoint()), init)).status).toBe(status);
  });

  it('describes itself when nothing is asked', async () => {
    const answer = await fetch(at(await endpoint()), { headers: { accept: 'text/turtle' } });
    expect(answer.headers.get('content-type')).toContain('text/turtle');
    expect(await answer.text()).toContain('sd:UnionDefaultGraph');
  });

  it('is in the contract', async () => {
    const server = await endpoint();
    const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: Record<string, unknown> };
    expect(Object.keys(paths)).toContain('/api/v1/crawls/{name}/sparql');
  });
});

describe('updates', () => {
  const INSERT = 'INSERT DATA { GRAPH <urn:notes> { <urn:a> <http://example.org/name> "Carl" } }';

  it('are refused unless they are allowed', async () => {
    const answer = await fetch(at(await endpoint()), form({ update: INSERT }));
    expect([answer.status, ((await answer.json()) as Problem).error.message]).toEqual([403, expect.stringContaining('--allow-update')]);
  });

  it('change what a crawl knows', async () => {
    const server = await endpoint(true);
    expect(await (await fetch(at(server), form({ update: INSERT }))).json()).toEqual({ added: 1, removed: 0 });
    expect(await (await ask(at(server), NAMES, { accept: 'text/csv' })).text()).toContain('Carl');
    const remove = { method: 'POST', headers: { 'content-type': 'application/sparql-update' }, body: 'DROP GRAPH <urn:notes>' };
    expect(await (await fetch(at(server), remove)).json()).toEqual({ added: 0, removed: 1 });
  });

  it('LOAD and SERVICE are switched off', async () => {
    const server = await endpoint(true);
    const load = await fetch(at(server), form({ update: 'LOAD <http://example.org/x>' }));
    expect(((await load.json()) as Problem).error).toEqual({
      code: 'not-allowed',
      message: expect.stringContaining('LOAD is switched off'),
    });
    const service = await ask(at(server), 'SELECT * { SERVICE <http://example.org/sparql> { ?s ?p ?o } }');
    expect(((await service.json()) as Problem).error.message).toContain('SERVICE is switched off');
  });
});

describe('clients', () => {
  it('fetch-sparql-endpoint works', async () => {
    const server = await endpoint(true);
    const client = new SparqlEndpointFetcher();
    const names: string[] = [];
    for await (const row of await client.fetchBindings(at(server), NAMES))
      names.push((row as unknown as { name: { value: string } }).name.value);
    expect(names).toEqual(['Ann', 'Bob']);
    expect(await client.fetchAsk(at(server), 'ASK { ?x <http://example.org/age> 41 }')).toBe(true);
    let count = 0;
    for await (const _ of await client.fetchTriples(at(server), 'CONSTRUCT WHERE { ?s <http://example.org/knows> ?o }')) count++;
    expect(count).toBe(2);
  });

  it('sparql-http-client works', async () => {
    const server = await endpoint(true);
    const client = new SparqlClient({ endpointUrl: at(server), updateUrl: at(server) });
    const names: string[] = [];
    for await (const row of client.query.select(NAMES)) names.push((row as { name: { value: string } }).name.value);
    expect(names).toEqual(['Ann', 'Bob']);
    await client.query.update('INSERT DATA { <urn:x> <urn:y> 1 }');
    expect(await client.query.ask('ASK { <urn:x> <urn:y> 1 }')).toBe(true);
    await client.query.update('DELETE DATA { <urn:x> <urn:y> 1 }');
    expect(await client.query.ask('ASK { <urn:x> <urn:y> 1 }')).toBe(false);
  });
});

describe('limits: the query is ended with a clear error, and others are answered', () => {
  it.each([
    ['a cartesian product', 'SELECT (COUNT(?d) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . FILTER(?a != ?d) }', /too-slow|too-much-memory/],
    ['a product that is sorted', 'SELECT * { { ?a ?b ?c } { ?d ?e ?f } } ORDER BY ?f', /too-slow|too-much-memory/],
    ['brackets without end', `SELECT * { FILTER(${'('.repeat(800_000)}1) }`, /too-(deep|long)/],
  ])('%s', async (_case, query, code) => {
    const server = await endpoint(false, { time: 5000, held: 200_000, length: 850_000 });
    const slow = fetch(at(server, 'dense'), { method: 'POST', headers: { 'content-type': 'application/sparql-query' }, body: query });
    const other = await ask(at(server), NAMES, { accept: 'text/csv' });
    expect(await other.text(), String(server.errors)).toContain('Ann');
    const answer = await slow;
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(((await answer.json()) as Problem).error.code).toMatch(code);
  });

  const doubled = (times: number): string =>
    `BIND("xxxxxxxx" AS ?v0) ${Array.from({ length: times }, (_, at) => `BIND(CONCAT(?v${at}, ?v${at}) AS ?v${at + 1})`).join(' ')}`;
  const pair = '?a ?b ?c . ?d ?e ?f';
  const product = `${pair} BIND(CONCAT(?v9, STR(?a), STR(?c), STR(?d), STR(?f)) AS ?k)`;

  it.each([
    ['a text that doubles', `SELECT * { ${doubled(40)} }`],
    ['a text of many parts', `SELECT (CONCAT(${Array(1000).fill('?v9').join(', ')}) AS ?x) { ${doubled(9)} }`],
    [
      'many texts in one row',
      `SELECT ?v9 { ${doubled(9)} ${Array.from({ length: 300 }, (_, n) => `BIND(CONCAT(?v9, "${n}") AS ?w${n})`).join(' ')} }`,
    ],
    ['a long row', `SELECT * { ${doubled(9)} ${Array.from({ length: 30 }, (_, n) => `BIND(?v9 AS ?w${n})`).join(' ')} }`],
    ['REPLACE of each character', `SELECT (REPLACE(?v9, "x", ?v9) AS ?x) { ${doubled(9)} }`],
    ['REPLACE with what was found', `SELECT (REPLACE(?v9, ".*x", "${'$0'.repeat(100)}") AS ?x) { ${doubled(9)} }`],
    ['ENCODE_FOR_URI', `SELECT (ENCODE_FOR_URI(?v11) AS ?x) { ${doubled(11).replace('xxxxxxxx', '€€€€€€€€')} }`],
    ['UCASE', `SELECT (UCASE(?v12) AS ?x) { ${doubled(12).replace('xxxxxxxx', 'ΐΐΐΐΐΐΐΐ')} }`],
    ['IRI', `SELECT (IRI(CONCAT("urn:", ?v12)) AS ?x) { ${doubled(12)} BIND(IRI(CONCAT("urn:", ?v12, ?v12, ?v12)) AS ?y) }`],
    ['GROUP_CONCAT', `SELECT (GROUP_CONCAT(CONCAT(STR(?a), STR(?d))) AS ?x) { ${pair} }`],
    ['long keys of groups', `SELECT ?k (COUNT(*) AS ?n) { ${doubled(9)} ${product} } GROUP BY ?k`],
    ['long texts that are the greatest', `SELECT (MAX(?k) AS ?m) { ${doubled(9)} ${product} } GROUP BY ?a ?c ?d ?f`],
    ['long texts, each once', `SELECT DISTINCT ?k { ${doubled(9)} ${product} } OFFSET 1000000`],
    ['rows, each counted once', `SELECT (COUNT(DISTINCT *) AS ?n) { ${pair} }`],
    ['long texts in order', `SELECT ?k { ${doubled(9)} ${product} } ORDER BY ?k`],
    [
      'lists of values',
      `SELECT * { ${[1, 2, 3, 4].map((n) => `VALUES ?a${n} { ${'1 2 3 4 5 6 7 8 9 0 '.repeat(3)} }`).join(' ')} } ORDER BY ?a1`,
    ],
    ['sub-queries', `SELECT * { { SELECT ?a ?k { ${doubled(9)} ${product} } } { SELECT ?g { ?g ?h ?i } } } ORDER BY ?g`],
    ['a path', 'SELECT (COUNT(DISTINCT *) AS ?n) { ?a <urn:to>* ?b . ?c <urn:to>+ ?d }'],
    ['a pattern', `SELECT * { ${doubled(11)} FILTER(REGEX("x", ?v11)) }`],
    ['a template', `CONSTRUCT { ?a <urn:p> ?k } { ${doubled(9)} ${product} }`],
  ])('%s', async (_case, query) => {
    const server = await smallEndpoint();
    const answer = await fetch(at(server, 'dense'), form({ query }));
    const { error } = (await answer.json()) as Problem;
    expect([answer.status, error.code]).toEqual([503, 'too-much-memory']);
    expect(error.message).toMatch(/more than \d+/);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await (await ask(at(server), NAMES, { accept: 'text/csv' })).text()).toContain('Ann');
  });

  it('a process that dies costs its own query, and the next one is answered', async () => {
    const service = new SparqlService({ opener: OPENER, limits: { held: 1e9, bytes: 1e12, text: 1e12 }, memory: 64 });
    services.push(service);
    const server = await start([join(folder, 'people'), join(folder, 'dense')], { sparql: { service, allowUpdate: false } });
    const killed = await ask(at(server, 'dense'), `SELECT * { ${doubled(25)} ?a ?b ?c . ?d ?e ?f } ORDER BY ?f`);
    expect([killed.status, ((await killed.json()) as Problem).error.code]).toEqual([503, 'too-much-memory']);
    expect((await ask(at(server), NAMES)).status).toBe(200);
  });

  it('a request that is too large', async () => {
    const server = await endpoint();
    const large = fetch(at(server, 'dense'), form({ query: `SELECT * { FILTER(${'('.repeat(500_000)}1) }` })).catch(() => null);
    const other = await ask(at(server), NAMES, { accept: 'text/csv' });
    expect(await other.text(), String(server.errors.map((error) => (error as Error).stack))).toContain('Ann');
    expect((await large)?.status ?? 413).toBe(413);
  });

  it('a closure of closures on a dense graph ends with its answer', async () => {
    const server = await endpoint(false, { time: 5000 });
    const answer = await ask(at(server, 'dense'), 'SELECT (COUNT(*) AS ?n) { <urn:n1> (<urn:to>*)* ?x }', { accept: 'text/csv' });
    expect(await answer.text()).toBe('n\r\n60\r\n');
  });

  it('a regular expression that would explode elsewhere does not here', async () => {
    const server = await endpoint(false, { time: 3000 });
    const answer = await ask(at(server), `ASK { FILTER(REGEX("${'a'.repeat(5000)}!", "^(a+)+$")) }`);
    expect(await answer.json()).toMatchObject({ boolean: false });
  });

  it('a process that takes too much memory is ended', async () => {
    const server = await endpoint(false, { held: 1e9, time: 1e6 }, 64); // memory ends it, however slow the machine is
    const answer = await ask(at(server, 'dense'), 'SELECT * { ?a ?b ?c . ?d ?e ?f } ORDER BY ?f');
    expect(((await answer.json()) as Problem).error.code).toBe('too-much-memory');
    expect((await ask(at(server), NAMES)).status).toBe(200);
  });

  it('more rows than allowed break the answer off', async () => {
    const server = await endpoint(false, { rows: 100 });
    const answer = await ask(at(server, 'dense'), 'SELECT * { ?s ?p ?o }', { accept: 'text/csv' });
    expect([answer.status, ((await answer.json()) as Problem).error.code]).toEqual([400, 'too-many-rows']);
  });
});
