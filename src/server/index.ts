export { tokenInFile } from './access/index.js';
export type { SparqlServing } from './api/sparql.js';
export { type RunningServer, type ServerOptions, startServer } from './server.js';
