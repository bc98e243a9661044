/** What became of the seeds of a run that reached nothing: each is followed through its redirects to where they ended. */
import type { PageVisit } from '../../store/index.js';

export interface SeedFates {
  /** One for each seed that answered, or was led elsewhere. */
  readonly sentences: readonly string[];
  /** Addresses that are spoken of. */
  readonly told: ReadonlySet<string>;
}

export function seedFates(visits: readonly PageVisit[]): SeedFates {
  const byUrl = new Map(visits.map((visit) => [visit.url, visit]));
  const told = new Set<string>();
  const sentences = visits.filter(({ isSeed }) => isSeed).flatMap((seed) => fateOf(seed, byUrl, told) ?? []);
  return { sentences: [...new Set(sentences)], told };
}

function fateOf(seed: PageVisit, visits: ReadonlyMap<string, PageVisit>, told: Set<string>): string | null {
  const passed = new Set<string>();
  for (let visit = seed; ; ) {
    passed.add(visit.url);
    const target = targetOf(visit);
    if (target === null) return answer(seed, visit);
    if (passed.has(target)) return `${seed.url} redirects in a circle: check the address, or whether the site wants cookies.`;
    if (visit.reason?.startsWith('FETCH_TOO_MANY_REDIRECTS')) return `${seed.url} redirects again and again, the last time to ${target}.`;
    const next = visits.get(target);
    if (next === undefined) {
      told.add(target);
      return `${seed.url} leads to ${target}, which is out of scope. Start from there instead, or widen the scope.`;
    }
    visit = next;
  }
}

function targetOf({ url, status, location }: PageVisit): string | null {
  if (status === null || status < 300 || status >= 400 || location === null || !URL.canParse(location, url)) return null;
  const target = new URL(location, url);
  target.hash = '';
  return target.href;
}

function answer(seed: PageVisit, { url, status, reason }: PageVisit): string | null {
  if (status === null || status === 0) return null; // what failed is told of its site
  const who = url === seed.url ? url : `${seed.url} leads to ${url}, which`;
  return status < 400
    ? `${who} has nothing to keep: ${reason ?? 'no page'}.`
    : `${who} ${meaningOf(status)} (${status})${ADVICE[status] ?? ''}.`;
}

function meaningOf(status: number): string {
  return MEANINGS[status] ?? (status >= 500 ? 'fails at its server' : 'refuses the visit');
}

const MEANINGS: Readonly<Record<number, string>> = {
  401: 'asks for a user name and a password',
  403: 'refuses the visit',
  404: 'does not exist',
  407: 'is behind a proxy that asks for a password',
  410: 'is gone for good',
  429: 'asks for fewer visits',
  451: 'is withheld for legal reasons',
  503: 'is not available for now',
};

const ADVICE: Readonly<Record<number, string>> = {
  401: ': name them under fetch.credentials in the definition',
  404: ': check the address',
  429: ': try again later, with a longer --delay',
  500: ': try again later',
  502: ': try again later',
  503: ': try again later',
  504: ': try again later',
};
