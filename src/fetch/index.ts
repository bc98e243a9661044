export { type DecodeLimits, decodeBody } from './decode-body.js';
export { discard } from './discard.js';
export { FETCH_FAILURES, FetchError, type FetchFailure, type Verdict } from './errors.js';
export { fileFetcher } from './file-fetcher.js';
export { httpFetcher, openHttpFetcher } from './http-fetcher.js';
export { type HttpOptions, userAgentOf } from './options.js';
export { followRedirects, type RedirectRules, redirectTarget } from './redirects.js';
export {
  isProductToken,
  parseRobots,
  ROBOTS_MAX_REDIRECTS,
  ROBOTS_MODES,
  type Robots,
  type RobotsAccess,
  type RobotsAnswer,
  type RobotsDecision,
  type RobotsMode,
  type RobotsOptions,
  robotsFromStatus,
} from './robots/index.js';
