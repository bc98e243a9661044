/** Where a scutter starts: plans, everything it knows, or both. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importMemory } from '../../../src/views/scutter/index.js';
import { crawling } from '../../support/crawling.js';
import { chain, planOf, scutter, seeing, startScutter, type Wish } from '../../support/scuttering.js';
import { until } from '../../support/until.js';

const { workspace, fixture } = crawling();

const SITES = { 'a.test': chain(3), 'b.test': { '/0': seeing('http://b.test/1'), '/1': seeing() } };
const CONFIG = `<s> slug:hasMemory <m> ; slug:consumers <c> ; slug:filters <depth-filter> .
  <m> slug:file "memory.rdf" . <c> slug:impl "RDFConsumer" .`;

it('S-26 a plan alone, freshen alone, both', async () => {
  const web = await fixture(SITES);
  const to = workspace();
  const asked = async (wish: Wish): Promise<string[]> => {
    const before = web.requests.length;
    await scutter(to, web, { config: CONFIG, ...wish });
    const urls = web.requests.slice(before).map(({ url }) => url.replace('http://', ''));
    return urls.filter((url) => !url.endsWith('robots.txt')).toSorted();
  };
  expect(await asked({ plan: ['http://a.test/0'] })).toEqual(['a.test/0', 'a.test/1']); // depth 2
  expect(await asked({ plan: ['http://b.test/0'] })).toEqual(['b.test/0', 'b.test/1']);
  expect(await asked({ plan: ['http://a.test/0'] })).toEqual(['a.test/0', 'a.test/1']); // what is known is visited as well
  expect(await asked({ freshen: true })).toEqual(['a.test/0', 'a.test/1', 'b.test/0', 'b.test/1']);
  const both = await asked({ plan: ['http://a.test/2'], freshen: true });
  expect(both).toEqual(['a.test/0', 'a.test/1', 'a.test/2', 'b.test/0', 'b.test/1']);
});

it('S-26 freshen visits the sources of a memory that the original wrote', async () => {
  const web = await fixture(SITES);
  const to = workspace();
  await scutter(to, web, { config: CONFIG, plan: ['http://a.test/2'] });
  const memory = to.write('old.rdf', '<scutter:Representation><scutter:source rdf:resource="http://b.test/1"/></scutter:Representation>');
  await importMemory(to.workspace, memory);
  await scutter(to, web, { config: CONFIG, freshen: true });
  expect(web.asked('b.test')).toEqual(['/1']);
});

it('S-26 S-25 S-27 a minimal profile runs by the flags of the original: a plan on the web, five workers, a user agent that says who asks', async () => {
  const leaves = Array.from({ length: 12 }, (_, at) => `http://h${at}.test/`);
  const slow = { '/': { ...seeing(), delayMs: 300 } };
  const plan = { '/plan.ttl': { headers: { 'Content-Type': 'text/turtle' }, body: planOf(...leaves) } };
  const web = await fixture({ 'plan.test': plan, ...Object.fromEntries(leaves.map((url) => [new URL(url).host, slow])) });
  const to = workspace();
  const config = to.write('config.ttl', '<s> slug:hasMemory <m> . <m> slug:file "memory.rdf" .');
  const start = (...words: string[]) => startScutter(to, web, '-config', config, '-id', 's', ...words, '--politeness-per-address', '99');
  const run = start('-plan', 'http://plan.test/plan.ttl');
  expect(await run.ended, run.said.err).toBe(0);
  const pages = web.requests.filter(({ path }) => path === '/');
  expect(pages).toHaveLength(12);
  expect(Math.max(...web.requests.map(({ open }) => open))).toBe(5);
  expect(pages[0]?.headers['user-agent']).toMatch(/^Winnow\/.*winnow\.example/);
  const nothing = start();
  expect([await nothing.ended, nothing.said.err]).toEqual([2, expect.stringContaining('-plan FILE or URI, -freshen')]);
  const again = start('-freshen');
  expect(await again.ended, again.said.err).toBe(0);
  expect(web.requests.filter(({ path }) => path === '/')).toHaveLength(24);
});

it('S-16 a crawl that is interrupted leaves its memory, whole and valid', async () => {
  const pages = Object.fromEntries(Object.entries(chain(20)).map(([path, page]) => [path, { ...(page as object), delayMs: 50 }]));
  const web = await fixture({ 'a.test': pages });
  const to = workspace();
  const config = to.write('config.ttl', CONFIG.replace('<depth-filter>', '<single-fetch-filter>'));
  const plan = to.write('plan.ttl', planOf('http://a.test/0'));
  const run = startScutter(to, web, '-config', config, '-id', 's', '-plan', plan, '--delay', '100ms');
  await until(() => web.asked().length >= 3);
  run.child.kill('SIGINT');
  expect(await run.ended).toBe(130);
  const memory = readFileSync(join(to.folder, 'memory.rdf'), 'utf8');
  expect(memory).toMatch(/<\/rdf:RDF>\s*$/);
  for (const path of ['/0', '/1']) expect(memory).toContain(`http://a.test${path}`);
  expect(existsSync(join(to.folder, 'memory.rdf.tmp'))).toBe(false);
});

it('S-47 what is wrong is said before anything is asked', async () => {
  const web = await fixture(SITES);
  const to = workspace();
  const config = '<s> slug:filters <regex-fliter> . <regex-filter> slug:impl "RegexFilter" ; slug:filter "x" .';
  await expect(scutter(to, web, { config, plan: ['http://a.test/0'] })).rejects.toThrow('Did you mean `regex-filter`?');
  await expect(scutter(to, web, { config, id: 't', plan: ['http://a.test/0'] })).rejects.toThrow('has no scutter `t`');
  expect(web.requests).toEqual([]);
});
