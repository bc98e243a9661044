/** A SPARQL 1.1 service description: what the endpoint can do, for programs. */
import type { Quad } from '@rdfjs/types';
import { Parser } from 'n3';
import { chooseFormat, mediaTypeOf, QUAD_FORMATS, type ResultFormat, ROW_FORMATS, writeQuads } from '../../views/sparql/index.js';

const SD = 'http://www.w3.org/ns/sparql-service-description#';

/** Names by which the W3C knows formats; the others are ours. */
const NAMED: Partial<Record<ResultFormat, string>> = {
  json: 'SPARQL_Results_JSON',
  xml: 'SPARQL_Results_XML',
  csv: 'SPARQL_Results_CSV',
  tsv: 'SPARQL_Results_TSV',
  turtle: 'Turtle',
  ntriples: 'N-Triples',
  nquads: 'N-Quads',
  trig: 'TriG',
  jsonld: 'JSON-LD',
  rdfxml: 'RDF_XML',
};

export function serviceDescription(
  endpoint: string,
  allowUpdate: boolean,
  accept: string | undefined,
): { mediaType: string; text: string } {
  const format = chooseFormat(QUAD_FORMATS, { accept }) ?? 'turtle';
  const quads = new Parser().parse(turtle(encodeURI(endpoint), allowUpdate)) as unknown as Quad[];
  return { mediaType: mediaTypeOf(format), text: [...writeQuads(quads, format, { sd: SD })].join('') };
}

function turtle(endpoint: string, allowUpdate: boolean): string {
  const formats = [...ROW_FORMATS, ...QUAD_FORMATS].flatMap((each) => NAMED[each] ?? []);
  return `@prefix sd: <${SD}> .
    [] a sd:Service ;
      sd:endpoint <${endpoint}> ;
      sd:supportedLanguage sd:SPARQL11Query${allowUpdate ? ', sd:SPARQL11Update' : ''} ;
      sd:feature sd:UnionDefaultGraph ;
      sd:resultFormat ${formats.map((name) => `<http://www.w3.org/ns/formats/${name}>`).join(', ')} ;
      sd:defaultDataset [ a sd:Dataset ; sd:defaultGraph [ a sd:Graph ] ] .`;
}
