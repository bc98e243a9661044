/** A run that reached nothing: what stood in the way, and what can be done about it. */
import type { RunReport } from './run-report.js';

/** Of one kind; more of the same tell nobody more. */
const SITES_NAMED = 5;

/** One sentence for each obstacle; null for a run that reached something, or was ended by its budget or on request. */
export function nothingReached(report: RunReport): readonly string[] | null {
  if (!reachedNothing(report)) return null;
  const found = [...failures(report), ...keptOut(report), ...leftOut(report), ...refusals(report)];
  return found.length ? found : ['The seeds led to no page.'];
}

function reachedNothing({ state, reason, summary }: RunReport): boolean {
  if (state !== 'finished' || reason?.startsWith('budget.')) return false;
  const { Add, Upd, Del, None } = summary.operations;
  const wasIdle = summary.fetches === 0 && summary.documents > 0;
  return !wasIdle && Add + Upd + Del + None + summary.heldBack === 0;
}

const WORDS: Readonly<Record<string, (host: string) => string>> = {
  FETCH_DNS_NOT_FOUND: (host) => `The name ${host} is not known: check its spelling.`,
  FETCH_DNS_FAILED: (host) => `The name servers did not answer for ${host}: check the network of this machine.`,
  FETCH_ADDRESS_FORBIDDEN: (host) =>
    `${host} leads to an address that is not public, and nothing was sent there. If it may be fetched, say so: fetch.allowAddresses in the definition, or --allow-addresses with the address.`,
  FETCH_CONNECT_FAILED: (host) => `${host} takes no connection.`,
  FETCH_TIMEOUT: (host) => `${host} did not answer in time.`,
};

function failures({ summary }: RunReport): string[] {
  return summary.errors.map(
    ({ error, example }) => WORDS[error]?.(hostOf(example)) ?? `${hostOf(example)} could not be fetched: ${error}.`,
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host || url : url;
}

/** By robots.txt, which forbids it or cannot be had. */
function keptOut({ completeness }: RunReport): string[] {
  const limits = (completeness?.sites ?? []).flatMap(({ site, limits: all }) => all.map((limit) => ({ site, ...limit })));
  const words = limits.flatMap(({ site, by, detail }) => {
    if (by === 'robots') return [`The robots.txt of ${site} forbids what was to be visited.`];
    return by === 'closed' ? [`${site} is left alone: ${detail}.`] : [];
  });
  return words.slice(0, SITES_NAMED);
}

function leftOut({ summary }: RunReport): string[] {
  return summary.rejections.map(
    ({ filter, count, example }) =>
      `${count === 1 ? '1 address was' : `${count} addresses were`} left out by ${filter}, such as ${example}.`,
  );
}

function refusals({ summary }: RunReport): string[] {
  const statuses = summary.statuses.filter(({ status }) => status >= 400).map(({ status }) => status);
  return statuses.length ? [`What answered had no page: ${[...new Set(statuses)].join(', ')}.`] : [];
}
