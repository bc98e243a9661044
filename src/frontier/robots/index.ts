export { type RobotsAccess, robotsFromStatus } from './access.js';
export { isProductToken } from './groups.js';
export { ROBOTS_MODES, type RobotsMode } from './options.js';
export type { RequestRate } from './pace.js';
export { escapeRule, pathOfUrl } from './path.js';
export { parseRobots, type Robots } from './robots.js';
