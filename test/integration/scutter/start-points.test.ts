/** Where a scutter starts: plans, everything it knows, or both. */
import { expect, it } from 'vitest';
import { crawling } from '../../support/crawling.js';
import { chain, planOf, scutter, seeing } from '../../support/scuttering.js';

const { workspace, fixture } = crawling();

const SITES = { 'a.test': chain(3), 'b.test': { '/0': seeing('http://b.test/1'), '/1': seeing() } };
const CONFIG = `<s> slug:hasMemory <m> ; slug:consumers <c> ; slug:filters <depth-filter> .
  <m> slug:file "memory.rdf" . <c> slug:impl "RDFConsumer" .`;

it('S-26 a plan alone, freshen alone, both; neither is an error', async () => {
  const web = await fixture(SITES);
  const to = workspace();
  const config = ['-config', to.write('config.ttl', CONFIG), '-id', 's'];
  const [a, b] = [to.write('a.ttl', planOf('http://a.test/0')), to.write('b.ttl', planOf('http://b.test/0'))];
  const asked = async (...words: string[]): Promise<string[]> => {
    const before = web.requests.length;
    const { code, err } = await scutter(to, web, ...config, ...words);
    expect(code, err).toBe(0);
    return web.requests
      .slice(before)
      .map(({ url }) => url.replace('http://', ''))
      .filter((url) => !url.endsWith('robots.txt'))
      .toSorted();
  };
  expect(await asked('-plan', a)).toEqual(['a.test/0', 'a.test/1']); // depth 2
  expect(await asked('-plan', b)).toEqual(['b.test/0', 'b.test/1']);
  expect(await asked('--plan', a)).toEqual(['a.test/0', 'a.test/1']); // what is known is visited as well
  expect(await asked('-freshen')).toEqual(['a.test/0', 'a.test/1', 'b.test/0', 'b.test/1']);
  const c = to.write('c.ttl', planOf('http://a.test/2'));
  expect(await asked('-plan', c, '-freshen')).toEqual(['a.test/0', 'a.test/1', 'a.test/2', 'b.test/0', 'b.test/1']);
  const nothing = await scutter(to, web, ...config);
  expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining('-plan FILE or URI, -freshen')]);
});

it('S-25 S-27 a minimal profile runs by a plan on the web, with five workers and a user agent that says who asks', async () => {
  const leaves = Array.from({ length: 12 }, (_, at) => `http://h${at}.test/`);
  const slow = { '/': { ...seeing(), delayMs: 300 } };
  const plan = { '/plan.ttl': { headers: { 'Content-Type': 'text/turtle' }, body: planOf(...leaves) } };
  const web = await fixture({ 'plan.test': plan, ...Object.fromEntries(leaves.map((url) => [new URL(url).host, slow])) });
  const to = workspace();
  const config = to.write('config.ttl', '<s> a slug:Scutter .');
  const { code, err } = await scutter(
    to,
    web,
    '-config',
    config,
    '-id',
    's',
    '-plan',
    'http://plan.test/plan.ttl',
    '--politeness-per-address',
    '99',
  );
  expect(code, err).toBe(0);
  const pages = web.requests.filter(({ path }) => path === '/');
  expect(pages).toHaveLength(12);
  expect(Math.max(...web.requests.map(({ open }) => open))).toBe(5);
  expect(pages[0]?.headers['user-agent']).toMatch(/^Winnow\/.*winnow\.example/);
});

it('S-44 S-47 what is wrong is said before anything is asked', async () => {
  const web = await fixture(SITES);
  const to = workspace();
  const plan = to.write('plan.ttl', planOf('http://a.test/0'));
  const config = to.write('config.ttl', '<s> slug:filters <regex-fliter> . <regex-filter> slug:impl "RegexFilter" ; slug:filter "x" .');
  const { code, err } = await scutter(to, web, '-config', config, '-id', 's', '-plan', plan);
  expect([code, err]).toEqual([2, expect.stringContaining('Did you mean `regex-filter`?')]);
  expect((await scutter(to, web, '-config', config, '-id', 't', '-plan', plan)).err).toContain('has no scutter `t`');
  expect(web.requests).toEqual([]);
});
