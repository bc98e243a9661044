import { expect, it } from 'vitest';
import { deliveredIn, editionIn, type KnownEdition, placeOf, remainingAfter, writtenEdition } from './edition.js';

it.each([
  ['of a full archive', 'legi/global/A.xml', 'legi/global/A'],
  ['with the stamp of a delta', '20310114-210501/legi/global/A.xml', 'legi/global/A'],
  ['with a stamp of a day', '20310114/legi/A.xml', 'legi/A'],
  ['of a list of deletions', 'legi/global/A', 'legi/global/A'],
  ['with a dot in front', './20310114-210501//legi/A.xml', 'legi/A'],
  ['a bare name', 'A.xml', 'A'],
  ['of digits that are no stamp', '2031/05/A.xml', '2031/05/A'],
])('a path %s has its place', (_case, path, place) => expect(placeOf(path)).toBe(place));

const known = (stamp: string, ...places: string[]): KnownEdition => ({ stamp, places });

it.each<[string, KnownEdition | null, string, KnownEdition | null]>([
  ['gone from its only place', known('1', 'a/A'), 'a/A', null],
  ['moved: delivered at another place before', known('2', 'a/A', 'b/A'), 'a/A', known('2', 'b/A')],
  ['at another place all along', known('1', 'b/A'), 'a/A', known('2', 'b/A')],
  ['delivered and deleted at the same place', known('2', 'a/A'), 'a/A', null],
  ['named alone, and not delivered', known('1', 'a/A'), 'A', null],
  ['named alone, but delivered by the same archive', known('2', 'a/A'), 'A', known('2', 'a/A')],
  ['told of by a later archive', known('3', 'a/A'), 'a/A', known('3', 'a/A')],
  ['without any place that is known', null, 'a/A', null],
])('what a list of deletions leaves of a document %s', (_case, before, place, left) =>
  expect(remainingAfter({ stamp: '2', place }, before)).toEqual(left),
);

it('is written and read back; other stamps say nothing of archives', () => {
  const edition = deliveredIn({ stamp: '2', place: 'b/A' }, known('1', 'a/A'));
  expect(edition).toEqual(known('2', 'a/A', 'b/A'));
  expect(editionIn(writtenEdition(edition))).toEqual(edition);
  expect([editionIn('2031-01-01'), editionIn(null)]).toEqual([null, null]);
});
