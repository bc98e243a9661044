export { documentsFeed } from './documents-feed.js';
export { publishKnowledge } from './publish.js';
export { remoteTransport } from './remote-transport.js';
