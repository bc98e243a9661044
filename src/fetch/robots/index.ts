/** robots.txt after RFC 9309; see robots.ts. */
export { type RobotsAccess, type RobotsAnswer, robotsFromStatus } from './access.js';
export { isProductToken } from './groups.js';
export { ROBOTS_MODES, type RobotsMode, type RobotsOptions } from './options.js';
export type { DayTime, RequestRate } from './pace.js';
export { escapeRule, pathOfUrl } from './path.js';
export { parseRobots, type Robots, type RobotsDecision, type RobotsStatistics } from './robots.js';
