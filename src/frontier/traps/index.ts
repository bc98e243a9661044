export { leftOutBy, NoSuchTrap, type Trap, TrapWatch } from './trap-watch.js';
export { kindOfUrl } from './url-kind.js';
export { trapShape } from './url-shape.js';
