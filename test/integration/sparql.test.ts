/** winnow sparql on a crawl: the real store, the real threads, the program as people run it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataFactory } from 'n3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorkspaceKnowledge } from '../../src/backends/index.js';
import { type FixtureWeb, makeTestWorkspace, startFixtureWeb, type TestWorkspace } from '../../src/testing/index.js';
import { runCli, startCli } from '../support/run-cli.js';
import { until } from '../support/until.js';

let web: FixtureWeb;
let ws: TestWorkspace;

beforeAll(async () => {
  web = await startFixtureWeb({
    'site.test': { '/': () => ({ headers: { 'content-type': 'text/html' }, body: '<title>Home</title><p>Words.' }) },
  });
  ws = makeTestWorkspace();
  await ws.crawl({ seeds: ['http://site.test/'], fetch: web.fetch, search: { index: false } });
  remember();
});

afterAll(async () => {
  await web.close();
  ws.remove();
});

/** Two documents that say something. */
function remember(): void {
  const { store, close } = openWorkspaceKnowledge(ws.workspace);
  const { quad, namedNode, literal } = DataFactory;
  const named = (graph: string, name: string) =>
    quad(namedNode(`${graph}#me`), namedNode('http://x/name'), literal(name), namedNode(graph)) as never;
  store.write((write) => write.add([named('http://a.test/', 'Ann'), named('http://b.test/', 'Bob')]));
  close();
}

const sparql = (...args: string[]) => runCli(['sparql', ws.workspace, ...args], ws.workspace);

it('prints a table, or what is asked for', async () => {
  const query = 'PREFIX : <http://x/> SELECT ?name ?g { GRAPH ?g { ?x :name ?name } } ORDER BY ?name';
  expect(await sparql(query)).toEqual({
    code: 0,
    err: '',
    out: 'name  g\n────  ──────────────\nAnn   http://a.test/\nBob   http://b.test/\n',
  });
  expect((await sparql(query, '--format', 'csv')).out).toBe('name,g\r\nAnn,http://a.test/\r\nBob,http://b.test/\r\n');
});

it('S-33 FROM <uri> of a stored document is answered from the store', async () => {
  expect((await sparql('SELECT ?n FROM <http://b.test/> { ?x <http://x/name> ?n }', '--format', 'csv')).out).toBe('n\r\nBob\r\n');
});

it('runs any .rq file, with a value for a variable', async () => {
  const file = join(ws.workspace, 'my.rq');
  writeFileSync(file, 'SELECT ?who ?name { ?who <http://x/name> ?name }');
  const { out } = await runCli(['sparql', '-w', ws.workspace, '--file', file, '--param', 'who=http://a.test/#me', '--json'], ws.workspace);
  expect(JSON.parse(out)).toMatchObject({ results: { bindings: [{ who: { value: 'http://a.test/#me' }, name: { value: 'Ann' } }] } });
});

it('shows where a query is wrong', async () => {
  const { code, err } = await sparql('SELECT ?x\nWHERE { ?x ?y }');
  expect([code, err]).toEqual([2, expect.stringContaining('line 2, column 15')]);
  expect(err).toContain('\nWHERE { ?x ?y }\n              ^');
});

it('changes what the crawl knows when it may', async () => {
  const insert = 'INSERT DATA { GRAPH <urn:notes> { <urn:a> <http://x/name> "Carl" } }';
  expect((await sparql(insert)).err).toContain('--update');
  expect((await sparql('--update', insert)).out).toBe('{"added":1,"removed":0}\n');
  expect((await sparql('CONSTRUCT WHERE { ?s <http://x/name> "Carl" }')).out).toContain('<urn:a>');
});

it('asks a store somewhere else: a server of ours, with the token it wants', async () => {
  const served = startCli(['serve', '-w', ws.workspace, '--port', '0', '--token', 'sesame-sesame-sesame', '--json'], ws.workspace);
  await until(() => served.said.out.includes('}'));
  const { url } = JSON.parse(served.said.out) as { url: string };
  const ask = (environment: Record<string, string>) =>
    runCli(
      ['sparql', '--endpoint', `${url}sparql`, 'SELECT ?n { GRAPH <http://b.test/> { ?x <http://x/name> ?n } }', '--format', 'csv'],
      ws.workspace,
      environment,
    );
  try {
    expect(await ask({ WINNOW_ENDPOINT_TOKEN: 'sesame-sesame-sesame' })).toMatchObject({ code: 0, out: 'n\r\nBob\r\n' });
    expect(await ask({})).toMatchObject({ out: '', err: expect.stringContaining('The remote store answered 401') });
  } finally {
    served.child.kill('SIGINT');
    await served.ended;
  }
});

it('knows the prefixes that everybody writes', async () => {
  const { out, err } = await sparql(
    'SELECT ?n { ?x rdfs:label|foaf:name|<http://x/name> ?n FILTER(datatype(?n) = xsd:string) } ORDER BY ?n',
    '--format',
    'csv',
  );
  expect([out.startsWith('n\r\nAnn\r\nBob\r\n'), err]).toEqual([true, '']); // a later one may have come by an update
});
