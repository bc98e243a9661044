/** Sites whose robots.txt shuts us out altogether. */
import type { Definition } from '../../definition/crawl/index.js';
import { parseRobots } from '../../frontier/robots/index.js';
import type { Repository } from '../../store/index.js';

const EVERYTHING = /^disallow:\s*\/\*?$/i;

/** Asked the way the crawl asks: the group for our name first, the rule that decides about the root. */
export function closedSites(repository: Repository, { fetch }: Definition): string[] {
  return repository
    .sites()
    .filter(({ origin, robotsState, robots }) => {
      if (robotsState !== 'parsed' || !robots) return false;
      const { allowed, rule } = parseRobots(robots, fetch.robotsMode).decide(fetch.agent, `${origin}/`);
      return !allowed && EVERYTHING.test(rule ?? '');
    })
    .map(({ origin }) => origin);
}
