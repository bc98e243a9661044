/** Whoever asks that every page be rendered is told of each that was not, and why. */
import { expect, it } from 'vitest';
import { linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';

const { workspace, fixture } = crawling();
const page = (words: string): string => `<!doctype html><title>${words}</title><p>${words}`;

it.each([
  ['with requisites, robots.txt ignored', { capture: { render: 'always', requisites: true }, robots: 'ignore' }],
  ['without', { capture: { render: 'always' }, robots: 'obey' }],
] as const)('a browser that cannot be started is told with the number of pages: %s', async (_name, { capture, robots }) => {
  const web = await fixture({
    'a.test': {
      '/': linking('/one', '/untyped', '/file'),
      '/one': page('one'),
      '/untyped': { headers: {}, body: page('untyped') },
      '/file': { headers: { 'Content-Type': 'application/pdf' }, body: '%PDF-1.4 no page at all' },
    },
  });
  const to = workspace();
  const remarks: string[] = [];
  await to.crawl(
    { seeds: ['http://a.test/'], capture, render: { browser: '/bin/true' }, fetch: { ...web.fetch, robots } },
    { onRemark: (remark) => remarks.push(remark) },
  );
  const last = remarks.at(-1);
  expect(last).toMatch(/^capture\.render is "always", but 3 pages were read as sent, not rendered: /);
  expect(last).toContain('no browser could be used (2)');
  expect(last).toContain('it came without a Content-Type (1)');
});

it('nothing is said where no page had to be rendered', async () => {
  const web = await fixture({ 'a.test': { '/': page('plain') } });
  const remarks: string[] = [];
  await workspace().crawl({ seeds: ['http://a.test/'], fetch: web.fetch }, { onRemark: (remark) => remarks.push(remark) });
  expect(remarks.filter((remark) => remark.includes('render'))).toEqual([]);
});
