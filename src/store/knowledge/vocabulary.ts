/** Names that what we state ourselves is stated in. */
export const PROVENANCE_GRAPH = 'urn:winnow:provenance';
export const DOCUMENTS_GRAPH = 'urn:winnow:documents';

const PROV = 'http://www.w3.org/ns/prov#';
const DCTERMS = 'http://purl.org/dc/terms/';
const FOAF = 'http://xmlns.com/foaf/0.1/';
const SIOC = 'http://rdfs.org/sioc/ns#';
const WINNOW = 'urn:winnow:vocabulary#';

export const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

export const prov = {
  entity: `${PROV}Entity`,
  wasDerivedFrom: `${PROV}wasDerivedFrom`,
  wasGeneratedBy: `${PROV}wasGeneratedBy`,
  wasAttributedTo: `${PROV}wasAttributedTo`,
  generatedAtTime: `${PROV}generatedAtTime`,
} as const;

export const dcterms = {
  title: `${DCTERMS}title`,
  creator: `${DCTERMS}creator`,
  description: `${DCTERMS}description`,
  issued: `${DCTERMS}issued`,
  modified: `${DCTERMS}modified`,
  language: `${DCTERMS}language`,
  format: `${DCTERMS}format`,
  publisher: `${DCTERMS}publisher`,
} as const;

export const foaf = { document: `${FOAF}Document`, depiction: `${FOAF}depiction` } as const;
/** A page that names its author and its day. */
export const sioc = { post: `${SIOC}Post` } as const;

/** Ours: numbers by which the repository, the journal and the search know a document and its version, and what analysers say of it. */
export const winnow = {
  document: `${WINNOW}document`,
  version: `${WINNOW}version`,
  statements: `${WINNOW}statements`,
  score: `${WINNOW}score`,
} as const;

export const runIri = (run: number): string => `urn:winnow:run:${run}`;
