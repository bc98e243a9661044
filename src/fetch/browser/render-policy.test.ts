import { describe, expect, it } from 'vitest';
import { inWords, RenderPolicy } from './render-policy.js';
import type { ScriptSigns } from './script-signs.js';

const SITE = 'https://a.test';
const signs = (chance: ScriptSigns['chance']) => () => ({ chance, because: 'the test says so' });
const never = (): never => {
  throw new Error('nobody should have looked');
};

/** Shows so many pages, each learning what it brings; returns how many were rendered. */
function show(
  policy: RenderPolicy,
  count: number,
  template: string,
  chance: ScriptSigns['chance'],
  gains: (page: number) => boolean,
): number {
  let rendered = 0;
  for (let page = 0; page < count; page++) {
    if (!policy.choose(SITE, template, signs(chance)).render) continue;
    rendered++;
    policy.learn(SITE, template, gains(page), 'so it was');
  }
  return rendered;
}

describe('what is rendered', () => {
  it('G-09 every page of a shape that rendering brings something to', () => {
    const policy = new RenderPolicy();
    expect(policy.isRendered(SITE, '/item/#')).toBe(false);
    expect(show(policy, 100, '/item/#', 'likely', () => true)).toBe(100);
    expect(policy.isRendered(SITE, '/item/#')).toBe(true);
    expect(policy.choose(SITE, '/item/#', never)).toMatchObject({ render: true });
  });

  it('no page whose scripts cannot add anything, and soon without looking', () => {
    const policy = new RenderPolicy();
    expect(show(policy, 2, '/a/#', 'none', () => true)).toBe(0);
    for (let page = 0; page < 40; page++) expect(policy.choose(SITE, '/a/#', never).render).toBe(false);
  });

  it('one page of a shape that rendering brings nothing to, then one in fifty', () => {
    const policy = new RenderPolicy();
    expect(show(policy, 40, '/a/#', 'possible', () => false)).toBe(1);
    expect(show(policy, 500, '/a/#', 'possible', () => false)).toBe(10);
  });

  it('a handful of pages of a site where every page has its own shape', () => {
    const policy = new RenderPolicy();
    const rendered = (chance: ScriptSigns['chance']) =>
      Array.from({ length: 300 }, (_, page) => show(policy, 1, `/wiki/${chance}${page}`, chance, () => false)).reduce(
        (sum, one) => sum + one,
        0,
      );
    expect(rendered('possible')).toBeLessThanOrEqual(10);
    expect(rendered('likely')).toBeLessThanOrEqual(10);
  });

  it('looks at few pages of a site that has no signs anywhere', () => {
    const policy = new RenderPolicy();
    let looked = 0;
    for (let page = 0; page < 1000; page++)
      policy.choose(SITE, `/wiki/${page}`, () => {
        looked++;
        return { chance: 'none', because: '' };
      });
    expect(looked).toBeLessThan(140);
  });

  it('notices when scripts begin to matter, and when they stop', () => {
    const policy = new RenderPolicy();
    show(policy, 200, '/a/#', 'possible', () => false);
    // The site is rebuilt: the next look finds more, and a few looks later it counts.
    show(policy, 400, '/a/#', 'likely', () => true);
    expect(policy.isRendered(SITE, '/a/#')).toBe(true);
    expect(show(policy, 40, '/a/#', 'likely', () => false)).toBeLessThan(15);
    expect(policy.isRendered(SITE, '/a/#')).toBe(false);
  });

  it('knows what an earlier run learned', () => {
    const first = new RenderPolicy();
    const learned = [first.learn(SITE, '/a', true, 'x'), first.learn(SITE, '/b', false, 'y')];
    const second = new RenderPolicy();
    second.restore(SITE, learned);
    expect(second.isRendered(SITE, '/a')).toBe(true);
    expect(second.choose(SITE, '/b', never)).toEqual({ render: false, because: 'rendering brought nothing at 1 pages like it' });
    expect(inWords(learned[0] as never)).toBe('rendering brought more at 1 of 1 pages like it (last: x)');
  });
});
