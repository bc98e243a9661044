import { expect, it } from 'vitest';
import type { KnownDocument } from '../../store/index.js';
import { documentStory } from './document-story.js';

const DOCUMENT: KnownDocument = {
  identifier: 'https://example.org/a',
  state: 'present',
  evidence: '[]',
  firstSeen: 0,
  lastChanged: 1000,
  lastChecked: 2000,
  deleted: null,
  checks: 3,
  changes: 1,
  title: 'A',
  language: 'en',
  type: 'text/html',
  score: null,
  duplicateOf: null,
  similarity: null,
  notes: null,
  entries: [
    {
      sequence: 7,
      operation: 'Upd',
      run: 2,
      at: 1000,
      reason: 'title changed',
      changed: '["title","links"]',
      evidence: '[]',
      suspicion: null,
      digests: '{"title":"sha256:new","links":null}',
      digestsBefore: '{"title":"sha256:old","links":"sha256:l"}',
      fetch: 4,
    },
  ],
  pending: null,
};

it('each changed field has both digests', () => {
  const [entry] = documentStory(DOCUMENT).entries;
  expect(entry).toMatchObject({ sequence: 7, at: '1970-01-01T00:00:01.000Z' });
  expect(entry?.changed).toEqual([
    { field: 'title', before: 'sha256:old', after: 'sha256:new' },
    { field: 'links', before: 'sha256:l', after: null },
  ]);
});

it('what is held back names its anomaly and the way out', () => {
  const anomaly = { id: 3, kind: 'many-gone', detail: '40 of 50', state: 'open' };
  const pending = {
    operation: 'Del',
    run: 2,
    at: 0,
    reason: 'gone',
    changed: '[]',
    evidence: '[{"kind":"gone","detail":"404","run":2}]',
    anomaly,
  };
  const story = documentStory({ ...DOCUMENT, pending });
  expect(story.pending).toMatchObject({ anomaly, evidence: [{ kind: 'gone', detail: '404', run: 2 }] });
  expect(story.outlook).toContain('winnow anomalies');
});

it.each([
  ['present', /^Deleted only on two kinds of evidence/],
  ['suspected', /^Deleted when the next run finds evidence again/],
  ['deleted', /^A good answer brings it back under the same identifier/],
])('a %s document has its outlook', (state, outlook) => expect(documentStory({ ...DOCUMENT, state }).outlook).toMatch(outlook));

it('lists that are spoilt hide nothing else', () => {
  const [entry] = DOCUMENT.entries;
  const story = documentStory({ ...DOCUMENT, evidence: '{', entries: [{ ...entry, changed: 'no', digests: '{' } as never] });
  expect(story).toMatchObject({ evidence: [], entries: [{ changed: [], reason: 'title changed' }] });
});
