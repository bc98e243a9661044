/** Visits and what they come to, as tables: no database. */
import { describe, expect, it } from 'vitest';
import {
  bytesOf,
  comparedOf,
  digestsOf,
  document,
  idsFrom,
  knownOf,
  reading,
  SITE,
  told,
  visit,
  type World,
  waiting,
} from '../../../test/support/lifecycle-world.js';
import type { Evidence } from '../index.js';
import type { Change } from './change.js';
import { comparisonsOf, keysOf } from './keys.js';
import { lifecycle } from './lifecycle.js';
import { SiteWatches } from './site-watches.js';
import type { Visit } from './visit.js';

const SAME = reading('old', { operation: 'None', reason: 'the same', changed: [] });
const NEW = reading('new', { operation: 'Add', reason: 'not known before', changed: [] });
const GONE: Evidence = { kind: 'gone', detail: 'answered 404', run: 1, at: 9, fetch: 9 };

const broughtBy = (visits: readonly Visit[]) => ({ visits, deposits: [], conversions: [], readings: [] });
const TAKEN = { run: 2, deposits: [], conversions: [] };

type Watched = World & { readonly watches?: SiteWatches };

const decided = (visits: readonly Visit[], world: Watched, known = knownOf(world)) =>
  lifecycle(broughtBy(visits), TAKEN, known, comparedOf(world), { ids: idsFrom(), watches: world.watches ?? new SiteWatches() });
const decide = (visits: readonly Visit[], world: Watched = {}): readonly Change[] => decided(visits, world).changes;

describe('a visit', () => {
  it.each<[name: string, visit: Visit, world: World, changes: string[]]>([
    [
      'finds something new',
      visit(1, { version: NEW }),
      {},
      ['add-document 1001', 'add-version 1001', 'journal Add 1001', 'good-fetch 101'],
    ],
    ['finds it as it was', visit(1, { version: SAME }), { documents: [document(1)] }, ['checked 1', 'good-fetch 101']],
    ['brought nothing', visit(1), { documents: [document(1)] }, ['good-fetch 101']],
    ['ended badly', visit(1, { answer: null }), { documents: [document(1)] }, []],
    [
      'finds it changed, which waits, and so do its validators',
      visit(1, { version: reading('new') }),
      { documents: [document(1)] },
      ['add-version 1001', 'hold Upd 1 1001'],
    ],
    [
      'finds it changed, and that is sure',
      visit(1, { version: reading('new'), sure: true }),
      { documents: [document(1)] },
      ['add-version 1001', 'hold Upd 1 1001', 'set-current 1 1001', 'good-fetch 101', 'journal Upd 1', 'unhold 1', 'good-fetch 101'],
    ],
    [
      'finds the change that waits',
      visit(1, { version: reading('new') }),
      {
        documents: [document(1)],
        pending: [waiting(1)],
        compared: { comparable: new Map([[11, { title: 'new', metadata: '{}', digests: digestsOf('new') }]]) },
      },
      ['hold Upd 1 11'],
    ],
    [
      'finds another change than the one that waits',
      visit(1, { version: reading('newer') }),
      {
        documents: [document(1)],
        pending: [waiting(1)],
        compared: { comparable: new Map([[11, { title: 'new', metadata: '{}', digests: digestsOf('new') }]]) },
      },
      ['drop-version 11', 'add-version 1001', 'hold Upd 1 1001'],
    ],
    [
      'finds it as it was, so that what waited is not so',
      visit(1, { version: SAME }),
      { documents: [document(1)], pending: [waiting(1)] },
      ['drop-version 11', 'unhold 1', 'checked 1', 'good-fetch 101'],
    ],
    [
      'clears a suspicion',
      visit(1, { version: SAME }),
      { documents: [document(1, { state: 'suspected', evidence: [GONE] })] },
      ['checked 1', 'present 1', 'journal cleared 1', 'good-fetch 101'],
    ],
    [
      'finds a deleted document again',
      visit(1, { version: SAME }),
      { documents: [document(1, { state: 'deleted' })] },
      ['set-current 1 10', 'journal Add 1', 'good-fetch 101'],
    ],
    [
      'finds a deleted document changed',
      visit(1, { version: reading('new') }),
      { documents: [document(1, { state: 'deleted' })] },
      ['add-version 1001', 'set-current 1 1001', 'journal Add 1', 'good-fetch 101'],
    ],
    [
      'drops what it was compared with when it has changed',
      visit(1, { version: reading('new'), sure: true }),
      { documents: [document(1, { baseline: 17 })] },
      [
        'add-version 1001',
        'hold Upd 1 1001',
        'drop-version 17',
        'set-current 1 1001',
        'good-fetch 101',
        'journal Upd 1',
        'unhold 1',
        'good-fetch 101',
      ],
    ],
    [
      'renews digests that earlier rules made, of what it is compared with',
      visit(1, { version: { ...SAME, renews: true } }),
      { documents: [document(1, { baseline: 17 })] },
      ['checked 1', 'renew-digests 17', 'good-fetch 101'],
    ],
    ['leaves a sign', visit(1, { sign: { kind: 'gone', detail: 'answered 404' } }), { documents: [document(1)] }, ['hold Del 1 null']],
    [
      'leaves a sign in place of a change that waited',
      visit(1, { sign: { kind: 'gone', detail: 'answered 404' } }),
      { documents: [document(1)], pending: [waiting(1)] },
      ['drop-version 11', 'unhold 1', 'hold Del 1 null'],
    ],
    ['leaves a sign of what nobody knows', visit(1, { sign: { kind: 'gone', detail: 'answered 404' } }), {}, []],
    [
      'leaves a sign of what is deleted',
      visit(1, { sign: { kind: 'gone', detail: 'answered 404' } }),
      { documents: [document(1, { state: 'deleted' })] },
      [],
    ],
    ['says nothing of the document', visit(1, { sign: { kind: 'unusable', detail: 'a login' } }), { documents: [document(1)] }, []],
    ['reads a list', visit(1, { listing: new Uint8Array(16) }), {}, ['listing 1', 'good-fetch 101']],
  ])('%s', (_name, one, world, changes) => expect(decide([one], world).map(told)).toEqual(changes));

  it('keeps what earlier visits said against a document, eight pieces at most', () => {
    const evidence = Array.from({ length: 8 }, (_, run) => ({ kind: 'gone' as const, detail: 'answered 404', run, at: 1, fetch: 1 }));
    const world = { documents: [document(1)], pending: [waiting(1, { operation: 'Del', version: null, evidence })] };
    const [held] = decide([visit(1, { sign: { kind: 'elsewhere', detail: 'leads home', target: 'http://law.example/' } })], world);
    const pieces = held?.do === 'hold' ? held.pending.evidence : [];
    expect(pieces.map(({ run }) => run)).toEqual([1, 2, 3, 4, 5, 6, 7, 2]);
    expect(pieces.at(-1)).toMatchObject({ kind: 'elsewhere', target: 'http://law.example/', fetch: 101 });
  });
});

describe('a 304', () => {
  const OLD = { etag: '"a"', lastModified: null };
  const answer = (etag: string | null) => ({ status: 304, etag, lastModified: null, repeats: true });
  it.each([
    ['without validators says less than the answer it confirms', answer(null), [OLD], []],
    ['with the same validators says no more', answer('"a"'), [OLD], []],
    ['with others is news', answer('"b"'), [OLD], ['good-fetch 101']],
    ['is news where nothing counts yet', answer('"a"'), [], ['good-fetch 101']],
  ] as const)('%s', (_name, given, [before], changes) => {
    const known = knownOf({});
    if (before) known.validators.set(1, before);
    expect(decided([visit(1, { answer: given })], {}, known).changes.map(told)).toEqual(changes);
  });
});

describe('a batch', () => {
  const visits = [1, 2, 3, 4].map((resource) => visit(resource, { version: resource === 1 ? reading('new') : SAME }));
  const documents = [1, 2, 3, 4].map((resource) => document(resource));

  it('sees what its earlier visits did: after three more a change is sure', () => {
    const journal = decide(visits, { documents }).filter((change) => change.do === 'journal');
    expect(journal.map(told)).toEqual(['journal Upd 1']);
  });

  it('settles what has waited since an earlier batch', () => {
    const watches = new SiteWatches();
    watches.hold([waiting(7)]);
    const changes = decide(visits.slice(1), { documents: [...documents, document(7)], pending: [waiting(7)], watches });
    expect(changes.map(told)).toContain('journal Upd 7');
  });

  it('that is rolled back and tried again comes to the same', () => {
    const watches = new SiteWatches();
    watches.hold([waiting(7)]);
    const once = () => decide(visits.slice(1), { documents: [...documents, document(7)], pending: [waiting(7)], watches });
    expect(once()).toEqual(once());
  });

  it('teaches the watches what it held, once it is stored', () => {
    const watches = new SiteWatches();
    const { learned } = decided(visits.slice(0, 2), { documents, watches });
    expect(watches.dueWithin(new Map([[SITE, 2]]))).toEqual([]);
    watches.learn(learned);
    expect(watches.dueWithin(new Map([[SITE, 1]]))).toEqual([]);
    expect(watches.dueWithin(new Map([[SITE, 2]]))).toEqual([1]);
  });

  it('notes a page that lost half of its links when its change is sure', () => {
    const changed = reading('new', { changed: ['links'], links: bytesOf(Array.from({ length: 5 }, (_, n) => [`/${n}`])) });
    const world = { documents: [document(1)], compared: { links: new Map([[10, 12]]) } };
    const [shrunk] = decide([visit(1, { version: changed, sure: true })], world).filter((change) => change.do === 'shrunk-listing');
    expect(shrunk).toMatchObject({ resource: 1, entries: 5, previous: 12 });
  });
});

describe('what is read before a batch is decided', () => {
  const asked = (visits: readonly Visit[], world: World = {}) => {
    const brought = broughtBy(visits);
    const keys = keysOf(brought, new SiteWatches());
    return { keys, comparisons: comparisonsOf(brought, knownOf(world), keys) };
  };

  it('is the documents of versions and signs, and nothing for the rest', () => {
    const sign = { kind: 'gone', detail: 'answered 404' } as const;
    const { keys } = asked([visit(1, { version: SAME }), visit(2, { sign }), visit(3), visit(4, { sign: { ...sign, kind: 'unusable' } })]);
    expect(keys).toMatchObject({ resources: [1, 2], documents: [], validators: [] });
  });

  it('is what changed documents are compared with, and what waits for them', () => {
    const world = { documents: [document(1), document(2, { baseline: 27 }), document(3, { state: 'deleted' })], pending: [waiting(1)] };
    const changed = [1, 2, 3, 4].map((resource) => visit(resource, { version: reading('new') }));
    expect(asked(changed, world).comparisons).toEqual({ comparable: [27, 10, 11], links: [], fetches: [] });
  });

  it('is the links of what may be sure within the batch', () => {
    const links = reading('new', { changed: ['links'] });
    const visits = [1, 2, 3, 4].map((resource) => visit(resource, { version: resource === 4 ? SAME : links }));
    const world = { documents: [1, 2, 3, 4].map((resource) => document(resource)) };
    expect(asked(visits, world).comparisons.links).toEqual([10]);
  });
});
