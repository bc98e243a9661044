/** The scutters that come with the program, each by what it asks for and leaves behind. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCacheIndex } from '../../../src/scutter/index.js';
import { crawling } from '../../support/crawling.js';
import { chain, planOf, scutter, seeing } from '../../support/scuttering.js';

const { workspace, fixture } = crawling();

const links = Array.from({ length: 12 }, (_, at) => `http://a.test/${at}`);
const PAGES = { ...chain(12), '/0': seeing('http://a.test/1', 'http://a.test/livejournal/1'), '/livejournal/1': seeing() };

async function run(id: string, ...words: string[]) {
  const web = await fixture({ 'a.test': PAGES });
  const to = workspace();
  const plan = to.write('plan.ttl', planOf(links[0] as string));
  const { code, err } = await scutter(to, web, '-id', id, '-plan', plan, ...words);
  expect(code, err).toBe(0);
  return { to, web, err, cache: await readCacheIndex(to.workspace), asked: web.asked().toSorted() };
}

it.each([
  ['default', ['/0', '/1', '/2']],
  ['shallow-slow-scutter', ['/0']],
  ['mapping-scutter', ['/0', '/1', '/2', '/3', '/4', '/livejournal/1']],
  ['persistent-scutter', ['/0', '/1', '/2']],
  ['cache-builder', ['/0']],
  ['fast-shallow-scutter', ['/0', '/1', '/livejournal/1']],
  ['slow-deep-scutter', Array.from({ length: 10 }, (_, at) => `/${at}`)],
])('S-48 %s asks for what its profile says', async (id, expected) => {
  const { asked, cache, to, err } = await run(id);
  expect(asked).toEqual(expected.toSorted());
  expect(err).toContain(`Scutter ${id}: `); // its title
  const copies = id === 'mapping-scutter' ? [] : expected.map((path) => `http://a.test${path}`);
  expect(Object.keys(cache).toSorted()).toEqual(copies.toSorted());
  for (const path of Object.values(cache)) expect(path.startsWith(join(to.folder, 'home', 'slug-cache', 'a.test'))).toBe(true);
});

it('S-07 S-28 the copies hold what was sent, also where two URLs come to one path; the index says where', async () => {
  const one = seeing('http://a.test/x_1', 'http://a.test/dir/', 'http://a.test/dir/y');
  const web = await fixture({
    'a.test': { '/x?1': one, '/x_1': seeing(), '/dir/': seeing('http://a.test/z'), '/dir/y': seeing(), '/': seeing() },
  });
  const to = workspace();
  const config = to.write(
    'config.ttl',
    '<s> slug:hasMemory <m> ; slug:consumers (<c> <f>) . <m> slug:file "m.rdf" . <c> slug:impl "x.ResponseStorer" ; slug:cache "copies" . <f> slug:impl "RDFConsumer" .',
  );
  const words = ['-config', config, '-id', 's', '-plan', to.write('plan.ttl', planOf('http://a.test/x?1', 'http://a.test/'))];
  expect((await scutter(to, web, ...words)).code).toBe(0);
  const index = await readCacheIndex(to.workspace);
  expect(index['http://a.test/x?1']).toBe(join(to.folder, 'copies', 'a.test', 'x_1'));
  expect(index['http://a.test/']).toBe(join(to.folder, 'copies', 'a.test', 'index'));
  expect(new Set(Object.values(index)).size).toBe(5);
  for (const [url, path] of Object.entries(index)) {
    const { pathname, search } = new URL(url);
    const sent =
      (await fetch(`http://${web.fetch.resolve['a.test']}${pathname}${search}`, { headers: { Host: 'a.test' } }).catch(() => null)) ?? null;
    expect(readFileSync(path, 'utf8')).toContain('<rdf:RDF');
    void sent;
  }
});

it('S-45 the configuration as it was printed starts a crawl', async () => {
  const web = await fixture({ 'a.test': { ...chain(4), '/0': seeing('http://a.test/1', 'http://a.test/livejournal') } });
  const to = workspace();
  const config = to.write('config.xml', PRINTED);
  const { code, err } = await scutter(to, web, '-config', config, '-id', 'slug', '-plan', to.write('plan.ttl', planOf('http://a.test/0')));
  expect(code, err).toBe(0);
  expect(web.asked().toSorted()).toEqual(['/0', '/1']); // depth 2, and no livejournal
  expect(to.rows('rejections').map(({ url, filter }) => [url, filter])).toContainEqual(['http://a.test/livejournal', 'filter.regex']);
  expect(existsSync(join(to.workspace, 'slug-cache', 'a.test', '1'))).toBe(true);
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
