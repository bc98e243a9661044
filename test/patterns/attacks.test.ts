/** The check of patterns finds those that are known to run away, and lets those pass that are in order. */
import { describe, expect, it } from 'vitest';
import { attacksOn } from './attacks.js';
import { measureStep, runnerOf, worstOf } from './measure.js';

const MOST = 150;
const stepNs = measureStep();
const stepsOf = (pattern: RegExp): number =>
  worstOf(runnerOf(pattern.source, pattern.flags), attacksOn(pattern.source, pattern.flags) ?? [], stepNs, MOST).steps;

describe('attacks on patterns', () => {
  it.each([
    ['a run that is tried from each of its characters', /\/+$/],
    ['two parts that share a run', /^\S*\d{5,}-/],
    ['a start that is repeated and never ends', /<meta\s[^>]*>/gi],
    ['a lazy part behind a start that is repeated', /<rdf:RDF\s[\s\S]*?<\/rdf:RDF>/],
    ['a run that something else than its end follows', /[^/#]*$/],
    ['more ways than anybody can try', /^(?:\w+\s?)*$/],
    ['a bound so large that it is none', /\bprefix[^<>]{0,5000}=/],
  ])('%s is found', (_what, pattern) => {
    expect(stepsOf(pattern)).toBeGreaterThan(MOST);
  });

  it.each([
    ['a run that is tried from its first character only', /(?<!\/)\/+$/],
    ['as many digits as count', /^\S*\d{5}-/],
    ['a tag that ends before the next begins', /<meta\s[^<>]*>/gi],
    ['words and what is between them', /^\w+(?:\s\w+)*$/],
  ])('%s is in order', (_what, pattern) => {
    expect(stepsOf(pattern)).toBeLessThanOrEqual(MOST);
  });

  it('nothing is tried where nothing repeats for long', () => {
    expect(attacksOn('^\\d{4}-\\d{2}(?:-\\d{2})?$', '')).toBeNull();
  });
});
