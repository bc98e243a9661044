export { accompanied, type Companion, type Ending, patience } from './companions.js';
