/** What waited, decided at the end of a run or by a person, as tables: no database. */
import { describe, expect, it } from 'vitest';
import { document, knownOf, ruled, SITE, told, type World, waiting } from '../../../test/support/lifecycle-world.js';
import type { Evidence } from '../index.js';
import { type DoubtfulSite, decideChanges, decideDeletions, isComplete } from './end-of-run.js';
import { decideFiles } from './files.js';
import { type AnomalyVerdict, closeAnomalies, judgeAnomaly } from './hold-back.js';
import { anomalyKey, type Known, type KnownFileState, type Pending, type StoredSign } from './known.js';

const END = { run: 2, now: 9000 };
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const worldOf = (pending: readonly Pending[]): World => ({ documents: pending.map(({ document: id }) => document(id)), pending });

const sign = (more: Partial<StoredSign> = {}): StoredSign => ({
  kind: 'gone',
  detail: 'answered 404',
  run: 2,
  at: 500,
  fetch: 50,
  ...more,
});
const inDoubt = (id: number, ...signs: StoredSign[]): Pending =>
  waiting(id, { operation: 'Del', version: null, changed: [], digest: null, pieces: null, evidence: signs.length ? signs : [sign()] });

describe('changes of a site', () => {
  const decided = (rows: readonly Pending[], pages: number, known = knownOf(worldOf(rows))) =>
    ruled(worldOf(rows), (documents) => decideChanges({ site: SITE, rows, pages, inDoubt: 0 }, END, documents), known).map(told);
  const journalled = (lines: readonly string[]) => lines.filter((line) => /^(?:journal|anomaly|hold-back|set-baseline)/.test(line));

  it('that stand alone are sure', () => {
    const rows = [waiting(1), waiting(2)];
    expect(decided(rows, 20)).toEqual(
      [1, 2].flatMap((id) => [`set-current ${id} ${10 * id + 1}`, 'good-fetch 50', `journal Upd ${id}`, `unhold ${id}`]),
    );
  });

  it('that turned into one text are held back', () => {
    const rows = numbers(3).map((id) => waiting(id, { digest: 'for sale' }));
    expect(decided(rows, 10)).toEqual(['anomaly 1001 one-text', 'hold-back 1 1001', 'hold-back 2 1001', 'hold-back 3 1001']);
  });

  it('that an anomaly held back before go on with it', () => {
    const rows = numbers(3).map((id) => waiting(id, { digest: 'for sale' }));
    const known = knownOf(worldOf(rows));
    known.anomalies.set(anomalyKey(SITE, 'one-text'), 7);
    expect(decided(rows, 10, known)).toEqual(['anomaly-again 7', 'hold-back 1 7', 'hold-back 2 7', 'hold-back 3 7']);
  });

  it('that all share are the template', () => {
    const rows = numbers(4).map((id) => waiting(id, { pieces: ['+banner'] }));
    expect(journalled(decided(rows, 4))).toEqual(numbers(4).map((id) => `set-baseline ${id} ${10 * id + 1}`));
  });

  it('of files are the document’s own, whatever the template does', () => {
    const rows = numbers(4).map((id) => waiting(id, { pieces: ['+banner'], changed: ['files'] }));
    expect(journalled(decided(rows, 4))).toEqual(numbers(4).map((id) => `journal Upd ${id}`));
  });
});

const EARLIER: Evidence = { kind: 'gone', detail: 'answered 404', run: 1, at: 9, fetch: 9 };

describe('documents in doubt', () => {
  const decided = (rows: readonly Pending[], site: Partial<DoubtfulSite> = {}, world = worldOf(rows)) => {
    const everywhere = new Set(rows.map(({ document: id }) => id));
    const whole = { site: SITE, rows, pages: 30, complete: true, listed: new Set<number>(), foundHere: everywhere, lists: [], ...site };
    return ruled(world, (documents) => decideDeletions(whole, END, documents)).map(told);
  };

  it.each<[name: string, rows: readonly Pending[], site: Partial<DoubtfulSite>, changes: string[]]>([
    ['that answer 404 and stand on no list are deleted', [inDoubt(1)], {}, ['deleted 1', 'journal Del 1', 'unhold 1']],
    ['that are still listed are suspected', [inDoubt(1)], { listed: new Set([1]) }, ['suspected 1', 'journal suspected 1', 'unhold 1']],
    [
      'of a site that was not gone through are suspected',
      [inDoubt(1)],
      { complete: false },
      ['suspected 1', 'journal suspected 1', 'unhold 1'],
    ],
    ['that never were on a list are suspected', [inDoubt(1)], { foundHere: new Set() }, ['suspected 1', 'journal suspected 1', 'unhold 1']],
    [
      'of which only a redirect of its own speaks are what they were',
      [inDoubt(1, sign({ kind: 'elsewhere', target: '/a' }))],
      {},
      ['unhold 1'],
    ],
  ])('%s', (_name, rows, site, changes) => expect(decided(rows, site)).toEqual(changes));

  it('that an earlier run met too are deleted', () => {
    const world = { documents: [document(1, { state: 'suspected', evidence: [EARLIER] })], pending: [inDoubt(1)] };
    expect(decided([inDoubt(1)], { complete: false }, world)).toContain('journal Del 1');
  });

  it('redirected to where most of the site leads are gone', () => {
    const rows = numbers(3).map((id) => inDoubt(id, sign({ kind: 'elsewhere', target: 'http://law.example/' })));
    expect(decided(rows).filter((line) => line.startsWith('journal'))).toEqual(['journal Del 1', 'journal Del 2', 'journal Del 3']);
  });

  it('are held back when they are too many at once', () => {
    const changes = decided(numbers(11).map((id) => inDoubt(id)));
    expect(changes).toEqual(['anomaly 1001 mass-gone', ...numbers(11).map((id) => `hold-back ${id} 1001`)]);
  });

  it('are held back where only a list that shrank says more', () => {
    const lists = [{ url: 'http://law.example/', entries: 5, previous: 20 }];
    expect(decided([inDoubt(1)], { lists })).toEqual(['anomaly 1001 listing-shrank', 'hold-back 1 1001']);
  });
});

it.each([
  ['gone through', { queued: 0, robots: 'parsed', visits: 20, failures: 1 }, false, true],
  ['with a queue', { queued: 1, robots: 'parsed', visits: 20, failures: 0 }, false, false],
  ['without robots.txt', { queued: 0, robots: 'unavailable', visits: 20, failures: 0 }, false, false],
  ['that nobody visited', { queued: 0, robots: 'parsed', visits: 0, failures: 0 }, false, false],
  ['with one visit in ten that failed', { queued: 0, robots: 'parsed', visits: 20, failures: 2 }, false, false],
  ['in a run that visits a part', { queued: 0, robots: 'parsed', visits: 20, failures: 0 }, true, false],
])('a site %s', (_name, facts, partial, complete) => expect(isComplete(facts, partial)).toBe(complete));

describe('an anomaly', () => {
  const held = [waiting(1, { anomaly: 5 }), { ...inDoubt(2), anomaly: 5 }];
  const judged = (verdict: AnomalyVerdict['verdict'], state: string | undefined = 'open') => {
    let counts: unknown;
    const changes = ruled(worldOf(held), (documents) => {
      counts = judgeAnomaly({ id: 5, verdict, now: 9 }, state, held, documents);
    });
    return { counts, changes: changes.map(told) };
  };

  it('that a person accepts is so', () => {
    const { counts, changes } = judged('accept');
    expect(counts).toEqual({ updated: 1, deleted: 1, dropped: 0 });
    expect(changes).toEqual([
      'set-current 1 11',
      'good-fetch 50',
      'journal Upd 1',
      'unhold 1',
      'deleted 2',
      'journal Del 2',
      'unhold 2',
      'accepted 5',
    ]);
  });

  it('that a person rejects is not', () => {
    const { counts, changes } = judged('reject');
    expect(counts).toEqual({ updated: 0, deleted: 0, dropped: 2 });
    expect(changes).toEqual(['drop-version 11', 'unhold 1', 'unhold 2', 'rejected 5']);
  });

  it('is decided once', () => {
    expect(() => judged('accept', 'accepted')).toThrow('Anomaly 5 is accepted already.');
    expect(() => ruled({}, (documents) => void judgeAnomaly({ id: 5, verdict: 'accept', now: 9 }, undefined, [], documents))).toThrow(
      'There is no anomaly 5.',
    );
  });

  it('is over when it holds nothing back any more', () => {
    const open = [
      { id: 5, documents: 2 },
      { id: 6, documents: 0 },
    ];
    expect(ruled({}, (documents) => closeAnomalies(open, 9, documents)).map(told)).toEqual([
      'anomaly-holds 5',
      'anomaly-holds 6',
      'closed 6',
    ]);
  });
});

describe('a document of several files', () => {
  const state = (md5: string, gone = 0): KnownFileState => ({ fetch: 60, type: 'application/pdf', md5, sha256: md5, gone });
  const decided = (world: World, fill: (known: Known) => void) => {
    const known = knownOf(world);
    fill(known);
    return ruled(world, (documents) => decideFiles(1, END, documents), known).map(told);
  };
  const with2 = (version: number | null) => (known: Known) => {
    known.fileLists.set(1, { files: [2], version });
    known.fileStates.set(2, state('a'));
    known.versionFiles.set(10, [{ resource: 2, md5: 'a' }]);
  };

  it.each<[name: string, world: World, fill: (known: Known) => void, changes: string[]]>([
    ['gets its first files', { documents: [document(1)] }, with2(null), ['main-file 10', 'add-file 10', 'files-decided 1']],
    ['is as it was', { documents: [document(1)] }, with2(10), []],
    [
      'has a new version of its page',
      { documents: [document(1, { version: 11 })] },
      with2(10),
      ['main-file 11', 'copy-file 11', 'files-decided 1'],
    ],
    [
      'has another file',
      { documents: [document(1)] },
      (known) => {
        with2(10)(known);
        known.fileStates.set(2, state('b'));
      },
      ['copy-version 1001', 'set-current 1 1001', 'journal Upd 1', 'main-file 1001', 'add-file 1001', 'files-decided 1'],
    ],
    ['waits while its page is in doubt', { documents: [document(1)], pending: [inDoubt(1)] }, with2(null), []],
    ['waits while its page is suspected', { documents: [document(1, { state: 'suspected' })] }, with2(null), []],
  ])('%s', (_name, world, fill, changes) => expect(decided(world, fill)).toEqual(changes));
});
