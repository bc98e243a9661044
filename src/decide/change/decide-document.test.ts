import { describe, expect, it } from 'vitest';
import { concludeAbsence, mayDeleteAnswering, planAbsence } from '../evidence/decide-absence.js';
import { decideDocument } from './decide-document.js';

const known = (name: string, md5: string, compared: string | null = null) => ({ name, md5, compared });

describe('a document of several files', () => {
  it.each([
    ['E-37 not known: everything is Add', null, [known('a', '1')], 'Add', { a: 'Add' }],
    ['E-38 the same bytes', [known('a', '1')], [known('a', '1')], 'None', { a: 'None' }],
    ['E-38 other bytes', [known('a', '1')], [known('a', '2')], 'Upd', { a: 'Upd' }],
    ['E-39 an annex more', [known('a', '1')], [known('a', '1'), known('b', '2')], 'Upd', { a: 'None', b: 'Add' }],
    ['E-39 an annex less', [known('a', '1'), known('b', '2')], [known('a', '1')], 'Upd', { a: 'None', b: 'Del' }],
    ['other bytes, but what is compared is the same', [known('a', '1', 'x')], [known('a', '2', 'x')], 'None', { a: 'None' }],
    ['what is compared differs', [known('a', '1', 'x')], [known('a', '2', 'y')], 'Upd', { a: 'Upd' }],
    ['compared now and not then: bytes decide', [known('a', '1')], [known('a', '1', 'x')], 'None', { a: 'None' }],
    ['not modified, or not to be had', [known('a', '1')], [{ name: 'a', md5: null, compared: null }], 'None', { a: 'None' }],
  ] as const)('%s', (_case, before, seen, operation, files) => {
    const decision = decideDocument(before, seen);
    expect(decision.operation).toBe(operation);
    expect(Object.fromEntries(decision.files)).toEqual(files);
  });

  it('says what happened', () => {
    expect(decideDocument([known('a', '1'), known('b', '1')], [known('a', '2'), known('c', '1')]).reason).toBe(
      '1 file added, 1 changed, 1 removed',
    );
  });
});

describe('what is missing from a list', () => {
  const rules = { absent: 'delete', most: 0.1, least: 3 } as const;

  it.each([
    [10, 0, false, null],
    [10, 3, true, null],
    [10, 4, false, 'deletion.most'],
    [100, 10, true, null],
    [100, 11, false, 'deletion.most'],
  ])('E-40 of %i known, %i missing', (all, missing, looksAt, rule) => {
    const plan = planAbsence(all, missing, rules);
    expect([plan.looksAt, plan.heldBack?.rule ?? null]).toEqual([looksAt, rule]);
  });

  it('concludes nothing where the connector says so', () => {
    expect(planAbsence(10, 3, { ...rules, absent: 'ignore' }).looksAt).toBe(false);
  });

  it.each([
    ['gone', 'delete', true, 'delete'],
    ['gone', 'suspect', true, 'suspect'],
    ['answers', 'delete', true, 'delete'],
    ['answers', 'delete', false, 'hold'],
    ['unclear', 'delete', true, 'suspect'],
  ] as const)('a probe that says %s (%s) means %s %s', (probe, absent, mayGo, expected) => {
    expect(concludeAbsence(probe, { ...rules, absent }, mayGo)).toBe(expected);
  });

  it.each([
    [5, 1, true],
    [5, 2, false],
    [40, 4, true],
    [40, 5, false],
  ])('of %i known, %i that still answer', (all, answering, may) => expect(mayDeleteAnswering(all, answering)).toBe(may));
});
