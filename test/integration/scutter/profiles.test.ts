/** Scutters by what they ask for and leave behind: those that come with the program, and configurations of one's own. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FixtureAnswer } from '../../../src/testing/index.js';
import { readCacheIndex } from '../../../src/views/scutter/index.js';
import { crawling } from '../../support/crawling.js';
import { runCli } from '../../support/run-cli.js';
import { chain, scutter, seeing } from '../../support/scuttering.js';

const { workspace, fixture } = crawling();

const PAGES = { ...chain(12), '/0': seeing('http://a.test/1', 'http://a.test/livejournal/1'), '/livejournal/1': seeing() };

it.each([
  ['default', ['/0', '/1', '/2']],
  ['shallow-slow-scutter', ['/0']],
  ['mapping-scutter', ['/0', '/1', '/2', '/3', '/4', '/livejournal/1']],
  ['persistent-scutter', ['/0', '/1', '/2']],
  ['cache-builder', ['/0']],
  ['fast-shallow-scutter', ['/0', '/1', '/livejournal/1']],
  ['slow-deep-scutter', Array.from({ length: 10 }, (_, at) => `/${at}`)],
])('S-48 %s asks for what its profile says, and keeps it or not', async (id, expected) => {
  const web = await fixture({ 'a.test': PAGES });
  const to = workspace();
  await scutter(to, web, { id, plan: ['http://a.test/0'] });
  expect(web.asked().toSorted()).toEqual(expected.toSorted());
  const cache = await readCacheIndex(to.workspace);
  const copies = id === 'mapping-scutter' ? [] : expected.map((path) => `http://a.test${path}`);
  expect(Object.keys(cache).toSorted()).toEqual(copies.toSorted());
  for (const path of Object.values(cache)) expect(path.startsWith(join(to.workspace, 'slug-cache', 'a.test'))).toBe(true);
});

it('S-07 S-28 S-29 S-30 copies hold what was sent, also where URLs come to one path; a mapping of them is read without a network', async () => {
  const pages = {
    '/x?1': seeing('http://a.test/x_1', 'http://a.test/dir/', 'http://a.test/dir/y'),
    '/x_1': seeing('http://a.test/x?1'),
    '/dir/': seeing(),
    '/dir/y': seeing(),
    '/': seeing(),
  };
  const web = await fixture({ 'a.test': pages });
  const to = workspace();
  const config = `<s> slug:hasMemory <m> ; slug:consumers (<c> <f>) . <m> slug:file "memory.rdf" .
    <c> slug:impl "x.ResponseStorer" ; slug:cache "copies" . <f> slug:impl "RDFConsumer" .`;
  await scutter(to, web, { config, plan: ['http://a.test/x?1', 'http://a.test/'] });
  const index = await readCacheIndex(to.workspace);
  expect(index['http://a.test/x?1']).toBe(join(to.folder, 'copies', 'a.test', 'x_1'));
  expect(index['http://a.test/']).toBe(join(to.folder, 'copies', 'a.test', 'index'));
  expect(new Set(Object.values(index)).size).toBe(5);
  for (const [path, page] of Object.entries(pages))
    expect(readFileSync(index[`http://a.test${path}`] ?? '', 'utf8')).toBe((page as FixtureAnswer).body);
  expect(readFileSync(join(to.folder, 'memory.rdf'), 'utf8')).toContain(join('copies', 'a.test', 'x_1'));

  const mapping = await runCli(['scutter', 'mapping', '-w', to.workspace, '-o', 'mapping.ttl'], to.folder);
  expect(mapping.code, mapping.err).toBe(0);
  const before = web.requests.length;
  const offline = ['--mapping', 'mapping.ttl', '--offline'];
  const mapped = await runCli(['scutter', 'load', 'http://a.test/x?1', ...offline], to.folder);
  expect(mapped.out).toContain('<http://a.test/x?1#it> <http://www.w3.org/2000/01/rdf-schema#seeAlso> <http://a.test/dir/> .');
  const other = await runCli(['scutter', 'load', 'http://a.test/other', ...offline], to.folder);
  expect([other.code, other.err]).toEqual([2, expect.stringContaining('not mapped')]);
  expect(web.requests).toHaveLength(before);
});

it('S-30 what is not mapped is asked of the network', async () => {
  const web = await fixture({ 'a.test': { '/x.rdf': seeing('http://a.test/y') } });
  const to = workspace();
  const hosts = ['--resolve', `a.test=${web.fetch.resolve['a.test']}`, '--allow-addresses', '127.0.0.1'];
  const { code, out, err } = await runCli(['scutter', 'load', 'http://a.test/x.rdf', ...hosts, '--json'], to.folder);
  expect(code, err).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    from: 'http://a.test/x.rdf',
    quads: expect.arrayContaining([expect.stringContaining('<http://a.test/y>')]),
  });
  expect(web.requests[0]?.headers.accept).toContain('application/rdf+xml');
});

it('S-43 S-46 components of your own read their properties, in the order of the Seq', async () => {
  const web = await fixture({ 'a.test': { '/0': seeing() } });
  const plugins = [new URL('../../support/plugins/consumers.ts', import.meta.url).pathname];
  const order: string[][] = [];
  for (const names of ['First Second', 'Second First']) {
    const to = workspace();
    const log = join(to.folder, 'log.txt');
    const [one, two] = names.split(' ');
    const config = `<s> slug:consumers [ a rdf:Seq ; rdf:_2 <b> ; rdf:_1 <a> ] . <a> slug:impl "org.mine.${one}" ; <http://mine.test/log> "${log}" .
      <b> slug:impl "org.mine.${two}" ; <http://mine.test/log> "${log}" .`;
    await scutter(to, web, { config, plan: ['http://a.test/0'], plugins });
    const lines = readFileSync(log, 'utf8').split('\n');
    order.push(lines.filter((line) => line.includes('/0')).map((line) => line.split(' ')[0] as string));
  }
  expect(order).toEqual([
    ['first', 'second'],
    ['second', 'first'],
  ]);
});

it('S-10 owl:sameAs is followed by configuration alone', async () => {
  const body =
    '<#a> <http://www.w3.org/2002/07/owl#sameAs> <http://a.test/same> ; <http://www.w3.org/2000/01/rdf-schema#seeAlso> <http://a.test/see> .';
  const web = await fixture({
    'a.test': { '/0': { headers: { 'Content-Type': 'text/turtle' }, body }, '/same': seeing(), '/see': seeing() },
  });
  const config = '<s> slug:consumers <c> . <c> slug:impl "RDFConsumer" ; slug:property owl:sameAs .';
  await scutter(workspace(), web, { config, plan: ['http://a.test/0'] });
  expect(web.asked()).toEqual(['/0', '/same']);
});

it('S-44 S-45 the configuration as it was printed starts a crawl; so does one with a memory in a database', async () => {
  const web = await fixture({ 'a.test': { ...chain(4), '/0': seeing('http://a.test/1', 'http://a.test/livejournal') } });
  const to = workspace();
  await scutter(to, web, { config: PRINTED, id: 'slug', plan: ['http://a.test/0'] });
  expect(web.asked().toSorted()).toEqual(['/0', '/1']); // depth 2, and no livejournal
  expect(to.rows('rejections').map(({ url, filter }) => [url, filter])).toContainEqual(['http://a.test/livejournal', 'filter.regex']);
  expect(existsSync(join(to.workspace, 'slug-cache', 'a.test', '1'))).toBe(true);
  const inDatabase = '<s> slug:hasMemory <db> . <db> slug:dbURL "jdbc:mysql://localhost/x" ; slug:modelURI <urn:x> .';
  const end = await scutter(workspace(), web, { config: `<s> slug:workers 1 . ${inDatabase}`, plan: ['http://a.test/0'] });
  expect(end.state).toBe('finished');
});

const PRINTED = `<slug:Scutter rdf:about="slug">
  <slug:hasMemory rdf:resource="memory"/>
  <slug:workers>10</slug:workers>
  <slug:consumers><rdf:Seq><rdf:li rdf:resource="storer"/><rdf:li rdf:resource="rdf-consumer"/></rdf:Seq></slug:consumers>
  <slug:filters><rdf:Seq>
    <rdf:li rdf:resource="single-fetch-filter"/><rdf:li rdf:resource="depth-filter"/><rdf:li rdf:resource="regex-filter"/>
  </rdf:Seq></slug:filters>
</slug:Scutter>
<slug:Memory rdf:about="memory"><slug:file>c:\\workspace\\memory.rdf</slug:file></slug:Memory>
<slug:Consumer rdf:about="storer"><slug:impl>com.example.http.ResponseStorer</slug:impl><slug:cache>c:\\temp\\slug-cache</slug:cache></slug:Consumer>
<slug:Consumer rdf:about="rdf-consumer"><slug:impl>com.example.http.RDFConsumer</slug:impl></slug:Consumer>
<slug:Filter rdf:about="regex-filter"><slug:impl>com.example.http.RegexFilter</slug:impl><slug:filter>livejournal</slug:filter></slug:Filter>`;
