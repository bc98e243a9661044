export { type DocumentGroup, type GroupDocument, OPERATIONS, type Operation } from './group.js';
