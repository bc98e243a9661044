export { describeFile, describesItself } from './describe-file.js';
export type { EmbeddedParts } from './embedded.js';
export { type FollowOptions, linkRules, type QuadLink } from './link-rules.js';
export { nQuadLines } from './n-quads.js';
export { type RdfReading, readFoundRdf, readRdf } from './read-rdf.js';
export { mayHoldRdf } from './signs.js';
export { matcherOf, type TransformationOptions, type Transformations, transformationsOf } from './transformations.js';
export { expandName, NAMESPACES } from './vocabularies.js';
