import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nQuadLines } from './n-quads.js';
import { type RdfReading, readRdf } from './read-rdf.js';
import { tidy } from './tidy.js';
import { type TransformationOptions, transformationsOf } from './transformations.js';

const folder = mkdtempSync(join(tmpdir(), 'grddl-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PAGE_URL = 'http://a.test/page';
const STYLE_URL = 'http://a.test/style.xsl';

const stylesheet = (body: string, before = ''): string =>
  `${before}<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:h="http://www.w3.org/1999/xhtml"
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/terms/">${body}</xsl:stylesheet>`;

/** One statement about the document, its value as given. */
const saying = (value: string): string =>
  `<xsl:template match="/"><rdf:RDF><rdf:Description rdf:about=""><dc:title>${value}</dc:title></rdf:Description></rdf:RDF></xsl:template>`;

const TITLES = stylesheet(saying('<xsl:value-of select="/h:html/h:head/h:title"/>'));
const PAGE = `<html><head profile="http://www.w3.org/2003/g/data-view"><title>Tea &amp; scones</title><link rel=transformation href="style.xsl"><body><p>Hi`;

function transform(
  text: string,
  body: string,
  more: Partial<TransformationOptions> = { url: STYLE_URL },
  type = 'text/html',
): Promise<RdfReading> {
  const file = join(folder, 'style.xsl');
  writeFileSync(file, text);
  const transformations = transformationsOf([{ file, ...more }]);
  return readRdf({ bytes: Buffer.from(body), contentType: type, url: PAGE_URL, transformations });
}

const title = (value: string): string => `<${PAGE_URL}> <http://purl.org/dc/terms/title> "${value}" .`;

describe('GRDDL', () => {
  it.each([
    ['a link in the head', PAGE, 'Tea & scones'],
    ['an anchor in the body', '<title>Bare</title><p><a href="/style.xsl" rel="nofollow transformation">data</a>', 'Bare'],
    ['a page without end tags, with entities and wrong names', `${PAGE}<b <i>&nbsp;<o:p 1x="y" a:b="c">\u0001<br>`, 'Tea & scones'],
    ['a base', '<base href="http://a.test/x/"><title>B</title><link href="../style.xsl" rel="transformation">', 'B'],
  ])('applies what is named by %s', async (_name, body, value) => {
    const { quads, problems, syntax } = await transform(TITLES, body);
    expect([problems, syntax]).toEqual([[], 'GRDDL']);
    expect(quads.map(({ object }) => object.value)).toEqual([value]);
  });

  it('applies what XML names at its root, and what belongs to its namespace', async () => {
    const style = stylesheet(saying('<xsl:value-of select="//*[local-name()=\'name\']"/>'));
    const xml = `<g:shop xmlns:g="http://shop.test/" xmlns:d="http://www.w3.org/2003/g/data-view#" d:transformation="style.xsl"><g:name>Öl</g:name></g:shop>`;
    expect(nQuadLines((await transform(style, xml, { url: STYLE_URL }, 'application/xml')).quads)).toEqual([title('Öl')]);
    const byNamespace = await transform(style, xml.replace('style.xsl', ''), { url: 'http://shop.test/' }, 'application/shop+xml');
    expect(nQuadLines(byNamespace.quads)).toEqual([title('Öl')]);
  });

  it('reads XHTML that is called XML as a page', async () => {
    const page = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title><link rel="transformation" href="style.xsl"/></head></html>`;
    expect(nQuadLines((await transform(TITLES, page, { url: STYLE_URL }, 'application/xml')).quads)).toEqual([title('X')]);
  });

  it('applies what is configured for a URL, a media type or a profile', async () => {
    const page = '<head profile="http://p.test/one http://p.test/two"><title>T</title>';
    for (const how of [{ match: 'http://a.test/*' }, { match: 'text/html' }, { match: '/^http:.+page$/' }, { url: 'https://p.test/two' }])
      expect(nQuadLines((await transform(TITLES, page, how)).quads), JSON.stringify(how)).toEqual([title('T')]);
    expect((await transform(TITLES, page, { match: 'http://b.test/*' })).quads).toEqual([]);
  });

  it('takes what comes out in other syntaxes', async () => {
    const style = stylesheet(
      `<xsl:output method="text"/><xsl:template match="/">@prefix dc: &lt;http://purl.org/dc/terms/&gt; . &lt;&gt; dc:title "T" .</xsl:template>`,
    );
    expect(nQuadLines((await transform(style, PAGE)).quads)).toEqual([title('T')]);
  });

  it('says which transformation is missing, and what to do', async () => {
    const { quads, problems } = await readRdf({ bytes: Buffer.from(PAGE), contentType: 'text/html', url: PAGE_URL });
    expect(quads).toEqual([]);
    expect(problems).toEqual([
      expect.stringMatching(/^GRDDL: the transformation http:\/\/a\.test\/style\.xsl is not at hand.*rdf\.transformations/),
    ]);
  });
});

const NESTED = `${'<xsl:for-each select="$all">'.repeat(9)}<xsl:if test="count($all) = 0">x</xsl:if>${'</xsl:for-each>'.repeat(9)}`;
const LAUGHS = `<!DOCTYPE x [<!ENTITY a0 "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join('')}]>`;
const RECURSION = '<xsl:template match="/" name="again"><xsl:call-template name="again"/></xsl:template>';
const DOUBLING = `<xsl:template match="/" name="more"><xsl:param name="s" select="'aaaaaaaaaaaaaaaa'"/><xsl:call-template name="more"><xsl:with-param name="s" select="concat($s, $s)"/></xsl:call-template></xsl:template>`;

describe('hostile stylesheets', () => {
  it.each([
    ['a loop without end', stylesheet(`<xsl:variable name="all" select="document('')//node()"/>${saying(NESTED)}`), /longer than 5 s/],
    ['a recursion without end', stylesheet(RECURSION), /too deep or takes too much memory|recursion|depth/i],
    ['a text that doubles', stylesheet(DOUBLING), /memory|Failed to evaluate/],
    ['a file', stylesheet(saying(`<xsl:copy-of select="document('file:///etc/passwd')"/>`)), /asks for file:\/\/\/etc\/passwd/],
    ['the network', stylesheet(saying(`<xsl:copy-of select="document('http://127.0.0.1:9/x')"/>`)), /asks for http:\/\/127\.0\.0\.1:9\/x/],
    ['an import', stylesheet(`<xsl:import href="other.xsl"/>${saying('x')}`), /asks for http:\/\/a\.test\/other\.xsl/],
    ['an include', stylesheet(`<xsl:include href="file:///etc/hosts"/>${saying('x')}`), /asks for file:\/\/\/etc\/hosts/],
    ['a billion laughs', stylesheet(saying('&a9;'), LAUGHS), /amplification/],
    ['no stylesheet', '<nope', /parser error/],
    ['no RDF', stylesheet('<xsl:template match="/"><p/></xsl:template>'), /no RDF/],
  ])('%s is a problem that is said, and harms nobody', async (_name, text, problem) => {
    const { quads, problems } = await transform(text, PAGE);
    expect(quads).toEqual([]);
    expect(problems).toEqual([expect.stringMatching(problem)]);
  });

  it('an entity of a file is empty', async () => {
    const text = stylesheet(saying('&file;'), '<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]>');
    expect(JSON.stringify((await transform(text, PAGE)).quads)).not.toContain('root:');
  });

  it('one that failed does not spoil the next', async () => {
    const files = [stylesheet(RECURSION), TITLES].map((text, at) => {
      const file = join(folder, `both-${at}.xsl`);
      writeFileSync(file, text);
      return { file, match: '*' };
    });
    const { quads, problems } = await readRdf({
      bytes: Buffer.from('<title>Two</title>'),
      contentType: 'text/html',
      url: PAGE_URL,
      transformations: transformationsOf(files),
    });
    expect([nQuadLines(quads), problems.length]).toEqual([[title('Two')], 1]);
  });
});

describe('tidy', () => {
  it('puts head and body where they belong, and leaves out what XML cannot hold', () => {
    expect(tidy('<!-- c --><title>T</title><!-- d --><meta name=a><p>1<p>2<x:y z:w=1 ok>&lt;</x:y>').xhtml).toBe(
      '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title><meta name="a"></meta></head><body><p>1</p><p>2<y ok="">&lt;</y></p></body></html>',
    );
  });

  it('ends what the next one ends, though text is marked in it', () => {
    const { xhtml } = tidy('<ul><li><b>1<li><i>2<ul><li>3</ul></i>4</ul><p><b>5<p>6');
    expect(xhtml.slice(xhtml.indexOf('<body>'))).toBe(
      '<body><ul><li><b>1</b></li><li><i>2<ul><li>3</li></ul></i>4</li></ul><p><b>5</b></p><p>6</p></body></html>',
    );
  });

  it('keeps what stands deep, without the elements around it', () => {
    const { xhtml } = tidy(`${'<div>'.repeat(3000)}top`);
    expect([xhtml.split('<div>').length, xhtml.includes('top')]).toEqual([201, true]);
  });

  it('a tower of elements is a problem that is said at once', async () => {
    const { problems } = await transform(TITLES, `${PAGE}${'<div>'.repeat(1_000_000)}`);
    expect(problems).toEqual(['GRDDL: Elements are nested deeper than 5000 levels.']);
  });
});
