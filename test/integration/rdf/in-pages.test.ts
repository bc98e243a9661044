/** Pages that say something as RDF, each in its way: crawled, stored and asked for. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { askKnowledge } from '../../../src/assembly/index.js';
import { query } from '../../../src/views/sparql/index.js';
import { crawling } from '../../support/crawling.js';

const { workspace, fixture } = crawling();
const folder = mkdtempSync(join(tmpdir(), 'in-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

const STYLESHEET = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:h="http://www.w3.org/1999/xhtml"
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <xsl:template match="/">
    <rdf:RDF><xsl:for-each select="//h:li[@class='book']">
      <rdf:Description rdf:about="#{@id}"><dc:title><xsl:value-of select="."/></dc:title></rdf:Description>
    </xsl:for-each></rdf:RDF>
  </xsl:template>
</xsl:stylesheet>`;

const html = (body: string) => ({ headers: { 'Content-Type': 'text/html' }, body });

const PAGES = {
  '/grddl': html(`<html><head profile="http://www.w3.org/2003/g/data-view"><title>Shelf & more</title>
    <link rel="transformation" href="http://b.test/glean.xsl"><ul><li class=book id=a>Tea<li class=book id=b>Caf&eacute; <b>noir<li>no book</ul>`),
  '/hcard': html('<!DOCTYPE html><title>C</title><div class="vcard"><span class="fn">Ann Lee</span></div>'),
  '/hcalendar': html('<!DOCTYPE html><title>E</title><div class="vevent"><span class="summary">Fair</span></div>'),
  '/rdfa': html(
    '<!DOCTYPE html><title>R</title><p vocab="http://xmlns.com/foaf/0.1/" typeof="Person"><span property="name">Bob</span></p>',
  ),
  '/json-ld': html(
    '<!DOCTYPE html><title>J</title><script type="application/ld+json">{"@context": "https://schema.org", "@type": "Person", "name": "Cleo"}</script>',
  ),
  '/foreign': html('<!DOCTYPE html><title>F</title><link rel="transformation" href="http://b.test/unknown.xsl"><p>Words.'),
};

function problemsIn(workspaceFolder: string): string[] {
  const db = new Database(join(workspaceFolder, 'core.db'), { readonly: true });
  try {
    return (db.prepare('SELECT problems FROM triples').all() as { problems: string }[]).flatMap(
      ({ problems }) => JSON.parse(problems) as string[],
    );
  } finally {
    db.close();
  }
}

it('S-57 GRDDL in broken HTML, microformats, RDFa and JSON-LD in HTML become triples in the store', async () => {
  const web = await fixture({ 'a.test': PAGES });
  const to = workspace();
  const file = join(folder, 'glean.xsl');
  writeFileSync(file, STYLESHEET);
  const seeds = Object.keys(PAGES).map((path) => `http://a.test${path}`);
  await to.crawl({ seeds, fetch: web.fetch, rdf: { transformations: [{ url: 'http://b.test/glean.xsl', file }] } });

  const said = await askKnowledge(to.workspace, (source) => {
    const result = query(
      source,
      'SELECT ?g ?p ?o { GRAPH ?g { ?s ?p ?o FILTER(isLiteral(?o)) } FILTER(STRSTARTS(STR(?g), "http://a.test/")) }',
    );
    return result.kind === 'bindings' ? [...result.rows].map(({ g, p, o }) => [g?.value, p?.value, o?.value].join(' ')) : [];
  });
  expect(said).toEqual(
    expect.arrayContaining([
      'http://a.test/grddl http://purl.org/dc/elements/1.1/title Tea',
      'http://a.test/grddl http://purl.org/dc/elements/1.1/title Café noir',
      'http://a.test/hcard http://www.w3.org/2006/vcard/ns#fn Ann Lee',
      'http://a.test/hcalendar http://www.w3.org/2002/12/cal/icaltzd#summary Fair',
      'http://a.test/rdfa http://xmlns.com/foaf/0.1/name Bob',
      'http://a.test/json-ld http://schema.org/name Cleo',
    ]),
  );
  expect(said.filter((line) => line.includes('no book'))).toEqual([]);
  expect(web.asked().toSorted()).toEqual(Object.keys(PAGES).toSorted()); // no stylesheet was fetched
  expect(problemsIn(to.workspace)).toEqual([expect.stringContaining('http://b.test/unknown.xsl is not at hand')]);
});
