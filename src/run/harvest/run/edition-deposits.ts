/** What follows from a row of an archive for a document that is known: see edition.ts. */
import type { Deposited, NewDeposit } from '../../../store/index.js';
import { goneDeposit, sameDeposit } from '../document/make-deposit.js';
import { deliveredIn, type Edition, editionIn, remainingAfter, writtenEdition } from '../edition.js';

export interface EditionDeposit {
  readonly deposit: NewDeposit;
  /** It is told of; else only where it lies has changed. */
  readonly isTold: boolean;
}

/** A later archive, or this one, has told of it: that it stands here too is all there is to learn. */
export function toldLater(found: Deposited, edition: Edition, run: number, now: number): EditionDeposit | null {
  const before = editionIn(found.stamp);
  if (found.isDeleted || before === null) return null;
  const after = before.stamp === edition.stamp ? deliveredIn(edition, before) : before;
  const isTold = found.run !== run;
  if (!isTold && after.places.length === before.places.length) return null;
  return { isTold, deposit: sameDeposit(found, 'this archive or a later one has told of it', writtenEdition(after), now) };
}

/** Gone from one place; from the last one, gone altogether. */
export function goneIn(found: Deposited, edition: Edition, now: number): EditionDeposit | null {
  if (found.isDeleted) return null;
  const before = editionIn(found.stamp);
  const left = remainingAfter(edition, before);
  if (left === null) {
    const evidence = [`The archive stamped ${edition.stamp} says that ${edition.place} is gone.`];
    const gone = goneDeposit(found, 'Del', 'an archive says that it is gone', evidence, now);
    return { isTold: true, deposit: { ...gone, stamp: writtenEdition({ stamp: edition.stamp, places: [] }) } };
  }
  if (left.places.length === before?.places.length) return null;
  return { isTold: false, deposit: sameDeposit(found, 'gone from one of its places', writtenEdition(left), now) };
}
