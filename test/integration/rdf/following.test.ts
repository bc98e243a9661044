/** Documents of RDF in a crawl: read once, stored with their version, followed by what the definition names. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { unpackLines } from '../../../src/model/index.js';
import type { TestWorkspace } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';

const { workspace, fixture } = crawling();

const PREFIXES = '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .\n';
const turtle = (body: string) => ({ headers: { 'Content-Type': 'text/turtle' }, body: PREFIXES + body });
const rdfXml = (body: string) => ({
  headers: { 'Content-Type': 'application/rdf+xml' },
  body: `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">${body}</rdf:RDF>`,
});

interface Stored {
  readonly url: string;
  readonly syntax: string;
  readonly count: number;
  readonly lines: string[];
  readonly problems: string[];
}

/** What core.db holds of the current version of each document. */
function storedIn({ workspace: folder }: TestWorkspace): Stored[] {
  const db = new Database(join(folder, 'core.db'), { readonly: true });
  try {
    const rows = db.prepare('SELECT d.identifier AS url, t.* FROM document d JOIN triples t ON t.version = d.version ORDER BY url').all();
    return (rows as (Stored & { quads: Uint8Array; problems: string })[]).map(({ url, syntax, count, quads, problems }) => ({
      url,
      syntax,
      count,
      lines: unpackLines(quads).split('\n'),
      problems: JSON.parse(problems as unknown as string) as string[],
    }));
  } finally {
    db.close();
  }
}

it('S-08 a chain of three documents is followed by rdfs:seeAlso, and each origin is recorded', async () => {
  const web = await fixture({
    'a.test': {
      '/one.ttl': turtle('<> rdfs:seeAlso <two.rdf> ; rdfs:label "one" .'),
      '/two.rdf': rdfXml('<rdf:Description rdf:about=""><rdfs:seeAlso rdf:resource="three.ttl"/></rdf:Description>'),
      '/three.ttl': turtle('<> rdfs:label "three" .'),
    },
  });
  const to = workspace();
  await to.crawl({ seeds: ['http://a.test/one.ttl'], rdf: { follow: ['rdfs:seeAlso'] }, fetch: web.fetch });

  expect(web.asked()).toEqual(['/one.ttl', '/two.rdf', '/three.ttl']);
  expect(storedIn(to)).toMatchObject([
    { url: 'http://a.test/one.ttl', syntax: 'text/turtle', count: 2 },
    { url: 'http://a.test/three.ttl', syntax: 'text/turtle', count: 1, lines: [expect.stringContaining('"three"')] },
    { url: 'http://a.test/two.rdf', syntax: 'application/rdf+xml', count: 1 },
  ]);
  const origins = to.rows('links').map(({ from_url, to_url, rel }) => [from_url, to_url, rel]);
  const property = 'http://www.w3.org/2000/01/rdf-schema#seeAlso';
  expect(origins).toEqual([
    ['http://a.test/one.ttl', 'http://a.test/two.rdf', property],
    ['http://a.test/two.rdf', 'http://a.test/three.ttl', property],
  ]);
});

it('S-10 owl:sameAs is followed where the configuration says so, and nowhere else', async () => {
  const web = await fixture({
    'a.test': {
      '/one.ttl': turtle('<> rdfs:seeAlso <two.ttl> ; owl:sameAs <three.ttl> .'),
      '/two.ttl': turtle('<> rdfs:label "two" .'),
      '/three.ttl': turtle('<> rdfs:label "three" .'),
    },
  });
  await workspace().crawl({ seeds: ['http://a.test/one.ttl'], fetch: web.fetch });
  expect(web.asked()).toEqual(['/one.ttl']);
  await workspace().crawl({ seeds: ['http://a.test/one.ttl'], rdf: { follow: ['owl:sameAs'] }, fetch: web.fetch });
  expect(web.asked().slice(1)).toEqual(['/one.ttl', '/three.ttl']);
});

it('S-32 a statement that is gone from its document is gone from its newest version', async () => {
  const web = await fixture({
    'a.test': {
      '/one.rdf': (_request, earlier) =>
        rdfXml(`<rdf:Description rdf:about="#me"><rdfs:seeAlso rdf:resource="${earlier === 0 ? 'old' : 'new'}"/></rdf:Description>`),
    },
  });
  const to = workspace();
  const definition = { seeds: ['http://a.test/one.rdf'], fetch: web.fetch };
  await to.crawl(definition);
  await to.crawl(definition);
  expect(storedIn(to)).toMatchObject([{ count: 1, lines: [expect.stringContaining('<http://a.test/new>')] }]);
});

it('S-50 the schema of a used vocabulary is fetched and stored too', async () => {
  const web = await fixture({
    'a.test': { '/one.ttl': turtle('<#me> a <http://terms.test/people#Person> ; <http://words.test/v/name> "Ann" .') },
    'terms.test': { '/people': turtle('<#Person> rdfs:label "Person" .') },
    'words.test': { '/v/': turtle('<name> rdfs:label "name" .') },
  });
  const to = workspace();
  const scope = { hosts: ['a.test', 'terms.test', 'words.test'] };
  await to.crawl({ seeds: ['http://a.test/one.ttl'], scope, rdf: { schemas: true }, fetch: web.fetch });
  expect(storedIn(to).map(({ url }) => url)).toEqual(['http://a.test/one.ttl', 'http://terms.test/people', 'http://words.test/v/']);
});

it('S-52 a protected document is read, and a server is asked for RDF first', async () => {
  const web = await fixture({
    'a.test': {
      '/card': ({ headers }) => {
        if (headers.authorization !== `Basic ${Buffer.from('ann:secret').toString('base64')}`)
          return { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="cards"' } };
        return headers.accept?.startsWith('application/rdf+xml')
          ? rdfXml('<rdf:Description rdf:about="#me" rdfs:label="Ann"/>')
          : '<!doctype html><title>A card</title>';
      },
    },
  });
  const to = workspace();
  const credentials = [{ site: 'http://a.test', scheme: 'basic' as const, user: 'ann', password: 'secret' }];
  await to.crawl({ seeds: ['http://a.test/card'], rdf: { accept: true }, fetch: { ...web.fetch, credentials } });
  expect(storedIn(to)).toMatchObject([{ syntax: 'application/rdf+xml', count: 1, lines: [expect.stringContaining('"Ann"')] }]);
});

it('S-56 an HTML page goes through extract, parse and store: JSON-LD, RDFa and an hCard in it become triples', async () => {
  const page = `<!doctype html><html prefix="foaf: http://xmlns.com/foaf/0.1/"><title>Ann</title>
<script type="application/ld+json">{"@context": "https://schema.org", "@id": "#me", "@type": "Person", "name": "Ann"}</script>
<p about="#me" typeof="foaf:Person"><span property="foaf:nick">annie</span></p>
<div class="vcard"><a class="fn url" href="/ann">Ann Example</a>, <span class="adr"><span class="locality">Celje</span></span></div></html>`;
  const web = await fixture({ 'a.test': { '/': page } });
  const to = workspace();
  await to.crawl({ seeds: ['http://a.test/'], fetch: web.fetch });
  const [stored] = storedIn(to);
  const said = stored?.lines.join('\n') ?? '';
  expect(stored?.problems).toEqual([]);
  expect(said).toContain('<http://a.test/#me> <http://schema.org/name> "Ann" .');
  expect(said).toContain('<http://a.test/#me> <http://xmlns.com/foaf/0.1/nick> "annie" .');
  expect(said).toContain('<http://www.w3.org/2006/vcard/ns#fn> "Ann Example" .');
  expect(said).toContain('<http://www.w3.org/2006/vcard/ns#locality> "Celje" .');
});

it('a wrong media type and a parse error are kept as problems, with the line', async () => {
  const web = await fixture({
    'a.test': {
      '/': '<!doctype html><a href="/plain.ttl">1</a><a href="/broken.ttl">2</a>',
      '/plain.ttl': { headers: { 'Content-Type': 'text/plain' }, body: `${PREFIXES}<> rdfs:label "x" .` },
      '/broken.ttl': turtle('<> rdfs:label "x" .\n<> broken'),
    },
  });
  const to = workspace();
  await to.crawl({ seeds: ['http://a.test/'], fetch: web.fetch });
  expect(storedIn(to)).toMatchObject([
    { url: 'http://a.test/broken.ttl', count: 0, problems: [expect.stringMatching(/line 3/)] },
    { url: 'http://a.test/plain.ttl', count: 1, problems: ['served as text/plain, is text/turtle'] },
  ]);
});

/** A plug-in as a user writes it, without help of the program's own. */
const plugin = (kind: string, name: string, method: string): string =>
  `export const ${name.replace('-', '')} = { kind: '${kind}', name: '${name}', about: '', options: { safeParse: (data) => ({ success: true, data }) }, ${method} };\n`;

it('S-59 a plug-in finds links in statements that no setting names', async () => {
  const web = await fixture({
    'a.test': { '/one.ttl': turtle('<> <http://a.test/v#next> "/two.ttl" .'), '/two.ttl': turtle('<> rdfs:label "two" .') },
  });
  const to = workspace();
  const scan = `scan: (page) => (page.statements?.quads ?? []).filter((q) => q.predicate.value.endsWith('#next')).map((q) => ({ url: 'http://a.test' + q.object.value }))`;
  to.write('scanner.mjs', plugin('scanner', 'next', scan));
  await to.crawl({ seeds: ['http://a.test/one.ttl'], plugins: ['./scanner.mjs'], scanners: ['next'], fetch: web.fetch });
  expect(web.asked()).toEqual(['/one.ttl', '/two.ttl']);
});

it('S-11 a document is parsed once: every consumer is handed the same statements', async () => {
  const web = await fixture({ 'a.test': { '/one.ttl': turtle('<> rdfs:label "one" .') } });
  const to = workspace();
  const consume = `consume: ({ page }) => { const seen = (globalThis.seen ??= new Set()); seen.add(page.statements.quads); return { parsed: seen.size, quads: page.statements.quads.length }; }`;
  to.write('consumers.mjs', plugin('consumer', 'first', consume) + plugin('consumer', 'second', consume));
  await to.crawl({ seeds: ['http://a.test/one.ttl'], plugins: ['./consumers.mjs'], consumers: ['first', 'second'], fetch: web.fetch });
  const metadata = JSON.parse(String(to.rows('pages')[0]?.['metadata'])) as Record<string, unknown>;
  expect([metadata['first'], metadata['second']]).toEqual([
    { parsed: 1, quads: 1 },
    { parsed: 1, quads: 1 },
  ]);
});
