/** What a run counts as unchanged when the wall clock is set while it runs, or between two runs. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openToOwn } from '../../../src/backends/embedded/database.js';
import { readWorkspace } from '../../../src/backends/index.js';
import { article, type ChangingWeb, changingWeb, listOf, tagged } from '../../support/changing.js';
import { crawling } from '../../support/crawling.js';

const open = crawling();
const HOUR_MS = 3_600_000;

/** As if the clock of the run's start were so far ahead of the one its fetches are timed by. */
function shiftStart({ made, end }: ChangingWeb, byMs: number): void {
  const db = openToOwn(join(made.workspace, 'core.db'));
  db.prepare('UPDATE run SET started = started + ? WHERE id = ?').run(byMs, end().run);
  db.close();
}

/** As the live page counts it. */
function unchangedNow({ made }: ChangingWeb): number {
  const { catalogue, close } = readWorkspace(made.workspace);
  try {
    return catalogue.figures().operations.None;
  } finally {
    close();
  }
}

it.each([
  ['back by an hour', HOUR_MS],
  ['ahead by a day', -24 * HOUR_MS],
])('E-38 a wall clock that is set %s while a run goes on changes nothing of what it counts as None', async (_name, shiftMs) => {
  const site = await changingWeb(open, {
    '/': listOf('/same', '/tagged', '/changing', '/gone'),
    '/same': article('same'),
    '/tagged': tagged(article('tagged'), '"1"'),
    '/changing': article('changing'),
    '/gone': article('gone'),
  });
  await site.run();
  shiftStart(site, shiftMs);
  expect([site.operations()['None'], unchangedNow(site)]).toEqual([0, 0]);

  site.pages['/changing'] = article('changing', 'With an amendment.');
  site.pages['/gone'] = { status: 500, body: '' };
  expect(await site.run()).toEqual(['Upd /changing']);
  shiftStart(site, shiftMs);
  expect(site.operations()).toMatchObject({ Add: 0, Upd: 1, Del: 0, None: 3 });
  expect(unchangedNow(site)).toBe(3);
});
