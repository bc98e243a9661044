export { catchUpKnowledge, type FeedOpener, type KnowledgeCatchUpOptions, type KnowledgeParts } from './catch-up.js';
export { documentsFeed } from './documents-feed.js';
export { openPublishing } from './publishing.js';
export { remoteTransport } from './remote-transport.js';
