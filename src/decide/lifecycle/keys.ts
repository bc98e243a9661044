/**
 * What a back end has to read before a batch can be decided: first by what the batch names, then what that is compared with.
 */
import { VISITS_WAITED } from '../index.js';
import type { Known, Pending, Reading } from './known.js';
import { asksForValidators } from './news.js';
import type { SiteWatches } from './site-watches.js';
import type { Visit } from './visit.js';

export interface KnownKeys {
  /** Whose documents are asked for, with what waits for them. */
  readonly resources: readonly number[];
  /** Documents that wait and may be sure now: asked for with their rows. */
  readonly waiting: readonly number[];
  /** Whose validators are asked for. */
  readonly validators: readonly number[];
}

/** Versions to read for comparing. */
export interface Comparisons {
  readonly comparable: readonly number[];
  /** Whose links are counted. */
  readonly links: readonly number[];
  /** Whose fetch is asked for. */
  readonly fetches: readonly number[];
}

export function keysOf(visits: readonly Visit<Reading>[], watches: SiteWatches): KnownKeys {
  const resources: number[] = [];
  const validators: number[] = [];
  const visitsOf = new Map<number, number>();
  for (const { resource, site, version, sign, answer } of visits) {
    if (version) visitsOf.set(site, (visitsOf.get(site) ?? 0) + 1);
    if (version || (sign && sign.kind !== 'unusable')) resources.push(resource);
    if (answer && asksForValidators(answer)) validators.push(resource);
  }
  return { resources, waiting: watches.dueWithin(visitsOf), validators };
}

export function comparisonsOf(visits: readonly Visit<Reading>[], known: Known, { waiting }: KnownKeys): Comparisons {
  const comparable: number[] = [];
  const links: number[] = [];
  const after = new Map<number, number>();
  for (const { resource, site, version, sure } of [...visits].reverse()) {
    if (!version) continue;
    const visitsAfter = after.get(site) ?? 0;
    after.set(site, visitsAfter + 1);
    const document = version.operation === 'None' ? undefined : known.documentAt(resource);
    if (!document || document.state === 'deleted') continue;
    const waited = versionOf(known.pending.get(document.id));
    comparable.push(document.baseline ?? document.version, ...waited);
    const maySettle = sure || visitsAfter >= VISITS_WAITED;
    if (maySettle && version.changed.includes('links')) links.push(document.version, ...waited);
  }
  for (const each of waiting) {
    const row = known.pending.get(each);
    const current = known.document(each)?.version;
    if (current !== undefined && row?.changed.includes('links')) links.push(current, ...versionOf(row));
  }
  return { comparable, links, fetches: [] };
}

const versionOf = (row: Pending | undefined): number[] => (row?.version == null ? [] : [row.version]);
