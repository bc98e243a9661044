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
