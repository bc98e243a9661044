/**
 * What would become of a URL if it were found now: every rule the crawl would ask, in its order, with its answer.
 *
 * The rules are the crawl's own, compiled by the same functions; nothing is decided here. Unlike the crawl, which stops
 * at the first objection, all of them are asked, so that somebody who changes one sees what comes next.
 */

import { type Definition, formatDuration, siteSettings } from '../../definition/crawl/index.js';
import { type Robots, robotsFromStatus } from '../../frontier/robots/index.js';
import { runFilters, scopeVerdicts } from '../../frontier/scope/index.js';
import { leftOutBy, type Trap, TrapWatch, trapShape } from '../../frontier/traps/index.js';
import type { Candidate, Registry } from '../../plugins/index.js';
import { delayAsked, preparedFilters } from '../../run/crawl/index.js';
import type { KnownSite, RunRow } from '../../store/index.js';
import type { Judgement, RuleSays } from './explanation.js';
import type { StoredLink } from './way-here.js';

export interface Asked {
  readonly definition: Definition;
  readonly registry: Registry;
  readonly seedHosts: readonly string[];
  readonly candidate: Candidate;
  readonly kind: 'page' | 'other';
  /** The page the link stands on. */
  readonly foundOn: string | null;
  /** Nobody found it: depth and kind of link are assumed. */
  readonly assumed: boolean;
  readonly link: StoredLink | null;
  /** Its site, when it was met. */
  readonly site: KnownSite | null;
  readonly origin: string;
  /** Kinds of URLs that were found to lead nowhere. */
  readonly traps: readonly Trap[];
  readonly run: RunRow | null;
  /** Pages its seed has brought in this run; null when it belongs to none. */
  readonly seedPages: number | null;
}

export function judge(asked: Asked): Judgement {
  const { candidate, foundOn, assumed } = asked;
  const rules = [
    ...nofollowRule(asked),
    ...scopeRules(asked),
    ...filterRules(asked),
    ...trapRules(asked),
    ...robotsRules(asked),
    ...budgetRules(asked),
  ];
  const objection = rules.find(({ verdict }) => verdict === 'refuses') ?? null;
  return { as: { depth: candidate.depth, link: candidate.via, foundOn, assumed }, fetched: objection === null, objection, rules };
}

function nofollowRule({ link, definition, kind }: Asked): RuleSays[] {
  if (!link?.nofollow || kind !== 'page') return [];
  const obeys = definition.capture.obeyNofollow;
  const reason = `the link says nofollow; capture.obeyNofollow is ${obeys ? 'on' : 'off'}`;
  return [{ by: 'nofollow', verdict: obeys ? 'refuses' : 'passes', reason }];
}

/** Seeds are visited whatever they look like, and the shape of what a sitemap lists is not looked at. */
function trapRules({ definition, candidate, kind, foundOn, origin, traps }: Asked): RuleSays[] {
  if (kind !== 'page' || candidate.depth === 0) return [];
  const asks = definition.traps.shapes && candidate.via !== 'sitemap';
  const shape = asks ? trapShape(candidate.url, foundOn ?? candidate.url, Date.now()) : null;
  const paused = new TrapWatch(traps).trapOf(origin, candidate.url);
  if (shape !== null) return [{ by: 'trap', verdict: 'refuses', reason: shape }];
  return paused ? [{ by: 'trap', verdict: 'refuses', reason: `${leftOutBy(paused)} (winnow traps release ${paused.id})` }] : [];
}

/** Sitemaps and robots.txt are asked for by rules of their own. */
function scopeRules({ definition, seedHosts, candidate, kind }: Asked): RuleSays[] {
  if (kind !== 'page') return [];
  return scopeVerdicts(
    definition.scope,
    seedHosts,
  )(candidate).map(({ by, holds, reason }) => ({ by, verdict: holds ? 'passes' : 'refuses', reason }));
}

function filterRules({ definition, registry, candidate, kind }: Asked): RuleSays[] {
  if (kind !== 'page' || candidate.via === 'seed') return [];
  return preparedFilters(definition, registry).map((filter) => {
    const objection = runFilters([filter], candidate);
    return { by: `filter.${filter.name}`, verdict: objection ? 'refuses' : 'passes', reason: objection?.reason ?? 'no objection' };
  });
}

function robotsRules({ definition, site, candidate, origin }: Asked): RuleSays[] {
  const by = 'robots.txt';
  if (definition.fetch.robots !== 'obey') return [{ by, verdict: 'passes', reason: 'fetch.robots is ignore' }];
  if (!site || site.robotsState === null)
    return [{ by, verdict: 'unknown', reason: `${origin}/robots.txt has not been read; it would be asked for first` }];
  if (site.robotsState === 'unavailable')
    return [{ by, verdict: 'refuses', reason: site.robotsReason ?? 'robots.txt could not be fetched: staying away' }];
  const { agent } = definition.fetch;
  const { allowed, rule, line, group } = robotsOf(definition, site).decide(agent, candidate.url);
  if (rule === null) return [{ by, verdict: 'passes', reason: noRuleReason(site, group, agent) }];
  const where = line === null ? '' : `line ${line}: `;
  const whose = group === null ? '' : ` (group for ${group === '*' ? 'everyone, *' : group}; we are ${agent})`;
  return [{ by, verdict: allowed ? 'passes' : 'refuses', reason: `${where}${rule}${whose}` }];
}

function noRuleReason({ robotsState, robotsReason }: KnownSite, group: string | null, agent: string): string {
  if (robotsState === 'missing') return robotsReason ?? 'there is none: no rules';
  return group === null ? `no group is for ${agent} or everyone` : `no rule of the group for ${group} matches`;
}

/** What a site's robots.txt said when it was last read. */
export function robotsOf({ fetch }: Definition, { robots, robotsState }: KnownSite): Robots {
  const status = robotsState === 'parsed' ? 200 : robotsState === 'missing' ? 404 : null;
  return robotsFromStatus({ status, body: robots ?? new Uint8Array(), at: 0 }, fetch.robotsMode).robots;
}

/** Milliseconds between requests that the site asks for; null when it does not. */
export const askedDelay = (definition: Definition, site: KnownSite | null): number | null =>
  site && site.robotsState !== 'unavailable' ? delayAsked(definition, robotsOf(definition, site)) : null;

function budgetRules({ definition, site, origin, run, seedPages, kind }: Asked): RuleSays[] {
  const { budget } = definition;
  const perSite = siteSettings(definition, origin);
  const siteBudget = perSite.from.pages === 'crawl' ? 'budget.perSite.pages' : `sites[${perSite.from.pages}].budget.pages`;
  const page = kind === 'page';
  return [
    ...(page ? spent('budget.pages', run?.pages ?? 0, budget.pages, 'pages taken', run) : []),
    ...(budget.time === undefined ? [] : [timeRule(budget.time, run)]),
    ...(page ? spent(siteBudget, site?.pages ?? 0, perSite.pages ?? undefined, `pages taken of ${origin}`, run) : []),
    ...(page && seedPages !== null
      ? spent('budget.perSeed.pages', seedPages, budget.perSeed.pages, 'pages taken through its seed', run)
      : []),
  ];
}

function spent(by: string, taken: number, limit: number | undefined, what: string, run: RunRow | null): RuleSays[] {
  if (limit === undefined) return [];
  return [{ by, verdict: taken >= limit ? 'spent' : 'passes', reason: `${taken} of ${limit} ${what} in run ${run?.id ?? 0}` }];
}

function timeRule(limit: number, run: RunRow | null): RuleSays {
  const elapsed = run?.elapsed ?? 0;
  const reason = `${formatDuration(1000 * Math.round(elapsed / 1000))} of ${formatDuration(limit)} used in run ${run?.id ?? 0}`;
  return { by: 'budget.time', verdict: elapsed >= limit ? 'spent' : 'passes', reason };
}
