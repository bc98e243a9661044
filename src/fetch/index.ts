export { type DecodeLimits, decodeBody } from './decode-body.js';
export { discard } from './discard.js';
export { FetchError, type FetchFailure, type Verdict } from './errors.js';
export { fileFetcher } from './file-fetcher.js';
export { ftpFetcher } from './ftp/ftp-fetcher.js';
export { httpFetcher } from './http-fetcher.js';
export { type HttpOptions } from './options.js';
export { followRedirects, nextRequest, type RedirectRules, redirectTarget } from './redirects.js';
export {
  parseRobots,
  ROBOTS_MODES,
  type Robots,
  type RobotsAccess,
  type RobotsAnswer,
  type RobotsDecision,
  type RobotsMode,
  type RobotsOptions,
  robotsFromStatus,
} from './robots/index.js';
