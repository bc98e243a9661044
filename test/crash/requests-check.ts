/** What the server's log must show however often the crawl was killed: every pause kept, nothing committed asked for again. */

import type { LoggedRequest } from './web/crash-web.js';
import type { CrashSite } from './web/pages.js';

/** Clocks are read twice for each gap. */
const TOLERANCE_MS = 1;

const ROBOTS = '/robots.txt';

/** Pictures belong to the turn of their page, unless the site itself asked for a pause. */
const isRequisite = (path: string): boolean => path.startsWith('/image/');

/**
 * Between the end of an answer, or the start of one that was cut, and the next request to the site lies its delay.
 * The log may hold more than one crawl: they are owed to the site all the same.
 */
export function shortGaps(requests: readonly LoggedRequest[], sites: readonly CrashSite[], delay: number): string[] {
  return sites.flatMap(({ host, crawlDelay }) => {
    const own = requests.filter((request) => request.host === host);
    return own.slice(1).flatMap((request, index) => {
      const before = own[index] as LoggedRequest;
      const owed = owedTo(request, own.slice(0, index + 1), crawlDelay, delay);
      const gap = request.at - (before.end ?? before.at);
      return gap >= owed - TOLERANCE_MS
        ? []
        : [`${request.url} was asked for ${gap.toFixed(1)} ms after ${before.path}; ${owed} ms are owed`];
    });
  });
}

/** A process that died before the answer to robots.txt was committed takes what it asked for with it: the next asks again. */
function owedTo({ path }: LoggedRequest, earlier: readonly LoggedRequest[], crawlDelay: number | null, delay: number): number {
  const isKnown = path !== ROBOTS || earlier.some((request) => request.path !== ROBOTS);
  if (crawlDelay !== null && isKnown) return Math.max(delay, 1000 * crawlDelay);
  return isRequisite(path) ? 0 : delay;
}

/** A fetch that was committed is never repeated: its request is the last one for that URL, and there is one row of it. */
export function repeatedFetches(requests: readonly LoggedRequest[], fetches: readonly { url: string; started: number }[]): string[] {
  const asked = byUrlOf(requests);
  const rows = byUrlOf(fetches);
  const twice = [...rows].flatMap(([url, list]) => (list.length === 1 ? [] : [`${url} has ${list.length} fetches in the repository`]));
  const again = fetches.flatMap(({ url, started }) => {
    const own = asked.get(url) ?? [];
    const before = own.at(-2);
    if (own.length === 0) return [`${url} has a fetch, but was never asked for`];
    // Of the requests before the last none was committed, so the row's time must lie after them.
    return before && started <= before.at - TOLERANCE_MS ? [`${url} was asked for again after its fetch was committed`] : [];
  });
  return [...twice, ...again];
}

/** Nothing may be asked for before the queue entry is committed: it would be lost in a crash, and asked for again. */
export function unknownRequests(requests: readonly LoggedRequest[], known: ReadonlySet<string>): string[] {
  return [...new Set(requests.map(({ url }) => url))]
    .filter((url) => !known.has(url))
    .map((url) => `${url} was asked for, but the repository does not know it`);
}

function byUrlOf<T extends { url: string }>(list: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) groups.set(item.url, [...(groups.get(item.url) ?? []), item]);
  return groups;
}
