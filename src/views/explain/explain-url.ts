/**
 * Explain: everything a crawl knows of a URL, and what it would do with it now.
 *
 * Gathers and orders; each part of the answer is made in a file of its own. Reads only, so it may be asked while the
 * crawl runs. The one surprise: what is judged is the definition as it is now, so a URL that was fetched a year ago may
 * well be refused today, and the answer says both.
 */

import { join } from 'node:path';
import type { Definition } from '../../definition/crawl/index.js';
import { WinnowError } from '../../model/index.js';
import type { Candidate, Registry, TrailStep } from '../../plugins/index.js';
import { type Identify, makePipeline } from '../../run/crawl/index.js';
import type { ExplainRows, KnownRejection, KnownResource, KnownTrouble, KnownVisit, Repository } from '../../store/index.js';
import { documentStory } from './document-story.js';
import type { AsideSite, Explanation, Visit } from './explanation.js';
import { judge } from './judgement.js';
import { renderingStory } from './rendering-story.js';
import { retryAfterOf } from './retry-after.js';
import { spellingChanges } from './spelling.js';
import { summarise } from './summary.js';
import { waitingFor } from './waiting.js';
import { ancestorsOf, foundBy, linkOn, type StoredLink, trailTo } from './way-here.js';

export interface ExplainOptions {
  readonly url: string;
  readonly definition: Definition;
  readonly registry: Registry;
  readonly seedHosts: readonly string[];
  readonly repository: Repository;
  /** Folder of the workspace. */
  readonly workspace: string;
  /** Page on which an unknown URL is taken to be found. */
  readonly foundOn?: string | undefined;
}

/** What asking went wrong about: no URL, nothing crawled yet. */
export class ExplainError extends WinnowError {
  override readonly name = 'ExplainError';
  constructor(message: string, options?: ErrorOptions) {
    super('EXPLAIN_REFUSED', message, options);
  }
}

/** The last requests to a site that are looked at: enough to count signs of trouble in a row. */
const RECENT = 8;

export async function explainUrl(options: ExplainOptions): Promise<Explanation> {
  const { definition, registry, seedHosts, repository } = options;
  const rows = repository.explain;
  const secret = rows.secret();
  if (!secret) throw new ExplainError('Nothing has been crawled in this workspace yet.');
  const { identify } = makePipeline({ definition, registry, secret, seedHosts });
  const identity = identify(options.url);
  if (!identity)
    throw new ExplainError(`${options.url} is no URL that this crawl could fetch: write it with its scheme, such as https://example.org/`);
  const resource = rows.find(identity.fingerprint) ?? robotsOfSite(rows, identity.url, identity.site);
  const rejection = rows.rejection(identity.fingerprint);
  const situation = situate(options, rows, resource, rejection, identity.key, identify);
  const site = resource?.site ?? identity.site;
  const [knownSite, place] = [rows.site(site), resource && rows.place(resource.id, resource.siteId, definition.frontier.order)];
  const requests = resource && place ? rows.lastRequests(resource.siteId, RECENT) : [];
  const run = repository.lastRun();
  const setAside = asideOf(rows.trouble(site), definition);
  const judgement = judge({
    ...situation,
    traps: repository.traps(),
    definition,
    registry,
    seedHosts,
    candidate: { ...situation.candidate, url: resource?.url ?? identity.url, host: identity.host, key: identity.key },
    site: knownSite,
    origin: site,
    run,
    seedPages: resource?.seed ? rows.pagesOfSeed(resource.seed) : null,
  });
  const waiting =
    resource && place
      ? waitingFor({
          definition,
          origin: site,
          site: knownSite,
          place,
          run,
          requests,
          setAside,
          retryAfter: await retryAfterOf(join(options.workspace, 'archive'), requests[0]),
        })
      : null;
  const document = resource && rows.document(resource.id);
  const partial = {
    asked: options.url,
    url: identity.url,
    site,
    identity: { policy: definition.urls.policy, key: identity.key, changes: spellingChanges(options.url, identity.url, identity.key) },
    known: resource && knownOf(resource),
    found: resource && foundBy(rows, situation.path, keyBy(identify), definition, place),
    refused: rejection && refusedOf(rows, rejection),
    setAside,
    judgement,
    waiting,
    visits: resource ? rows.visits(resource.id).map(visitOf) : [],
    relatives: resource && rows.relatives(resource),
    document: document && documentStory(document),
    rendering: renderingStory({
      definition,
      site,
      url: identity.url,
      learned: (origin, template) => rows.rendering(origin, template),
      notes: document?.notes ?? '',
    }),
  };
  return { ...partial, summary: summarise(partial, situation.parent) };
}

/** Robots.txt has a key of its own at each site, whatever the policy for URLs. */
function robotsOfSite(rows: ExplainRows, url: string, site: string): KnownResource | null {
  if (url !== `${site}/robots.txt`) return null;
  return rows.robotsOf(site);
}

const keyBy =
  (identify: Identify) =>
  (url: string): string | null =>
    identify(url)?.key ?? null;

/** As what the URL is judged: as it was found, as it was refused, or as somebody might find it. */
interface Situation {
  readonly candidate: Pick<Candidate, 'depth' | 'via' | 'anchor' | 'trail'>;
  readonly kind: 'page' | 'other';
  readonly foundOn: string | null;
  readonly assumed: boolean;
  readonly link: StoredLink | null;
  readonly path: readonly KnownResource[];
  /** The redirect or page whose alias it is. */
  readonly parent: KnownResource | null;
}

function situate(
  { foundOn }: ExplainOptions,
  rows: ExplainRows,
  resource: KnownResource | null,
  rejection: KnownRejection | null,
  key: string,
  identify: Identify,
): Situation {
  if (resource) return asKnown(rows, resource, key, keyBy(identify));
  const page =
    foundOn === undefined ? rejection && rejection.foundOn !== null && rows.resource(rejection.foundOn) : findPage(rows, foundOn, identify);
  if (!page) return { candidate: ASSUMED, kind: 'page', foundOn: null, assumed: true, link: null, path: [], parent: null };
  const link = linkOn(rows, page.id, key, keyBy(identify));
  const candidate = {
    depth: page.depth + 1,
    via: link?.kind ?? 'a',
    anchor: link?.anchor ?? '',
    trail: trailTo(rows, ancestorsOf(rows, page)),
  };
  return { candidate, kind: 'page', foundOn: page.url, assumed: link === null, link, path: [], parent: null };
}

/** One link away from a seed, by a plain link. */
const ASSUMED = { depth: 1, via: 'a', anchor: '', trail: [] as TrailStep[] };

function asKnown(rows: ExplainRows, resource: KnownResource, key: string, keyOf: (url: string) => string | null): Situation {
  const path = ancestorsOf(rows, resource);
  const parent = path.at(-2) ?? null;
  const link = parent && linkOn(rows, parent.id, key, keyOf);
  const candidate = { depth: resource.depth, via: resource.link, anchor: link?.anchor ?? '', trail: trailTo(rows, path.slice(0, -1)) };
  const kind = resource.kind === 'page' ? 'page' : 'other';
  return { candidate, kind, foundOn: parent?.url ?? null, assumed: false, link, path, parent };
}

function findPage(rows: ExplainRows, url: string, identify: Identify): KnownResource {
  const identity = identify(url);
  const page = identity && rows.find(identity.fingerprint);
  if (!page) throw new ExplainError(`The page ${url} is not known in this crawl; --from names a page that was found.`);
  return page;
}

/** The site may have asked for longer than we would wait. */
function asideOf(trouble: KnownTrouble | null, { politeness }: Definition): AsideSite | null {
  if (!trouble) return null;
  const { reason, run, at, until } = trouble;
  const iso = (moment: number): string => new Date(moment).toISOString();
  return { reason, run, at: iso(at), until: iso(Math.max(until, at + politeness.trouble.askAgain)) };
}

function refusedOf(rows: ExplainRows, { filter, reason, foundOn, run }: KnownRejection) {
  return { by: filter, reason, foundOn: foundOn === null ? null : (rows.resource(foundOn)?.url ?? null), run };
}

function knownOf({ url, kind, state, reason, depth, redirects, score, found, run, attempts }: KnownResource) {
  return { url, kind, state, reason, depth, redirects, score, foundInRun: found, visitedInRun: run, attempts };
}

function visitOf({
  run,
  url,
  startedAt,
  duration,
  owed,
  status,
  type,
  length,
  location,
  error,
  detail,
  truncated,
  file,
  offset,
  revisit,
}: KnownVisit): Visit {
  return {
    run,
    at: new Date(startedAt).toISOString(),
    url,
    status: status || null,
    ms: duration,
    owed,
    type,
    bytes: length,
    location,
    error: error === null ? null : `${error}${detail ? `: ${detail}` : ''}`,
    truncated,
    archive: file === null || offset === null ? null : { file, offset, revisit },
  };
}
