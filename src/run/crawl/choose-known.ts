/**
 * What of the known a new run visits again, where that is neither all of it nor a matter of freshness: the seeds and what
 * they lead to, or everything but what is skipped.
 */
import type { Definition } from '../../definition/crawl/index.js';
import { isSkipped, type KnownResource, skipsNothing } from '../../frontier/revisit/index.js';
import { isRequisite, type LinkKind } from '../../model/index.js';
import type { GraphResource, Repository } from '../../store/index.js';
import type { Judge } from './found-links.js';
import type { Identify } from './identify.js';

export interface ChooseParts {
  readonly repository: Repository;
  readonly definition: Definition;
  readonly seeds: readonly string[];
  readonly identify: Identify;
  /** Fresh, because filters may remember what they were asked. */
  readonly judge: Judge;
  readonly now: number;
}

/** A bit for each resource; null when everything is to be visited. */
export function chooseKnown(parts: ChooseParts): Uint8Array | null {
  const { repository, definition, now } = parts;
  const { mode, skip } = definition.revisit;
  const isNew = repository.runs().at(-1)?.state === 'finished';
  if (!isNew || definition.session === 'replace' || mode === 'fresh' || (mode === 'everything' && skipsNothing(skip))) return null;
  const reached = mode === 'seeds' ? reachedFrom(parts) : null;
  const chosen: KnownResource[] = [];
  const sites = new Set<number>();
  for (const resource of repository.knownResources()) {
    if (resource.kind === 'robots') continue;
    const isChosen = (reached?.has(resource.id) ?? true) && !isSkipped(resource, skip, now);
    if (isChosen) chosen.push(resource);
    if (isChosen || resource.state === 'queued') sites.add(resource.site);
  }
  return asBits([...chosen, ...robotsOf(sites, repository)]);
}

/** Nothing is asked of a site before its robots.txt, and where nothing is asked, neither is that. */
function* robotsOf(sites: ReadonlySet<number>, repository: Repository): Generator<KnownResource> {
  for (const resource of repository.knownResources()) if (resource.kind === 'robots' && sites.has(resource.site)) yield resource;
}

function asBits(resources: readonly { readonly id: number }[]): Uint8Array {
  const bytes = new Uint8Array((resources.reduce((most, { id }) => Math.max(most, id), 0) >>> 3) + 1);
  for (const { id } of resources) bytes[id >>> 3] = (bytes[id >>> 3] ?? 0) | (1 << (id & 7));
  return bytes;
}

interface Step {
  readonly id: number;
  readonly depth: number;
}

/** Resources that the seeds lead to by the links as they are stored, as far as scope and filters allow today. */
function reachedFrom({ repository, seeds, identify, judge }: ChooseParts): Set<number> {
  const known = knownByFingerprint(repository, identify);
  const links = linksOf(repository);
  const reached = new Set<number>();
  const queue: Step[] = seeds.flatMap((url) => known(url) ?? []).map((id) => ({ id, depth: 0 }));
  for (let at = 0; at < queue.length; at++) {
    const { id, depth } = queue[at] as Step;
    if (reached.has(id)) continue;
    reached.add(id);
    for (const [url, via] of links(id)) {
      const target = known(url);
      const further = via === 'redirect' || isRequisite(via as LinkKind) ? depth : depth + 1;
      if (target !== null && !reached.has(target) && isAllowed(url, via, further, identify, judge))
        queue.push({ id: target, depth: further });
    }
  }
  return reached;
}

function isAllowed(url: string, via: string, depth: number, identify: Identify, judge: Judge): boolean {
  const identity = identify(url);
  if (!identity) return false;
  const candidate = { url: identity.url, host: identity.host, key: identity.key, depth, via, anchor: '', trail: [] };
  return (isRequisite(via as LinkKind) || judge.scope(candidate) === null) && judge.filters(candidate) === null;
}

/** Of a further name of a page, the page. */
function knownByFingerprint({ graph }: Repository, identify: Identify): (url: string) => number | null {
  const ids = new Map<string, number>();
  for (const { id, role, via, high, low } of graph.resources() as Iterable<GraphResource>)
    ids.set(`${high} ${low}`, role === 'alias' ? (via ?? id) : id);
  return (url) => {
    const identity = identify(url);
    return identity ? (ids.get(identity.fingerprint.join(' ')) ?? null) : null;
  };
}

function linksOf({ graph }: Repository): (id: number) => readonly (readonly [url: string, kind: string])[] {
  const lists = new Map<number, string>();
  for (const { resource, links } of graph.linkLists()) lists.set(resource, links);
  const targets = new Map<number, string>();
  for (const { resource, url, location } of graph.redirects())
    if (URL.canParse(location, url)) targets.set(resource, new URL(location, url).href);
  return (id) => {
    const target = targets.get(id);
    if (target !== undefined) return [[target, 'redirect']];
    return JSON.parse(lists.get(id) ?? '[]') as [string, string][];
  };
}
