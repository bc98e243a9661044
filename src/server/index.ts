export { tokenInFile } from './access/index.js';
export { type RunningServer, type ServerOptions, startServer } from './server.js';
