/** A run that reached nothing: what stood in the way, and what can be done about it. */
import { counted, LOGIN_NOTE } from '../../model/index.js';
import type { PageVisit } from '../../store/index.js';
import type { RunReport } from './run-report.js';
import { seedFates } from './seed-fates.js';

/** Of one kind; more of the same tell nobody more. */
const NAMED = 5;
/** Pages to log in that a site may have, and nothing else to show. */
const DOORS = 3;

type Reached = Pick<RunReport, 'state' | 'reason' | 'summary' | 'completeness'>;

/** One sentence for each obstacle; null for a run that reached something, or was ended by its budget or on request. */
export function nothingReached(report: Reached, visits: () => readonly PageVisit[]): readonly string[] | null {
  if (!wasWhole(report)) return null;
  if (!cameInEmpty(report)) return mayBeDoors(report) ? doorsOnly(visits()) : null;
  const { sentences, told } = seedFates(visits());
  const found = [...failures(report), ...keptOut(report), ...sentences.slice(0, NAMED), ...leftOut(report, told)];
  return found.length ? found : ['The seeds led to no page.'];
}

const wasWhole = ({ state, reason }: Reached): boolean => state === 'finished' && !reason?.startsWith('budget.');

function cameInEmpty({ summary }: Reached): boolean {
  const { Add, Upd, Del, None } = summary.operations;
  const wasIdle = summary.fetches === 0 && summary.documents > 0;
  return !wasIdle && Add + Upd + Del + None + summary.heldBack === 0;
}

const mayBeDoors = ({ summary }: Reached): boolean => summary.documents > 0 && summary.documents <= DOORS && summary.operations.Add > 0;

function doorsOnly(visits: readonly PageVisit[]): string[] | null {
  const documents = visits.filter(({ notes }) => notes !== null);
  if (documents.length === 0 || !documents.every(({ notes }) => notes?.includes(LOGIN_NOTE))) return null;
  return documents.map(
    ({ url }) =>
      `${url} asks to log in, and shows nothing else. Give Winnow the cookies of somebody who has logged in: fetch.cookies.file in the definition.`,
  );
}

const WORDS: Readonly<Record<string, (host: string) => string>> = {
  FETCH_DNS_NOT_FOUND: (host) => `The name ${host} is not known: check its spelling.`,
  FETCH_DNS_FAILED: (host) => `The name servers did not answer for ${host}: check the network of this machine.`,
  FETCH_ADDRESS_FORBIDDEN: (host) =>
    `${host} leads to an address that is not public, and nothing was sent there. If it may be fetched, say so: fetch.allowAddresses in the definition, or --allow-addresses with the address.`,
  FETCH_CONNECT_FAILED: (host) => `${host} takes no connection: check the address and its port, or try again later.`,
  FETCH_TLS_UNTRUSTED: (host) =>
    `The certificate of ${host} cannot be trusted. If you know that server, say so: fetch.insecureTls in the definition, or --fetch-insecure-tls.`,
  FETCH_TLS_FAILED: (host) => `${host} could not agree with Winnow on encryption (TLS): try the address with http:// instead of https://.`,
  FETCH_PROXY_FAILED: () => 'The proxy is not there, or refused: check fetch.proxy.',
  FETCH_RESET: (host) => `${host} cut the connection before it had answered: try again later.`,
  FETCH_TIMEOUT: (host) => `${host} did not answer in time: try again later, or allow it more time with --fetch-timeout.`,
  FETCH_DEADLINE: (host) => `${host} took longer than fetch.deadline allows: raise it with --fetch-deadline.`,
  FETCH_TOO_SLOW: (host) => `${host} sends fewer bytes a second than fetch.minRate asks for: lower it with --fetch-min-rate.`,
  FETCH_MALFORMED: (host) => `${host} answers, but not in HTTP: check the address and its port.`,
  FETCH_BAD_URL: (host) => `${host} cannot be the name of a server: check its spelling.`,
};

function failures({ summary }: Reached): string[] {
  return summary.errors.map(
    ({ error, example }) => WORDS[error]?.(hostOf(example)) ?? `${hostOf(example)} could not be fetched: ${error}.`,
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host || url : url;
}

/** By robots.txt, which forbids it or cannot be had. */
function keptOut({ completeness, summary }: Reached): string[] {
  const limits = (completeness?.sites ?? []).flatMap(({ site, limits: all }) => all.map((limit) => ({ site, ...limit })));
  const failed = new Set(summary.errors.map(({ example }) => hostOf(example)));
  const words = limits.flatMap(({ site, by, detail }) => {
    if (by === 'robots') return [`The robots.txt of ${site} forbids what was to be visited.`];
    return by === 'closed' && !failed.has(hostOf(site))
      ? [`Winnow stays away from ${site}: ${detail.replace(/: staying away$/, '')}.`]
      : [];
  });
  return words.slice(0, NAMED);
}

function leftOut({ summary }: Reached, told: ReadonlySet<string>): string[] {
  return summary.rejections
    .filter(({ count, example }) => count > 1 || !told.has(example))
    .map(({ filter, count, example }) => `${counted(count, 'address was', 'addresses were')} left out by ${filter}, such as ${example}.`);
}
