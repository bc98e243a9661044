/** What is in a dump, for people and programs: VoID for the statements, DCAT for the files. */
import type { DatasetReport, DumpedGraph } from './write-dataset.js';

interface Described {
  readonly title: string;
  readonly now: number;
  readonly quads: number;
  readonly files: DatasetReport['files'];
  readonly graphs: readonly DumpedGraph[];
}

const MEDIA_TYPES: Readonly<Record<string, string>> = { nquads: 'application/n-quads', trig: 'application/trig' };

/** Turtle. Names of files are relative, so the description holds wherever the dump is put. */
export function* describeDataset({ title, now, quads, files, graphs }: Described): Generator<string> {
  const sources = graphs.filter(({ graph }) => graph !== '').length;
  yield `@prefix void: <http://rdfs.org/ns/void#> .
@prefix dcat: <http://www.w3.org/ns/dcat#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix sd: <http://www.w3.org/ns/sparql-service-description#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

<#dataset> a void:Dataset, dcat:Dataset ;
  dcterms:title ${text(title)} ;
  dcterms:issued "${new Date(now).toISOString()}"^^xsd:dateTime ;
  void:triples ${quads} ;
  void:documents ${sources} .
`;
  for (const { file, format, bytes } of files)
    yield `<#dataset> void:dataDump <${file}> ; dcat:distribution <${file}> .
<${file}> a dcat:Distribution ; dcat:downloadURL <${file}> ; dcat:mediaType "${MEDIA_TYPES[format]}" ; dcat:byteSize ${bytes} .
`;
  for (const [index, graph] of graphs.entries()) yield subset(index + 1, graph);
}

function subset(number: number, { graph, quads, files }: DumpedGraph): string {
  const name = graph === '' ? '' : ` ; sd:name ${iri(graph)} ; dcterms:source ${iri(graph)}`;
  const dumps = files.map((file) => ` ; void:dataDump <${file}>`).join('');
  return `<#dataset> void:subset <#graph-${number}> .\n<#graph-${number}> a void:Dataset ; void:triples ${quads}${name}${dumps} .\n`;
}

const text = (value: string): string => JSON.stringify(value);

/** As Turtle writes characters that may not stand in an IRI. */
const iri = (value: string): string =>
  `<${[...value].map((character) => (FORBIDDEN.test(character) ? escaped(character) : character)).join('')}>`;

const FORBIDDEN = /[\u0000-\u0020<>"{}|^`\\]/;
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
