import { expect, it } from 'vitest';
import type { CrawlStatus, ServedCrawl } from '../crawls/index.js';
import { MadePages } from './made-pages.js';

const context = { crawls: ['a'], crawl: 'a', hasPortals: false };
const status = (state: CrawlStatus['state']): CrawlStatus =>
  ({ name: 'a', run: 1, state, reason: null, statistics: null, sequence: Math.random() }) as unknown as CrawlStatus;

it('makes a page once for all who ask at about the same time', () => {
  let now = 0;
  let count = 0;
  const pages = new MadePages(() => now);
  const crawl = {} as ServedCrawl;
  const ask = (of = crawl, state: CrawlStatus['state'] = 'running', of2 = context) =>
    pages.of(of, status(state), of2, () => `page ${++count}`);
  expect([ask(), ask(), ask()]).toEqual(['page 1', 'page 1', 'page 1']);
  now = 251;
  expect(ask()).toBe('page 2');
  expect(ask({} as ServedCrawl), 'of another crawl').toBe('page 3');
  expect(ask(crawl, 'paused'), 'in another state').toBe('page 4');
  expect(ask(crawl, 'paused', { ...context, crawls: ['a', 'b'] }), 'beside another crawl').toBe('page 5');
});
