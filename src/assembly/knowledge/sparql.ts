/** SPARQL over workspaces, for the server and the command line. */
import { compiledUrl } from '../../platform/index.js';
import { SparqlService, type SparqlServiceOptions } from '../../views/sparql/index.js';

const OPENER = compiledUrl(import.meta.url, './knowledge-opener.js').href;

export const sparqlOverWorkspaces = (options: Omit<SparqlServiceOptions, 'opener'> = {}): SparqlService =>
  new SparqlService({ ...options, opener: OPENER });
