/**
 * A club whose members describe themselves as linked data: one document each, in five syntaxes by turns, leading to one
 * another by rdfs:seeAlso and foaf:knows; the vocabulary of the club; and a few documents with the usual faults.
 *
 * How many members there are is a parameter. Each leads to two further ones, so that the last of thousands is still near.
 */
import { file, link } from '../resources.js';
import { morningOf, type Resource, type Site } from '../site.js';
import { type Member, type Syntax, write } from './people-syntaxes.js';

export const PEOPLE_HOST = 'people.example';
export const DEFAULT_PEOPLE = 60;

const ORIGIN = `http://${PEOPLE_HOST}`;
const SYNTAXES: readonly Syntax[] = ['ttl', 'rdf', 'jsonld', 'nt', 'html'];
const NAMES = ['Ana', 'Boris', 'Clara', 'Dragan', 'Eva', 'Franz', 'Greta', 'Hugo', 'Iris', 'Jan', 'Klara'];
/** Of these everybody has one; the last is taken up later. */
const TOPICS = ['lighthouses', 'bees', 'tides', 'maps', 'chess', 'bread', 'bridges', 'sailing'];

export const peopleSite = (count: number): Site => ({
  name: 'people',
  host: PEOPLE_HOST,
  address: 18,
  purpose: `${count} people who describe themselves in RDF, in five syntaxes, and the faults that such documents have.`,
  seeds: ['/plan.ttl'],
  build: ({ day }) => [
    plan(),
    terms(),
    topics(),
    ...faulty(),
    ...Array.from({ length: count }, (_, number) => memberDocument(number, count, day)),
  ],
});

const pathOf = (number: number): string => `/people/${number}.${SYNTAXES[number % SYNTAXES.length]}`;

function memberDocument(number: number, count: number, day: number): Resource {
  const syntax = SYNTAXES[number % SYNTAXES.length] as Syntax;
  const { type, body } = write(syntax, member(number, count, day));
  const links = leadsTo(number, count).map((to) => link(pathOf(to), `Member ${to}`));
  // One of them has something new to say on the second day.
  const lastModified = morningOf(isRestless(number) ? Math.min(day, 1) : 0);
  return {
    path: pathOf(number),
    kind: syntax === 'html' ? 'page' : 'file',
    links,
    answer: () => ({ status: 200, headers: { 'Content-Type': type }, body, lastModified }),
  };
}

/** The second member gives up chess for sailing. */
const isRestless = (number: number): boolean => number === 1;

function member(number: number, count: number, day: number): Member {
  const topic = isRestless(number) ? (day === 0 ? 'chess' : 'sailing') : TOPICS[number % (TOPICS.length - 1)];
  return {
    document: ORIGIN + pathOf(number),
    number,
    name: `${NAMES[number % NAMES.length]} ${number}`,
    topic: `${ORIGIN}/topics#${topic}`,
    knows: [...new Set([(number + 1) % count, (number * 7 + 3) % count])].filter((other) => other !== number).map(personAt),
    seeAlso: leadsTo(number, count).map((to) => ORIGIN + pathOf(to)),
  };
}

const personAt = (number: number): string => `${ORIGIN}${pathOf(number)}#me`;

const leadsTo = (number: number, count: number): number[] => [2 * number + 1, 2 * number + 2].filter((to) => to < count);

const PREFIXES = `@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix club: <${ORIGIN}/terms#> .
`;

/** Where a scutter starts. */
function plan(): Resource {
  const paths = [pathOf(0), '/terms', '/topics', '/faulty/plain.ttl', '/faulty/broken.rdf', '/faulty/nowhere.ttl'];
  const body = `${PREFIXES}<> rdfs:label "Members of the club"@en ;\n  rdfs:seeAlso ${paths.map((path) => `<${path}>`).join(', ')} .\n`;
  return dated('/plan.ttl', 'text/turtle', body, { links: paths.map((path) => link(path, path)) });
}

function terms(): Resource {
  const body = `${PREFIXES}<> a owl:Ontology ; rdfs:label "Words of the club"@en .
club:Member a rdfs:Class ; rdfs:label "Member"@en ; rdfs:subClassOf foaf:Person ; rdfs:isDefinedBy <> .
club:number a rdf:Property, owl:InverseFunctionalProperty ; rdfs:label "number of a member"@en ; rdfs:domain club:Member ; rdfs:isDefinedBy <> .
`;
  return dated('/terms', 'text/turtle', body);
}

function topics(): Resource {
  const body = `${PREFIXES}${TOPICS.map((topic) => `<#${topic}> rdfs:label "${topic}"@en .\n`).join('')}`;
  return dated('/topics', 'text/turtle', body);
}

function faulty(): Resource[] {
  const plain = `${PREFIXES}<#it> rdfs:label "Turtle that is served as plain text"@en .\n`;
  const broken = `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
<rdf:Description rdf:about="#it"><rdfs:label>An end tag is missing</rdfs:label>
</rdf:RDF>
`;
  return [
    dated('/faulty/plain.ttl', 'text/plain', plain, { note: 'Turtle, served as text/plain' }),
    dated('/faulty/broken.rdf', 'application/rdf+xml', broken, { note: 'not well-formed' }),
  ];
}

/** With validators, as every document of the site. */
const dated = (path: string, type: string, body: string, more: Partial<Resource> = {}): Resource =>
  file(path, type, body, 'file', {
    ...more,
    answer: () => ({ status: 200, headers: { 'Content-Type': type }, body, lastModified: morningOf(0) }),
  });
