/**
 * From the signs that visits left with a waiting deletion to evidence that can be weighed.
 *
 * A temporary redirect is a sign only where most of the site's redirects lead, which is known when the site has been
 * gone through; until then its target is kept with it.
 */
import { type Evidence, redirectEnds } from '../index.js';
import type { Pending, StoredSign } from './known.js';

/** What speaks against each of the documents of one site. */
export function evidenceOf(rows: readonly Pending[]): (row: Pending) => Evidence[] {
  const targets = rows.flatMap(({ evidence }) => evidence.slice(-1).flatMap(({ target }) => target ?? []));
  const ends = redirectEnds(targets);
  return ({ evidence }) => evidence.flatMap((sign) => asEvidence(sign, (target) => ends.has(target)));
}

/** The same when a person has said that the document is gone: then every redirect is one from it. */
export const acceptedEvidenceOf = ({ evidence }: Pending): Evidence[] => evidence.flatMap((sign) => asEvidence(sign, () => true));

function asEvidence({ target, kind, ...piece }: StoredSign, isEnd: (target: string) => boolean): Evidence[] {
  if (kind !== 'elsewhere') return [{ kind, ...piece }];
  return target !== undefined && isEnd(target) ? [{ kind: 'home', ...piece }] : [];
}
