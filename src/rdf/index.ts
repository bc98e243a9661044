export { type RdfInput, type RdfReading, readRdf } from './read-rdf.js';
