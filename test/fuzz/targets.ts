/** What meets text and bytes of strangers, with inputs in order to begin with, and the errors each may throw. */
import { definitionFromInput, parseDuration, parseSize } from '../../src/definition/index.js';
import * as office from '../../src/demo-web/office-files.js';
import { examineMetaInfo } from '../../src/document-groups/index.js';
import { parseLegacySettings } from '../../src/document-groups/legacy/read-settings.js';
import { decodeText, detectCharset, detectLanguage, READERS, read, readFeed, sniffType } from '../../src/extract/index.js';
import { Cookies } from '../../src/fetch/cookies.js';
import { parseRobots } from '../../src/fetch/index.js';
import { parseResponseHead } from '../../src/fetch/response-head.js';
import { compileExpression, compileTemplate, parseContent } from '../../src/fields/index.js';
import { readMediaType } from '../../src/ingest/receive/media-type.js';
import { findIdentifiers, IDENTIFIER_KINDS, parseAnyDate, parseIdentifier, parseUrl } from '../../src/model/index.js';
import { readRdf } from '../../src/rdf/index.js';
import { readSitemap } from '../../src/sources/index.js';
import { DEFAULT_LIMITS } from '../../src/sparql/limits.js';
import { parseSparql } from '../../src/sparql/parse.js';
import { parseMessageHead } from '../../src/store/archive/reading/http-message.js';
import { parseFields } from '../../src/store/archive/reading/record-fields.js';
import { parseQuery } from '../../src/store/search/query.js';

export interface Target {
  readonly name: string;
  readonly seeds: readonly Uint8Array[];
  /** How many of a thousand inputs: cheap ones have more. */
  readonly share: number;
  run(bytes: Buffer): unknown;
  /** Names of errors that say what is wrong with an input. */
  readonly throws?: readonly string[];
}

const URL = 'https://page.example/folder/page';
const bytesOf = (...texts: readonly string[]): Uint8Array[] => texts.map((text) => Buffer.from(text));

const PAGE = `<!doctype html><html lang=de prefix="og: http://ogp.me/ns#"><head><meta charset=utf-8><base href="/b/"><title>Seite | Amt</title>
<meta property="og:title" content="A"><meta name=robots content="noindex, max-snippet:3"><meta http-equiv=refresh content="5; url=/next"><link rel=canonical href="?x=1">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","author":{"name":"B"},"datePublished":"2024-05-17"}</script>
<style>a{background:url("x.png")} @import 'y.css';</style></head><body vocab="http://schema.org/" typeof="Article"><h1 property="name">Titel</h1>
<div itemscope itemtype="http://schema.org/Event"><time itemprop="startDate" datetime="2024-05-17T10:00">17. Mai 2024</time></div>
<img srcset="a.png 1x, b.png 2x" alt=c><a href="mailto:a@b.example" onclick="location.href='/c'">Weiter</a><table><tr><td>1<td>2</table>
<p>Generated in 0.03 seconds, 1.234 Besucher. Session ID: 9f3a8b7c6d</p><svg><title>s</title></svg><iframe src=//x.example></iframe></body></html>`;
const RSS = `<?xml version="1.0"?><rss version="2.0"><channel><title>T</title><item><title>A &amp; B</title><link>/a</link><pubDate>Fri, 15 Sep 2006 08:19:53 EDT</pubDate><description><![CDATA[<p>x</p>]]></description></item></channel></rss>`;
const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><id>urn:1</id><link href="b"/><updated>2024-05-17T10:00:00Z</updated><content type="xhtml"><div>y</div></content></entry></feed>`;
const SITEMAP = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://page.example/folder/a?b&amp;c</loc><lastmod>2024-05-17</lastmod><priority>0.5</priority></url></urlset>`;
const ROBOTS = `# a\nUser-agent: *\nDisallow: /private/*.pdf$\nAllow: /private/ok\nCrawl-delay: 2\nRequest-rate: 1/5m 0600-0845\nUser-agent: winnow\nUser-agent: b\nDisallow: /%7Ea*b*c\nSitemap: /s.xml\n`;
const TURTLE = `@prefix ex: <http://e.example/> .\nex:a a ex:B ; ex:c "d"@en, """l\nm"""^^ex:T , 1.5e3 ; ex:e [ ex:f ( 1 2 ex:g ) ] .\n`;
const JSON_LD = `{"@context":{"n":"http://e.example/n","k":{"@id":"n:k","@type":"@id"}},"@id":"_:b","n":["a",{"@value":"b","@language":"de"}],"k":{"@graph":[{"@id":"c"}]}}`;
const RDF_XML = `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e.example/"><rdf:Description rdf:about="a"><e:b rdf:parseType="Collection"><e:C/></e:b><e:d xml:lang="fr">x</e:d></rdf:Description></rdf:RDF>`;
const SPARQL = `PREFIX e: <http://e.example/>\nSELECT DISTINCT ?a (COUNT(?b) AS ?n) WHERE { ?a e:p/e:q* ?b . OPTIONAL { ?b e:r "x"@de } FILTER(REGEX(STR(?b), "^a.*$", "i") && ?n > 3) { SELECT * { ?s ?p ?o } LIMIT 5 } } GROUP BY ?a HAVING (?n > 1) ORDER BY DESC(?n) LIMIT 10`;
const UPDATE = `INSERT DATA { GRAPH <urn:g> { <urn:a> <urn:b> 'c'^^<urn:d> } } ; DELETE { ?s ?p ?o } WHERE { ?s ?p ?o MINUS { ?s a <urn:x> } }`;
const GROUP = `<?xml version="1.0" encoding="utf-8"?><documentgroup xmlns="http://tempuri.org/documentgroup.xsd" crawler="c" date="2014-01-16T06:55:18" lang="de" format="text/html" filename="a.zip" identifier="i" operation="Add" type="1"><document identifier="d" url="http://a.example/" format="text/html" file="a.html" date="2014-01-16T06:55:18"/></documentgroup>`;
const SETTINGS = `<?xml version="1.0"?><configuration><appSettings><add key="Timeout" value="00:01:30"/><add key="Folder" value="C:\\a\\b"/></appSettings></configuration>`;
const DEFINITION = `{"name":"a","seeds":["https://page.example/"],"scope":{"maxDepth":3},"fetch":{"timeout":"30s","maxSize":"50MB"},"politeness":{"delay":"1s"}}`;
const HEAD = `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset="utf-8"\r\nLink: <a>; rel="canonical", <b>; rel=next\r\nSet-Cookie: a=b; Path=/; Expires=Wed, 21 Oct 2031 07:28:00 GMT\r\nContent-Disposition: attachment; filename*=UTF-8''a%20b\r\nTransfer-Encoding: chunked\r\n\r\n`;
const WARC_HEAD = `WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2024-05-17T10:00:00Z\r\nWARC-Target-URI: https://page.example/\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: 12\r\n\r\n`;
const PDF = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n4 0 obj<</Length 37>>stream\nBT /F1 12 Tf 72 700 Td (Hello) Tj ET\nendstream endobj\nxref\n0 1\n0000000000 65535 f \ntrailer<</Root 1 0 R/Size 5>>\nstartxref\n9\n%%EOF`;
const RTF = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\info{\title T}{\creatim\yr2024\mo5\dy17}}\f0 Hello \'e4\u8364? {\*\bkmkstart a}\par Next}`;
const SPEC = { title: 'A', author: 'B', created: '2024-05-17T10:00:00Z', paragraphs: ['one', 'two'] } as Parameters<typeof office.docx>[0];

const page = (type: string) => async (bytes: Buffer) => {
  const result = await read({ url: URL, bytes, headers: [['Link', bytes.toString('latin1', 0, 200)]], contentType: type }, READERS);
  if (result) structuredClone(result);
};
const text = (work: (written: string) => unknown) => (bytes: Buffer) => work(bytes.toString('utf8'));

export const TARGETS: readonly Target[] = [
  { name: 'html', share: 60, seeds: bytesOf(PAGE), run: page('text/html') },
  { name: 'any type', share: 40, seeds: bytesOf(PAGE, RSS, ATOM, SITEMAP, JSON_LD, RTF, PDF), run: page('') },
  { name: 'xml', share: 30, seeds: bytesOf(RSS, ATOM, RDF_XML), run: page('application/xml') },
  {
    name: 'css',
    share: 30,
    seeds: bytesOf('a{b:url( "x" )} @import url(y) print; @charset "u"; /* c */ d{e:image-set("f" 1x)}'),
    run: page('text/css'),
  },
  {
    name: 'feeds',
    share: 50,
    seeds: bytesOf(
      RSS,
      ATOM,
      '{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","url":"/a","date_published":"2024-05-17T10:00:00Z"}]}',
    ),
    run: (bytes) => readFeed(bytes.toString('utf8'), URL),
  },
  {
    name: 'sitemaps',
    share: 60,
    seeds: bytesOf(SITEMAP, RSS, 'https://page.example/a\nhttps://page.example/b\n'),
    run: (bytes) => readSitemap({ bytes, contentType: null, url: 'https://page.example/sitemap.xml' }),
    throws: ['SitemapError'],
  },
  {
    name: 'robots',
    share: 120,
    seeds: bytesOf(ROBOTS),
    run: (bytes) => {
      const robots = parseRobots(bytes);
      for (const path of ['/', '/private/a.pdf', '/~axbxc', `/${bytes.toString('latin1', 0, 300)}`])
        robots.decide('winnow', `https://page.example${path}`);
      robots.crawlDelay('b');
      robots.requestRate('winnow');
    },
  },
  {
    name: 'urls',
    share: 120,
    seeds: bytesOf(
      'https://User:p@WWW.Example.ORG:443/a/../b;jsessionid=1/%7Ec?utm_source=x&b=2&a=1#f',
      'http://[::ffff:1.2.3.4]/',
      '//ä.example/漢?q=%E4',
    ),
    run: text((written) => {
      for (const policy of ['default', 'whatwg', 'semantic', 'w3lib'] as const) void parseUrl(written, URL, policy as never)?.key;
    }),
  },
  {
    name: 'types and charsets',
    share: 60,
    seeds: bytesOf(PAGE, RSS, HEAD),
    run: (bytes) => {
      sniffType(bytes, bytes.toString('latin1', 0, 100));
      const { charset } = detectCharset(bytes, bytes.toString('latin1', 0, 100));
      detectLanguage(decodeText(bytes, charset), 'de');
    },
  },
  {
    name: 'heads',
    share: 90,
    seeds: bytesOf(HEAD),
    run: (bytes) => {
      const head = parseResponseHead(bytes);
      parseMessageHead(bytes);
      readMediaType(bytes.toString('latin1'));
      const cookies = new Cookies();
      cookies.store(new globalThis.URL(URL), [bytes.toString('latin1'), bytes.toString('latin1', 20, 200)]);
      cookies.header(new globalThis.URL(URL));
      return head;
    },
  },
  { name: 'WARC heads', share: 40, seeds: bytesOf(WARC_HEAD), run: (bytes) => parseFields(bytes), throws: ['WarcDamage'] },
  {
    name: 'Turtle',
    share: 40,
    seeds: bytesOf(TURTLE),
    run: (bytes) => readRdf({ bytes, contentType: 'text/turtle', url: URL, most: 10_000 }),
  },
  {
    name: 'JSON-LD',
    share: 30,
    seeds: bytesOf(JSON_LD),
    run: (bytes) => readRdf({ bytes, contentType: 'application/ld+json', url: URL, most: 10_000 }),
  },
  {
    name: 'RDF/XML',
    share: 30,
    seeds: bytesOf(RDF_XML),
    run: (bytes) => readRdf({ bytes, contentType: 'application/rdf+xml', url: URL, most: 10_000 }),
  },
  {
    name: 'RDF in pages',
    share: 20,
    seeds: bytesOf(PAGE),
    run: (bytes) => readRdf({ bytes, contentType: 'text/html', url: URL, most: 10_000 }),
  },
  {
    name: 'SPARQL',
    share: 30,
    seeds: bytesOf(SPARQL, UPDATE),
    run: text((written) => parseSparql(written, DEFAULT_LIMITS)),
    throws: ['SparqlError'],
  },
  { name: 'descriptions', share: 10, seeds: bytesOf(GROUP), run: (bytes) => examineMetaInfo(bytes.toString('utf8')) },
  { name: 'settings', share: 30, seeds: bytesOf(SETTINGS), run: text(parseLegacySettings), throws: ['LegacySettingsError'] },
  {
    name: 'definitions',
    share: 10,
    seeds: bytesOf(DEFINITION),
    run: (bytes) => {
      const input: unknown = (() => {
        try {
          return JSON.parse(bytes.toString('utf8'));
        } catch {
          return { seeds: [bytes.toString('utf8')], name: bytes.toString('latin1', 0, 30) };
        }
      })();
      return definitionFromInput(input as never);
    },
    throws: ['DefinitionError'],
  },
  {
    name: 'expressions',
    share: 20,
    seeds: bytesOf('a.b[*].c[kind="Main"]', '//div[@class="a"]/text()', 'h1 > a:contains("x")@href', '{a|date:yyyy} {b}'),
    run: text((written) => {
      compileTemplate(written, 'here');
      return compileExpression(written as never, 'here');
    }),
    throws: ['ExpressionError', 'ContentError'],
  },
  {
    name: 'contents',
    share: 20,
    seeds: bytesOf(PAGE, RSS, JSON_LD),
    run: (bytes) => {
      for (const as of ['html', 'xml', 'text'] as const) parseContent(bytes, { as, url: URL });
    },
    throws: ['ContentError'],
  },
  {
    name: 'identifiers and dates',
    share: 160,
    seeds: bytesOf(
      'ECLI:DE:BVerfG:2019:rs20190409.1bvr197117',
      'http://data.europa.eu/eli/reg/2016/679/oj',
      '32016R0679',
      'doi:10.1000/xyz123.',
      'urn:nir:stato:legge:2000-01-01;1@x;y',
      '17 de mayo de 2024',
      '17. května 2024',
      'Fri, 15 Sep 2006 08:19:53 EDT',
    ),
    run: text((written) => {
      for (const kind of IDENTIFIER_KINDS) {
        parseIdentifier(kind, written);
        findIdentifiers(kind, written);
      }
      parseAnyDate(written);
    }),
  },
  {
    name: 'quantities',
    share: 30,
    seeds: bytesOf('1h30m', '50MB', '2 weeks'),
    run: text((written) => {
      parseDuration(written);
      parseSize(written);
    }),
  },
  {
    name: 'search',
    share: 60,
    seeds: bytesOf('title:"law of sea" AND (site:a.example OR -lang:de) word* "exact"', 'date:2024..2025 NOT x'),
    run: text((written) => parseQuery(written)),
    throws: ['SearchError'],
  },
  {
    name: 'office',
    share: 3,
    seeds: [office.docx(SPEC), office.odt(SPEC)],
    run: page('application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
  },
  { name: 'PDF', share: 2, seeds: bytesOf(PDF), run: page('application/pdf') },
  { name: 'RTF', share: 20, seeds: bytesOf(RTF), run: page('application/rtf') },
];
