/** Traps: parts of a site that go on for ever and say nothing new, told by the shape of URLs and by what pages bring. */
export type { SampledText } from './seen-text.js';
export { leftOutBy, NoSuchTrap, type Trap, TrapWatch, type WatchedVisit } from './trap-watch.js';
export { kindOfUrl, type UrlKind } from './url-kind.js';
export { trapShape } from './url-shape.js';
