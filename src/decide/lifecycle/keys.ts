/**
 * What a back end has to read before a batch can be decided: first by what the batch names, then what that is compared with.
 */
import { VISITS_WAITED } from '../index.js';
import type { Known, Pending } from './known.js';
import type { Brought } from './lifecycle.js';
import { asksForValidators } from './news.js';
import type { SiteWatches } from './site-watches.js';
import type { Visit } from './visit.js';

export interface KnownKeys {
  /** Whose documents are asked for, with what waits for them. */
  readonly resources: readonly number[];
  /** Documents that are asked for themselves, with what waits for them: their changes may be sure now. */
  readonly documents: readonly number[];
  /** Whose validators are asked for. */
  readonly validators: readonly number[];
  /** Whether they were taken down, who has their keys, and the files of the versions they have. */
  readonly deposits: readonly DepositKeys[];
  /** Where their sources stand, and what was made of them already. */
  readonly conversions: readonly ConversionKeys[];
  /** Versions that may be unread. */
  readonly readings: readonly number[];
}

export interface DepositKeys {
  readonly resource: number;
  readonly crawler: string;
  readonly key: string;
}

export interface ConversionKeys {
  readonly version: number;
  /** SHA-256 of the source. */
  readonly source: string | null;
}

/** Versions to read for comparing. */
export interface Comparisons {
  readonly comparable: readonly number[];
  /** Whose links are counted. */
  readonly links: readonly number[];
  /** Whose fetch is asked for. */
  readonly fetches: readonly number[];
}

export function keysOf({ visits, deposits, conversions, readings }: Brought, watches: SiteWatches): KnownKeys {
  const resources: number[] = [];
  const validators: number[] = [];
  const visitsOf = new Map<number, number>();
  for (const { resource, site, version, sign, answer } of visits) {
    if (version) visitsOf.set(site, (visitsOf.get(site) ?? 0) + 1);
    if (version || (sign && sign.kind !== 'unusable')) resources.push(resource);
    if (answer && asksForValidators(answer)) validators.push(resource);
  }
  return {
    resources,
    documents: watches.dueWithin(visitsOf),
    validators,
    deposits: deposits.map(({ resource, deposit: { crawler, key } }) => ({ resource, crawler, key })),
    conversions: conversions.map(({ version, file }) => ({ version, source: file.compared ?? null })),
    readings: readings.map(({ version }) => version),
  };
}

export function comparisonsOf({ visits, deposits }: Brought, known: Known, { documents }: KnownKeys): Comparisons {
  const { comparable, links } = comparisonsOfVisits(visits, known);
  for (const each of documents) links.push(...linksOf(known.pending.get(each), known));
  const copied = deposits.flatMap(({ resource, deposit }) => (deposit.version ? [] : (known.documentAt(resource) ?? [])));
  return { comparable, links, fetches: copied.map(({ baseline, version }) => baseline ?? version) };
}

function comparisonsOfVisits(visits: readonly Visit[], known: Known): { comparable: number[]; links: number[] } {
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
  return { comparable, links };
}

/** Versions whose links are counted when a change that waits is sure. */
export function linksOf(row: Pending | undefined, known: Known): number[] {
  if (!row?.changed.includes('links')) return [];
  return [known.document(row.document)?.version ?? [], versionOf(row)].flat();
}

const versionOf = (row: Pending | undefined): number[] => (row?.version == null ? [] : [row.version]);
