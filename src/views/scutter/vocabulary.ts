/** Names of the vocabularies that the original used. */

const namespace =
  (base: string) =>
  (name: string): string =>
    base + name;

export const SLUG = 'http://purl.org/NET/schemas/slug/config/';
export const slug = namespace(SLUG);
export const rdf = namespace('http://www.w3.org/1999/02/22-rdf-syntax-ns#');
export const rdfs = namespace('http://www.w3.org/2000/01/rdf-schema#');
export const dc = namespace('http://purl.org/dc/elements/1.1/');
export const lm = namespace('http://jena.hpl.hp.com/2004/08/location-mapping#');
export const scutter = namespace('http://purl.org/net/scutter/');

/** Prefixes that the original's papers and files leave undeclared now and then. */
export const WELL_KNOWN_PREFIXES: Readonly<Record<string, string>> = {
  rdf: rdf(''),
  rdfs: rdfs(''),
  dc: dc(''),
  dcterms: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  owl: 'http://www.w3.org/2002/07/owl#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  slug: SLUG,
  scutter: scutter(''),
  lm: lm(''),
};
