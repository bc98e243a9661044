/**
 * The reports that come with the program: questions about memory and data, by name. The first five are those of the
 * original. Each is plain SPARQL, shown by --query, to begin one's own from.
 */
import { IMPORTED_GRAPHS, MEMORY_GRAPH } from '../memory/vocabulary.js';

export interface Report {
  readonly name: string;
  readonly title: string;
  /** What it must be told, by the name of the variable. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether it is about the memory alone: then nothing that documents say can get into it. */
  readonly ofMemory: boolean;
  readonly query: string;
}

const PREFIXES = `PREFIX scutter: <http://purl.org/net/scutter/>
PREFIX dc: <http://purl.org/dc/elements/1.1/>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
PREFIX winnow: <urn:winnow:vocabulary#>
`;

const listErrors: Report = {
  name: 'list-errors',
  title: 'Sources whose latest fetch failed, newest first',
  parameters: {},
  ofMemory: true,
  query: `SELECT ?source ?date ?error
WHERE {
  ?representation scutter:latestFetch ?fetch ; scutter:source ?source .
  ?fetch scutter:error ?reason ; dc:date ?date .
  ?reason dc:description ?error .
}
ORDER BY DESC(?date) ?source`,
};

const listFetches: Report = {
  name: 'list-fetches',
  title: 'Every fetch of a source, newest first',
  parameters: { source: 'URL of the source' },
  ofMemory: true,
  query: `SELECT ?date ?status ?contentType ?rawTripleCount
WHERE {
  ?representation scutter:source ?source ; scutter:fetch ?fetch .
  ?fetch dc:date ?date .
  OPTIONAL { ?fetch scutter:status ?status . }
  OPTIONAL { ?fetch scutter:contentType ?contentType . }
  OPTIONAL { ?fetch scutter:rawTripleCount ?rawTripleCount . }
}
ORDER BY DESC(?date)`,
};

const listLargest: Report = {
  name: 'list-largest',
  title: 'The ten sources with most statements, largest first',
  parameters: {},
  ofMemory: true,
  query: `SELECT DISTINCT ?source (xsd:integer(STR(?count)) AS ?triples)
WHERE {
  ?representation scutter:source ?source ; scutter:fetch ?fetch .
  ?fetch scutter:rawTripleCount ?count ; dc:date ?date .
  FILTER NOT EXISTS {
    ?representation scutter:fetch ?later .
    ?later scutter:rawTripleCount ?laterCount ; dc:date ?laterDate .
    FILTER (?laterDate > ?date)
  }
}
ORDER BY DESC(?triples) ?source
LIMIT 10`,
};

const listMimetypes: Report = {
  name: 'list-mimetypes',
  title: 'Content types of successful responses',
  parameters: {},
  ofMemory: true,
  query: `SELECT DISTINCT ?contentType
WHERE {
  ?fetch scutter:status "200" ; scutter:contentType ?contentType .
}
ORDER BY ?contentType`,
};

const listOrigins: Report = {
  name: 'list-origins-of-resource',
  title: 'Documents that point to a source',
  parameters: { source: 'URL of the source' },
  ofMemory: true,
  query: `SELECT DISTINCT ?origin
WHERE {
  ?representation scutter:source ?source ; scutter:origin ?origin .
}
ORDER BY ?origin`,
};

const history: Report = {
  name: 'history-of-resource',
  title: 'The history of a source: every fetch, what went wrong, and why it is left alone, newest first',
  parameters: { source: 'URL of the source' },
  ofMemory: true,
  query: `SELECT ?date ?event ?status ?contentType ?rawTripleCount ?reason
WHERE {
  ?representation scutter:source ?source .
  {
    ?representation scutter:fetch ?fetch .
    ?fetch dc:date ?date .
    BIND ("fetch" AS ?event)
    OPTIONAL { ?fetch scutter:status ?status . }
    OPTIONAL { ?fetch scutter:contentType ?contentType . }
    OPTIONAL { ?fetch scutter:rawTripleCount ?rawTripleCount . }
    OPTIONAL { ?fetch scutter:error|winnow:problem ?why . ?why dc:description ?reason . }
  } UNION {
    ?representation scutter:skip ?skip .
    ?skip dc:date ?date ; dc:description ?reason .
    BIND ("skip" AS ?event)
  }
}
ORDER BY DESC(?date) ?event`,
};

const listSkipped: Report = {
  name: 'list-skipped',
  title: 'Skipped sources, and why',
  parameters: {},
  ofMemory: true,
  query: `SELECT ?source ?date ?reason
WHERE {
  ?representation scutter:skip ?skip ; scutter:source ?source .
  ?skip dc:description ?reason ; dc:date ?date .
}
ORDER BY DESC(?date) ?source`,
};

const publishingProblems: Report = {
  name: 'publishing-problems',
  title: 'Broken links, wrong media types, RDF that cannot be read; each with the pages that link there',
  parameters: {},
  ofMemory: true,
  query: `SELECT ?kind ?source ?problem ?date ?linkedFrom
WHERE {
  {
    ?representation scutter:latestFetch ?fetch ; scutter:source ?source .
    ?fetch scutter:error ?reason .
    BIND ("broken link" AS ?kind)
  } UNION {
    ?representation scutter:fetch ?fetch ; scutter:source ?source .
    ?fetch winnow:problem ?reason .
    BIND ("RDF" AS ?kind)
  }
  ?reason dc:description ?problem ; dc:date ?date .
  OPTIONAL { ?representation scutter:origin ?linkedFrom . }
}
ORDER BY ?kind ?source ?problem ?linkedFrom`,
};

/** Memories are about documents, not part of them. */
const IN_DOCUMENTS = 'FILTER (!STRSTARTS(STR(?source), "urn:winnow:"))';

const listSchemas: Report = {
  name: 'list-schemas',
  title: 'Schemas that documents use, by the number of documents',
  parameters: {},
  ofMemory: false,
  query: `SELECT ?schema (COUNT(DISTINCT ?source) AS ?sources) (SUM(?uses) AS ?statements)
WHERE {
  {
    SELECT ?source ?term (COUNT(*) AS ?uses)
    WHERE {
      { GRAPH ?source { ?subject ?term ?object . } }
      UNION
      { GRAPH ?source { ?subject rdf:type ?term . } FILTER (isIRI(?term)) }
      ${IN_DOCUMENTS}
    }
    GROUP BY ?source ?term
  }
  BIND (REPLACE(STR(?term), "[^/#]+$", "") AS ?schema)
}
GROUP BY ?schema
ORDER BY DESC(?sources) DESC(?statements) ?schema`,
};

const listProperties: Report = {
  name: 'list-properties',
  title: 'Properties that documents use, by the number of statements',
  parameters: {},
  ofMemory: false,
  query: `SELECT ?property (COUNT(*) AS ?statements) (COUNT(DISTINCT ?source) AS ?sources)
WHERE {
  GRAPH ?source { ?subject ?property ?object . }
  ${IN_DOCUMENTS}
}
GROUP BY ?property
ORDER BY DESC(?statements) ?property`,
};

const listClasses: Report = {
  name: 'list-classes',
  title: 'Classes that documents use, by the number of their instances',
  parameters: {},
  ofMemory: false,
  query: `SELECT ?class (COUNT(DISTINCT ?instance) AS ?instances) (COUNT(DISTINCT ?source) AS ?sources)
WHERE {
  GRAPH ?source { ?instance rdf:type ?class . }
  ${IN_DOCUMENTS}
}
GROUP BY ?class
ORDER BY DESC(?instances) ?class`,
};

/** When each was last fetched comes from the memory, what it says from the document itself. */
const LAST_FETCHED = `OPTIONAL {
    GRAPH <${MEMORY_GRAPH}> { ?representation scutter:source ?source ; scutter:latestFetch/dc:date ?fetched . }
  }`;

const listUsersOfProperty: Report = {
  name: 'list-users-of-property',
  title: 'Documents that use a property, with how often and when they were last fetched',
  parameters: { property: 'IRI of the property' },
  ofMemory: false,
  query: `SELECT ?source ?statements ?fetched
WHERE {
  {
    SELECT ?source (COUNT(*) AS ?statements)
    WHERE {
      GRAPH ?source { ?subject ?property ?object . }
      ${IN_DOCUMENTS}
    }
    GROUP BY ?source
  }
  ${LAST_FETCHED}
}
ORDER BY DESC(?statements) ?source`,
};

const listUsersOfSchema: Report = {
  name: 'list-users-of-schema',
  title: 'Documents that use a schema, with how often and when they were last fetched',
  parameters: { schema: 'IRI its classes and properties begin with' },
  ofMemory: false,
  query: `SELECT ?source ?statements ?fetched
WHERE {
  {
    SELECT ?source (COUNT(*) AS ?statements)
    WHERE {
      { GRAPH ?source { ?subject ?term ?object . } } UNION { GRAPH ?source { ?subject rdf:type ?term . } }
      FILTER (STRSTARTS(STR(?term), STR(?schema)))
      ${IN_DOCUMENTS}
    }
    GROUP BY ?source
  }
  ${LAST_FETCHED}
}
ORDER BY DESC(?statements) ?source`,
};

export const REPORTS: readonly Report[] = [
  listErrors,
  listFetches,
  listLargest,
  listMimetypes,
  listOrigins,
  history,
  listSkipped,
  publishingProblems,
  listSchemas,
  listProperties,
  listClasses,
  listUsersOfProperty,
  listUsersOfSchema,
].map((report) => ({ ...report, query: `${PREFIXES}${report.query}\n` }));

/** By name, with or without the ending the original's files had. */
export const reportOf = (name: string): Report | null => REPORTS.find((report) => report.name === name.replace(/\.rq$/, '')) ?? null;

/** The graphs that a report about the memory sees. */
export const memoryGraphs = (graphs: Iterable<string>): string[] => [
  MEMORY_GRAPH,
  ...[...graphs].filter((graph) => graph.startsWith(IMPORTED_GRAPHS)),
];
