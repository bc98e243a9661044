/** RDF and SPARQL. */
import { Parser } from 'n3';
import { readResultsJson } from '../../../src/backends/remote-sparql/results-json.js';
import { readRdf } from '../../../src/read/rdf/index.js';
import { readConfiguration, readMapping, readPlan } from '../../../src/views/scutter/index.js';
import { formatResult } from '../../../src/views/sparql/format/format.js';
import { chooseFormat, QUAD_FORMATS, ROW_FORMATS } from '../../../src/views/sparql/format/media-types.js';
import { DEFAULT_LIMITS } from '../../../src/views/sparql/limits.js';
import { MemorySource } from '../../../src/views/sparql/memory-source.js';
import { parameterTerm } from '../../../src/views/sparql/parameters.js';
import { parseSparql } from '../../../src/views/sparql/parse.js';
import { query } from '../../../src/views/sparql/query.js';
import { update } from '../../../src/views/sparql/update.js';
import { bytesOf, type Target, text, URL_OF_PAGE } from '../target.js';
import { JSON_LD, PAGE, RDF_XML, SPARQL, TURTLE, UPDATE } from './seeds.js';

const rdf = (contentType: string) => (bytes: Buffer) => readRdf({ bytes, contentType, url: URL_OF_PAGE, most: 10_000 });

const TRIG = `@prefix e: <http://e.example/> . e:a e:p e:b ; e:q e:c . e:b e:p e:c ; e:r "x"@de , 4 , 2.5 , "2024-05-17T10:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> . e:g { e:a e:p e:a ; a e:T . }`;
const statements = () => new Parser({ format: 'application/trig' }).parse(TRIG) as never;
const SOURCE = new MemorySource(statements());
const LIMITS = { ...DEFAULT_LIMITS, time: 1000, rows: 2000, held: 5000, bytes: 4_000_000, text: 100_000 };
const P = 'PREFIX e: <http://e.example/> ';
const QUERIES = [
  SPARQL,
  `${P}SELECT * { ?a e:p+ ?b OPTIONAL { ?b e:r ?c FILTER(isNumeric(?c) && ?c * 2 > 3) } BIND(CONCAT(STR(?a), "x", REPLACE(STR(?b), "[a-c]", "$0y")) AS ?d) } ORDER BY DESC(?c) ?a LIMIT 9 OFFSET 1`,
  `${P}SELECT ?g (GROUP_CONCAT(DISTINCT ?b; separator=", ") AS ?all) (AVG(?n) AS ?m) (SAMPLE(?b) AS ?s) { GRAPH ?g { ?a ?p ?b } VALUES (?n ?x) { (1 UNDEF) (2.5e0 "a"@en) } } GROUP BY ?g HAVING(COUNT(*) > 0)`,
  `${P}CONSTRUCT { ?a e:x [ e:y ?b ] } WHERE { ?a (e:p|^e:q)/!e:r? ?b MINUS { ?b a e:T } FILTER NOT EXISTS { ?a e:z ?b } }`,
  `${P}ASK { ?a e:r ?b FILTER(YEAR(?b) = 2024 || SUBSTR(STR(?b), 1, 3) IN ("x", "y") || REGEX(?b, "^(a|x)*$", "i") || STRDT("1", e:t) = ?b) }`,
  `${P}DESCRIBE e:a ?b { e:a ?p ?b { SELECT ?b { ?b e:r ?c } ORDER BY ?c LIMIT 2 } UNION { ?b e:p e:c } }`,
  `${P}SELECT (IF(BOUND(?a), ?a, COALESCE(?u, UUID())) AS ?i) (ENCODE_FOR_URI(?c) AS ?e) (SHA256(?c) AS ?h) (ROUND(?n / 0) AS ?r) { ?a e:r ?c . BIND(xsd:integer(?c) AS ?n) }`,
];

export const RDF: readonly Target[] = [
  { name: 'Turtle', seeds: bytesOf(TURTLE), run: rdf('text/turtle') },
  {
    name: 'TriG and N-Quads',
    seeds: bytesOf(TRIG, '<urn:a> <urn:b> "c\\u00e4"@de <urn:g> .\n_:x <urn:b> _:y .\n'),
    run: rdf('application/trig'),
  },
  { name: 'JSON-LD', seeds: bytesOf(JSON_LD), run: rdf('application/ld+json') },
  { name: 'RDF/XML', seeds: bytesOf(RDF_XML), run: rdf('application/rdf+xml') },
  { name: 'RDF in pages', seeds: bytesOf(PAGE), run: rdf('text/html') },
  {
    name: 'SPARQL',
    seeds: bytesOf(SPARQL, UPDATE, ...QUERIES),
    run: text((written) => parseSparql(written, DEFAULT_LIMITS)),
    throws: ['SparqlError'],
  },
  {
    name: 'SPARQL answers',
    seeds: bytesOf(...QUERIES),
    run: text((written) => {
      const result = query(SOURCE, written, { limits: LIMITS });
      for (const _piece of formatResult(result, { accept: '*/*' }).text);
    }),
    throws: ['SparqlError'],
  },
  {
    name: 'SPARQL updates',
    seeds: bytesOf(
      UPDATE,
      `${P}INSERT { GRAPH e:n { ?b e:p ?a } } WHERE { ?a e:p ?b }; COPY e:g TO e:h ; CLEAR SILENT GRAPH e:g ; DELETE WHERE { ?a e:q ?b } ; DROP ALL`,
    ),
    run: text((written) => update(new MemorySource(statements()), written, { limits: LIMITS })),
    throws: ['SparqlError'],
  },
  {
    name: 'SPARQL requests',
    seeds: bytesOf(
      'application/sparql-results+json;q=0.9, text/csv, */*;q=0.1',
      'text/turtle; q=1',
      '"x"@de',
      '<urn:a>',
      '"1"^^<urn:t>',
      '42',
    ),
    run: text((written) => {
      chooseFormat(ROW_FORMATS, { accept: written });
      chooseFormat(QUAD_FORMATS, { accept: written, format: written });
      parameterTerm(written);
    }),
    throws: ['SparqlError'],
  },
  {
    name: 'results of others',
    seeds: bytesOf(
      '{"head":{"vars":["a","b"]},"results":{"bindings":[{"a":{"type":"uri","value":"urn:x"},"b":{"type":"literal","value":"y","xml:lang":"de"}}]}}',
    ),
    run: text(readResultsJson),
    throws: ['KnowledgeError', 'RemoteError'],
  },
  {
    name: 'scutter files',
    seeds: bytesOf(RDF_XML, TURTLE, JSON_LD),
    run: async (bytes) => {
      for (const read of [readConfiguration, readPlan, readMapping])
        await read({ bytes, name: 'a.rdf', base: 'http://scutter.invalid/' }).catch((error: Error) => {
          if (error.name !== 'ScutterError') throw error;
        });
    },
  },
];
