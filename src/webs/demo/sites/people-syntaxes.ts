/** One description of a person, in each syntax that linked data is written in. All of them make the same statements. */
import { hash } from '../prose/write.js';

export interface Member {
  readonly document: string;
  readonly number: number;
  readonly name: string;
  readonly topic: string;
  readonly knows: readonly string[];
  readonly seeAlso: readonly string[];
}

export type Syntax = 'ttl' | 'rdf' | 'jsonld' | 'nt' | 'html';

export interface Written {
  readonly type: string;
  readonly body: string;
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
const FOAF = 'http://xmlns.com/foaf/0.1/';

const termsOf = (document: string): string => new URL('/terms#', document).href;
const numbered = (number: number): string => `M-${String(number).padStart(5, '0')}`;

const WRITERS: Readonly<Record<Syntax, (member: Member) => Written>> = {
  ttl: (member) => ({ type: 'text/turtle', body: turtle(member) }),
  rdf: (member) => ({ type: 'application/rdf+xml', body: rdfXml(member) }),
  jsonld: (member) => ({ type: 'application/ld+json', body: jsonLd(member) }),
  nt: (member) => ({ type: 'application/n-triples', body: nTriples(member) }),
  html: (member) => ({ type: 'text/html; charset=utf-8', body: rdfa(member) }),
};

export const write = (syntax: Syntax, member: Member): Written => WRITERS[syntax](member);

function turtle({ document, number, name, topic, knows, seeAlso }: Member): string {
  const places = (list: readonly string[]): string => list.map((iri) => `<${iri}>`).join(', ');
  return `@prefix rdfs: <${RDFS}> .
@prefix foaf: <${FOAF}> .
@prefix club: <${termsOf(document)}> .

<> a foaf:PersonalProfileDocument ; foaf:primaryTopic <#me>${seeAlso.length ? ` ; rdfs:seeAlso ${places(seeAlso)}` : ''} .
<#me> a foaf:Person, club:Member ;
  foaf:name "${name}" ;
  club:number "${numbered(number)}" ;
  foaf:topic_interest <${topic}>${knows.length ? ` ;\n  foaf:knows ${places(knows)}` : ''} .
`;
}

function rdfXml({ document, number, name, topic, knows, seeAlso }: Member): string {
  const rows = (property: string, list: readonly string[]): string => list.map((iri) => `<${property} rdf:resource="${iri}"/>`).join('');
  return `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="${RDF}" xmlns:rdfs="${RDFS}" xmlns:foaf="${FOAF}" xmlns:club="${termsOf(document)}">
<foaf:PersonalProfileDocument rdf:about=""><foaf:primaryTopic rdf:resource="#me"/>${rows('rdfs:seeAlso', seeAlso)}</foaf:PersonalProfileDocument>
<foaf:Person rdf:about="#me"><rdf:type rdf:resource="${termsOf(document)}Member"/>
<foaf:name>${name}</foaf:name><club:number>${numbered(number)}</club:number><foaf:topic_interest rdf:resource="${topic}"/>
${rows('foaf:knows', knows)}</foaf:Person>
</rdf:RDF>
`;
}

function jsonLd({ document, number, name, topic, knows, seeAlso }: Member): string {
  const places = (list: readonly string[]): { '@id': string }[] => list.map((iri) => ({ '@id': iri }));
  const context = { rdfs: RDFS, foaf: FOAF, club: termsOf(document) };
  const profile = {
    '@id': '',
    '@type': 'foaf:PersonalProfileDocument',
    'foaf:primaryTopic': { '@id': '#me' },
    'rdfs:seeAlso': places(seeAlso),
  };
  const person = {
    '@id': '#me',
    '@type': ['foaf:Person', 'club:Member'],
    'foaf:name': name,
    'club:number': numbered(number),
    'foaf:topic_interest': { '@id': topic },
    'foaf:knows': places(knows),
  };
  return `${JSON.stringify({ '@context': context, '@graph': [profile, person] }, null, 1)}\n`;
}

function nTriples({ document, number, name, topic, knows, seeAlso }: Member): string {
  const me = `<${document}#me>`;
  const lines = [
    `<${document}> <${RDF}type> <${FOAF}PersonalProfileDocument>`,
    `<${document}> <${FOAF}primaryTopic> ${me}`,
    ...seeAlso.map((iri) => `<${document}> <${RDFS}seeAlso> <${iri}>`),
    `${me} <${RDF}type> <${FOAF}Person>`,
    `${me} <${RDF}type> <${termsOf(document)}Member>`,
    `${me} <${FOAF}name> "${name}"`,
    `${me} <${termsOf(document)}number> "${numbered(number)}"`,
    `${me} <${FOAF}topic_interest> <${topic}>`,
    ...knows.map((iri) => `${me} <${FOAF}knows> <${iri}>`),
  ];
  return `${lines.join(' .\n')} .\n`;
}

const SYLLABLES = ['ka', 'lo', 'mi', 'ner', 'su', 'ta', 'vel', 'ro', 'zin', 'pa', 'dor', 'fe', 'gul', 'hi', 'ja', 'bem'];

/** No two alike: thousands of pages with the same words would be taken for a trap, and rightly. */
const poem = (seed: string): string =>
  Array.from({ length: 40 }, (_, word) =>
    [0, 8, 16].map((shift) => SYLLABLES[(hash(`${seed} ${word}`) >>> shift) % SYLLABLES.length]).join(''),
  ).join(' ');

function rdfa({ document, number, name, topic, knows, seeAlso }: Member): string {
  const items = (property: string, list: readonly string[]): string =>
    list.map((iri) => `<li><a property="${property}" href="${iri}">${iri}</a></li>`).join('\n');
  return `<!doctype html>
<html lang="en" prefix="rdfs: ${RDFS} foaf: ${FOAF} club: ${termsOf(document)}">
<head><meta charset="utf-8"><title>${name}</title></head>
<body about="" typeof="foaf:PersonalProfileDocument"><link property="foaf:primaryTopic" href="#me">
<h1>${name}</h1>
<div about="#me" typeof="foaf:Person club:Member"><p>My name is <span property="foaf:name" lang="">${name}</span>, my number
<span property="club:number" lang="">${numbered(number)}</span>, and I like <a property="foaf:topic_interest" href="${topic}">this</a>. I know:</p>
<ul>
${items('foaf:knows', knows)}
</ul></div>
<p>A poem in a language of my own: ${poem(document)}.</p>
<p>See also:</p>
<ul>
${items('rdfs:seeAlso', seeAlso)}
</ul>
</body></html>
`;
}
