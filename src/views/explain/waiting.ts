/**
 * When a queued URL may be asked for: what its site is owed, who else shares its address and domain, who comes first.
 *
 * Computed from what is stored, with the same maths as the frontier. A running crawl may know more (another crawl of
 * this machine has the turn, a request is under way), so moments are the earliest possible ones.
 */

import { type Definition, formatDuration, siteSettings } from '../../definition/crawl/index.js';
import { pauseAfter } from '../../frontier/politeness/index.js';
import { limitsOf, siteRules } from '../../run/crawl/index.js';
import type { KnownSite, KnownVisit, QueuePlace, RunRow } from '../../store/index.js';
import type { AsideSite, Delay, Hold, Waiting } from './explanation.js';
import { askedDelay } from './judgement.js';

export interface WaitingParts {
  readonly definition: Definition;
  readonly origin: string;
  readonly site: KnownSite | null;
  readonly place: QueuePlace;
  readonly run: RunRow | null;
  /** Last requests to its site, newest first. */
  readonly requests: readonly KnownVisit[];
  /** Its site is set aside. */
  readonly setAside: AsideSite | null;
  /** Until when the site itself asked to be left alone. */
  readonly retryAfter: { readonly value: string; readonly until: number } | null;
}

export function waitingFor(parts: WaitingParts): Waiting {
  const { definition, place, requests } = parts;
  const delay = delayOf(parts);
  const last = requests[0];
  const endedAt = last ? last.startedAt + last.duration : null;
  const moments = [endedAt === null ? 0 : endedAt + delay.owed, parts.retryAfter?.until ?? 0, Date.parse(parts.setAside?.until ?? '') || 0];
  const closed = parts.site?.robotsState === 'unavailable';
  const siteFreeAt = closed ? null : Math.max(...moments);
  const own = siteFreeAt === null ? null : Math.max(siteFreeAt + place.ahead * delay.owed, place.dueAt ?? 0);
  return {
    ahead: place.ahead,
    atSite: place.atSite,
    immediate: place.immediate,
    order: definition.frontier.order,
    delay,
    lastAnswer: last && endedAt !== null ? { url: last.url, endedAt: iso(endedAt), outcome: last.error ?? String(last.status) } : null,
    holds: holdsOn(parts, delay, endedAt),
    siteFreeAt: siteFreeAt ? iso(siteFreeAt) : null,
    turnAt: own ? iso(own) : null,
  };
}

function delayOf({ definition, origin, site, requests }: WaitingParts): Delay {
  const settings = siteSettings(definition, origin);
  const asked = askedDelay(definition, site);
  const { pace } = siteRules(definition, origin, asked);
  const last = { responseMs: requests[0]?.duration ?? 0, troubles: troublesIn(requests) };
  const owed = pauseAfter(pace, last); // what chance adds is known to the crawl alone
  return {
    owed,
    because: reasonFor(owed, { delay: settings.delay, asked, maxDelay: settings.maxDelay, troubles: last.troubles, paced: pace.delay }),
    configured: settings.delay,
    configuredBy: settings.from.delay,
    asked,
    response: { factor: settings.responseFactor, ms: last.responseMs },
    troubles: last.troubles,
  };
}

/** Signs in a row, as the frontier counts them: an error of the server counts once a page. */
function troublesIn(requests: readonly KnownVisit[]): number {
  const good = requests.findIndex((visit) => !isTrouble(visit));
  const row = good < 0 ? requests : requests.slice(0, good);
  const failing = new Set(row.filter(({ status }) => status >= 500).map(({ url }) => url));
  return failing.size + row.filter(({ status }) => status < 500).length;
}

const isTrouble = ({ status, error }: KnownVisit): boolean => error !== null || status >= 500 || status === 429;

function reasonFor(owed: number, is: { delay: number; asked: number | null; maxDelay: number; troubles: number; paced: number }): string {
  if (is.troubles > 0 && owed > is.paced)
    return `${is.troubles} ${is.troubles === 1 ? 'sign' : 'signs'} of trouble in a row double the pause`;
  if (owed > is.paced) return 'its last answer was slow';
  if (owed === 0) return 'the definition asks for no pause';
  if (is.asked === null || is.asked < is.delay) return 'the delay of the definition';
  return is.asked > is.maxDelay ? 'its Crawl-delay, cut to maxDelay' : 'its robots.txt asks for it (Crawl-delay)';
}

function holdsOn({ definition, site, place, retryAfter, run, setAside }: WaitingParts, delay: Delay, endedAt: number | null): Hold[] {
  const { perAddress, sitesPerDomain, domainRate, rate } = limitsOf(definition);
  const holds: Hold[] = [];
  const hold = (what: string, until: number | null = null): number => holds.push({ what, until: until === null ? null : iso(until) });
  if (run && run.state !== 'running')
    hold(`run ${run.id} is ${run.state}${run.reason ? ` (${run.reason})` : ''}: the crawl has to go on first`);
  if (!site || site.robotsState === null) hold("the site's robots.txt has to be read first");
  if (site?.robotsState === 'unavailable') hold(site.robotsReason ?? 'robots.txt is unavailable', site.robotsExpiresAt);
  if (endedAt !== null && delay.owed > 0)
    hold(`a pause of ${formatDuration(Math.round(delay.owed))} after the site's last answer`, endedAt + delay.owed);
  if (setAside) hold(`the site was set aside in run ${setAside.run}: ${setAside.reason}`, Date.parse(setAside.until));
  if (retryAfter) hold(`the site asked to be left alone: Retry-After: ${retryAfter.value}`, retryAfter.until);
  if (place.dueAt !== null) hold('its last attempt failed; it is tried again later', place.dueAt);
  if (site?.address && site.atAddress > 0)
    hold(
      `${perAddress} at a time to ${site.address}, which ${site.atAddress} other ${site.atAddress === 1 ? 'site has' : 'sites have'} too`,
    );
  if (site && site.inDomain >= sitesPerDomain) hold(`${sitesPerDomain} sites of ${site.domain} at a time, of ${site.inDomain + 1}`);
  if (domainRate !== null) hold(`${domainRate} requests a second to ${site?.domain ?? 'its domain'}`);
  if (rate !== null) hold(`${rate} requests a second over all sites`);
  return holds;
}

const iso = (at: number): string => new Date(at).toISOString();
