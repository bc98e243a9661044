/**
 * From the signs that visits left with a waiting deletion to evidence that can be weighed.
 *
 * A temporary redirect is a sign only where most of the site's redirects lead, which is known when the site has been
 * gone through; until then its target is kept with it.
 */
import { type Evidence, redirectEnds } from '../../decide/index.js';
import type { DocumentSign } from '../../store/index.js';
import type { PendingRow } from './pending-rows.js';

/** As stored in `pending.evidence`. */
export type StoredSign = Omit<Evidence, 'kind'> & {
  readonly kind: Exclude<DocumentSign['kind'], 'unusable'>;
  readonly target?: string;
};

const signsOf = ({ evidence }: PendingRow): StoredSign[] => JSON.parse(evidence) as StoredSign[];

/** What speaks against each of the documents of one site. */
export function evidenceOf(rows: readonly PendingRow[]): (row: PendingRow) => Evidence[] {
  const targets = rows.flatMap((row) =>
    signsOf(row)
      .slice(-1)
      .flatMap(({ target }) => target ?? []),
  );
  const ends = redirectEnds(targets);
  return (row) => signsOf(row).flatMap((sign) => asEvidence(sign, (target) => ends.has(target)));
}

/** The same when a person has said that the document is gone: then every redirect is one from it. */
export const acceptedEvidenceOf = (row: PendingRow): Evidence[] => signsOf(row).flatMap((sign) => asEvidence(sign, () => true));

function asEvidence({ target, kind, ...piece }: StoredSign, isEnd: (target: string) => boolean): Evidence[] {
  if (kind !== 'elsewhere') return [{ kind, ...piece }];
  return target !== undefined && isEnd(target) ? [{ kind: 'home', ...piece }] : [];
}
