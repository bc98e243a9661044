export { type Trace, type TracedFile, type TracedVersion, traceDocuments } from './trace.js';
