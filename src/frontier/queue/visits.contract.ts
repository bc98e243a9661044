/** What the suites of the frontier and of the schedule share: pages, visits, and a crawl of sites that may be in trouble. */
import { it } from 'vitest';
import type { NewFetch, NewVersion, SetAsideRow, Settlement, Workspace } from '../../store/index.js';
import type { Lease, Limits, NewEntry, Order, Outcome, Pace, SiteRules, Update } from './port.js';
import type { Patience } from './site-trouble.js';

export interface ContractOptions {
  readonly rulesFor: (site: string) => SiteRules;
  readonly limits: Limits;
  readonly robots: boolean;
  readonly order: Order;
  readonly update: Update;
  readonly balance: number;
  readonly leaseMs: number;
  readonly addresses: boolean;
  readonly identify: (url: string) => readonly [high: number, low: number];
}

/** A frontier with as much of a workspace around it as visits need. */
export interface OpenFrontier extends Pick<Workspace, 'frontier' | 'add' | 'settle' | 'forbid' | 'endRun' | 'close'> {
  beginRun(
    definition: string,
    now: number,
  ): Promise<{ readonly resumed: boolean; readonly run: { readonly id: number; readonly pages: number } }>;
  /** Sites that were set aside in the run. */
  setAside(run: number): readonly SetAsideRow[];
}

/** Makes a place for a frontier; what it returns opens that place, and opens it again after a close. */
export type PlaceFrontier = (options: ContractOptions) => () => Promise<OpenFrontier>;

export const NOON = 1_800_000_000_000;
export const PACE: Pace = { delay: 1000, maxDelay: 60_000, perSite: 1, responseFactor: 0, asked: false };
export const LIMITS: Limits = { perAddress: 1, exemptAddresses: [], sitesPerDomain: 32, domainRate: null, rate: null };
export const rules =
  (pace: Partial<Pace> = {}, pages: number | null = null) =>
  (): SiteRules => ({ pace: { ...PACE, ...pace }, pages });
const DEFAULTS: ContractOptions = {
  rulesFor: rules(),
  limits: LIMITS,
  robots: false,
  order: 'depth',
  update: 'AVG',
  balance: 1,
  leaseMs: 600_000,
  addresses: false,
  identify,
};
export const A = 'http://a.test';
export const B = 'http://b.test';

/** A plain hash is enough of an identity here; the real one is keyed. */
function identify(url: string): readonly [number, number] {
  let hash = 7;
  for (let i = 0; i < url.length; i++) hash = (Math.imul(hash, 31) + url.charCodeAt(i)) >>> 0;
  return [hash, url.length];
}

export const page = (url: string, more: Partial<NewEntry> = {}): NewEntry => ({
  url,
  fingerprint: identify(url),
  site: new URL(url).origin,
  kind: 'page',
  depth: 0,
  redirects: 0,
  via: null,
  link: 'a',
  trail: null,
  ...more,
});

export const settlement = (lease: Lease, outcome: Outcome, more: Partial<Settlement> = {}): Settlement => ({
  entry: lease.entry,
  outcome,
  fetches: [],
  version: null,
  found: [],
  aliases: [],
  rejected: [],
  site: null,
  ...more,
});

export const FETCH: NewFetch = {
  url: `${A}/`,
  method: 'GET',
  owed: null,
  startedAt: NOON,
  durationMs: 5,
  firstByteMs: 3,
  status: 200,
  type: 'text/html',
  declaredType: null,
  bodyLength: 0,
  etag: null,
  lastModified: null,
  location: null,
  address: null,
  protocol: null,
  tls: null,
  truncated: null,
  error: null,
  detail: null,
  payloadDigest: null,
  set: null,
};

const NO_BYTES = new Uint8Array();
/** What makes a visit count as a page. */
export const VERSION: NewVersion = {
  operation: 'None',
  reason: '',
  changed: [],
  type: 'text/html',
  charset: null,
  title: null,
  language: null,
  languageConfidence: 0,
  md5: '',
  sha256: '',
  digests: '{}',
  text: NO_BYTES,
  metadata: NO_BYTES,
  links: NO_BYTES,
  directives: '',
  notes: '',
  score: null,
};

export const DONE: Outcome = { state: 'done', reason: 'answered 200' };
export const answered = (at: number, more: { responseMs?: number; trouble?: boolean | 'known' } = {}) =>
  ({ visited: true, at, responseMs: 50, ...more }) as const;
export const urlsOf = (leases: readonly Lease[]): string[] => leases.map(({ entry }) => entry.url);

/** One whole visit: leased, answered at once, settled. */
export async function visit(open: OpenFrontier, now: number, outcome: Outcome = DONE, more: Partial<Settlement> = {}): Promise<Lease> {
  const [lease] = open.frontier.lease(1, now);
  if (!lease) throw new Error('nothing was leased');
  open.frontier.release(lease, answered(now));
  await open.settle(settlement(lease, outcome, more));
  return lease;
}

/** A case of a suite: it opens its frontier as often as it likes; whatever is open last is closed. */
export type Case = (title: string, body: (open: () => Promise<OpenFrontier>) => Promise<void>, options?: Partial<ContractOptions>) => void;

/** `skip` maps a case to the reason a back end may miss it; a skip without a reason cannot be written. */
export const casesOf =
  (place: PlaceFrontier, skip: Record<string, string> = {}): Case =>
  (title, body, options = {}) =>
    it.skipIf(title in skip)(title, async () => {
      const open = place({ ...DEFAULTS, ...options });
      const opened: OpenFrontier[] = [];
      try {
        await body(async () => {
          const frontier = await open();
          opened.push(frontier);
          return frontier;
        });
      } finally {
        await opened.at(-1)?.close();
      }
    });

export const PATIENCE: Patience = { tries: 10, time: 480_000, probes: 3, askAgain: 900_000 };
/** As the definition has it by default. */
export const usual = { rulesFor: () => ({ pace: { ...PACE, delay: 3000, responseFactor: 1 }, pages: null, patience: PATIENCE }) };
export const pages = (site: string, count: number, path = 'page') =>
  Array.from({ length: count }, (_, index) => page(`${site}/${path}/${index}`, { depth: 1 }));

interface Answer {
  readonly responseMs: number;
  readonly sign: string | null;
  /** The wait it asks for. */
  readonly wait?: number;
}
interface Asked {
  readonly at: number;
  readonly url: string;
}

/** Everything is asked for as soon as it may be, until nothing is left to wait for. */
export async function crawl(workspace: OpenFrontier, start: number, answer: (url: string, asked: readonly Asked[]) => Answer) {
  const asked: Asked[] = [];
  let now = start;
  for (let due = workspace.frontier.nextDueAt(); due !== null; due = workspace.frontier.nextDueAt()) {
    now = Math.max(now, due);
    const [lease] = workspace.frontier.lease(1, now);
    if (!lease) continue;
    const { responseMs, sign, wait } = answer(lease.entry.url, asked);
    asked.push({ at: now, url: lease.entry.url });
    const again = lease.entry.attempts > 0;
    const ended = now + responseMs;
    const trouble = sign === null ? false : again ? 'known' : true;
    workspace.frontier.release(lease, { ...answered(ended, { responseMs, trouble }), ...(sign === null ? {} : { sign }) });
    if (wait !== undefined) workspace.frontier.pause(lease.entry.site, ended + wait);
    const dueAt = ended + Math.max(wait ?? 0, 3000 * 2 ** lease.entry.attempts);
    const failed: Outcome =
      lease.entry.attempts < 2 ? { state: 'retry', reason: sign ?? '', dueAt } : { state: 'failed', reason: 'no answer' };
    await workspace.settle(settlement(lease, sign === null ? DONE : failed));
    now = ended;
  }
  return { asked, lasted: now - start };
}
export const GOOD: Answer = { responseMs: 50, sign: null };
export const BUSY: Answer = { responseMs: 50, sign: 'answered 503' };
export const of = (asked: readonly Asked[], site: string): Asked[] => asked.filter(({ url }) => url.startsWith(site));
