/**
 * When a site in trouble is set aside, and when it is asked again: a circuit breaker. Pure; its state is plain JSON.
 *
 * Only what comes in a row counts: one working answer ends it, whatever it says. Failures that overlap count once, since
 * a server that stumbles for a second fails everything under way. Who is asked next is the frontier's business.
 */

/** How long a site in trouble is borne with. */
export interface Patience {
  /** Failures in a row after which it is set aside. */
  readonly tries: number;
  /** Milliseconds such a row may last, if it is three failures long; and the longest wait the site may ask for. */
  readonly time: number;
  /** Failures in a row that suffice when it had been set aside before. */
  readonly probes: number;
  /** Milliseconds until a site that was set aside is asked again, should the run still be going on. */
  readonly askAgain: number;
}

export interface SetAside {
  readonly at: number;
  readonly reason: string;
  /** Not before this; the site itself may have said when. */
  readonly askAgainAt: number;
}

export interface SiteTrouble {
  /** Failures in a row. */
  readonly count: number;
  /** When the first request of the row was sent; null: there is no row. */
  readonly since: number | null;
  /** When the last failure that counts ended. */
  readonly lastAt: number;
  /** How often each sign was seen in the row: answered 503, FETCH_RESET. */
  readonly signs: Readonly<Record<string, number>>;
  /** It was set aside before and has not answered since: a few failures suffice. */
  readonly probing: boolean;
  readonly aside: SetAside | null;
}

/** A request that brought nothing. */
export interface Failure {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly sign: string;
  /** False where the same URL failed before: that says nothing new, but time passes. A probe always says something. */
  readonly counts: boolean;
}

export const CALM: SiteTrouble = { count: 0, since: null, lastAt: 0, signs: {}, probing: false, aside: null };
/** As the next run finds a site that was set aside. */
export const PROBING: SiteTrouble = { ...CALM, probing: true };

/** A row as short as this is no row, however long it lasted: one endless download says nothing of a site. */
const SHORTEST_ROW = 3;

export function afterFailure(trouble: SiteTrouble, failure: Failure, patience: Patience): SiteTrouble {
  const counts = (failure.counts || trouble.probing) && failure.startedAt >= trouble.lastAt;
  const counted = counts ? count(trouble, failure) : trouble;
  const { since } = counted;
  if (since === null || counted.aside !== null || !isTooMuch(counted, failure.endedAt - since, patience)) return counted;
  return setAside(counted, failure.endedAt, inWords(counted, failure.endedAt - since), failure.endedAt + patience.askAgain);
}

/** The site asks to be left alone until `until`. Longer than our patience, nothing else can be done in this run. */
export function afterRequestToWait(trouble: SiteTrouble, now: number, until: number, patience: Patience): SiteTrouble {
  if (trouble.aside !== null) return { ...trouble, aside: { ...trouble.aside, askAgainAt: Math.max(trouble.aside.askAgainAt, until) } };
  if (trouble.since === null || until - trouble.since <= patience.time) return trouble;
  const reason = `it asked to be left alone for ${seconds(until - now)} (Retry-After) after it ${signsOf(trouble)}`;
  return setAside(trouble, now, reason, until);
}

/** Set aside by an earlier run, and the moment it then asked for is further away than our patience lasts. */
export function stillAside(now: number, until: number): SiteTrouble {
  return setAside(PROBING, now, `it had asked to be left alone, and there are ${seconds(until - now)} left`, until);
}

/** The moment has come to try it again. */
export const askedAgain = (trouble: SiteTrouble): SiteTrouble => (trouble.aside === null ? trouble : PROBING);

function count(trouble: SiteTrouble, { startedAt, endedAt, sign }: Failure): SiteTrouble {
  return {
    ...trouble,
    count: trouble.count + 1,
    since: trouble.since ?? startedAt,
    lastAt: endedAt,
    signs: { ...trouble.signs, [sign]: (trouble.signs[sign] ?? 0) + 1 },
  };
}

function isTooMuch(trouble: SiteTrouble, lasted: number, { tries, probes, time }: Patience): boolean {
  const most = trouble.probing ? Math.min(probes, tries) : tries;
  return trouble.count >= most || (lasted >= time && trouble.count >= SHORTEST_ROW);
}

const setAside = (trouble: SiteTrouble, at: number, reason: string, askAgainAt: number): SiteTrouble => ({
  ...trouble,
  aside: { at, reason, askAgainAt },
});

function inWords(trouble: SiteTrouble, lasted: number): string {
  const requests = trouble.count === 1 ? 'a request' : `${trouble.count} requests in a row`;
  return `${requests} failed within ${seconds(lasted)}: ${signsOf(trouble)}`;
}

const signsOf = ({ signs }: SiteTrouble): string =>
  Object.entries(signs)
    .map(([sign, times]) => (times === 1 ? sign : `${sign} (${times} times)`))
    .join(', ');

const seconds = (ms: number): string => `${Math.ceil(ms / 1000)} s`;
