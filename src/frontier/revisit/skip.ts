/** Failures that further runs do not ask for again: some answers, hosts that do not exist; for a while or for good. */
import type { KnownResource } from './plan.js';

export interface SkipRules {
  readonly statuses: readonly number[];
  readonly unknownHosts: boolean;
  /** Milliseconds after which it is asked for again; 0: never. */
  readonly recheck: number;
}

const UNKNOWN_HOST = 'FETCH_DNS_NOT_FOUND';

export const skipsNothing = ({ statuses, unknownHosts }: SkipRules): boolean => statuses.length === 0 && !unknownHosts;

/** True for a resource whose last visit says that it is to be left alone at `now`. */
export function isSkipped(resource: Pick<KnownResource, 'triedAt' | 'status' | 'error'>, rules: SkipRules, now: number): boolean {
  const { triedAt, status, error = null } = resource;
  const isMeant = error === UNKNOWN_HOST ? rules.unknownHosts : error === null && rules.statuses.includes(status ?? 0);
  return isMeant && (rules.recheck === 0 || now - (triedAt ?? 0) < rules.recheck);
}
