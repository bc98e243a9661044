export { openRemoteKnowledge } from './remote-knowledge.js';
