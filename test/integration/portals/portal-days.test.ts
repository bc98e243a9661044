/** Portals watched together, by a clock in which days take no time. `npm run test:thirty-days` goes on for thirty of them. */
import { expect, it } from 'vitest';
import { fixtureIds } from '../../../src/webs/portals/index.js';
import { playDays } from '../../portal-days/play-days.js';

it('E-71 the scheduled second run of all portals: exactly the Add, Upd, Del and None that were planted', async () => {
  const { faults, totals, atOnce, hosts } = await playDays({ portals: fixtureIds(), days: 2, seed: 1, parallel: 8 });
  expect(faults).toEqual([]);
  expect(totals.runs).toBe(2 * fixtureIds().length);
  expect(Math.min(totals.Add, totals.Upd, totals.Del, totals.None)).toBeGreaterThan(20);
  expect([atOnce, hosts > 50]).toEqual([8, true]);
});

it('a change after days that are broken or cut: nothing false, nothing missed, hosts that are shared left in peace', async () => {
  // Both ask two hosts of others, and want them at the same time.
  const portals = ['ijca', 'utrecht-journal'];
  const { faults, shortestGap, totals } = await playDays({ portals, days: 6, seed: 3, parallel: 2 });
  expect(faults).toEqual([]);
  expect(shortestGap).toBeGreaterThanOrEqual(-0.01);
  expect(totals).toMatchObject({ runs: 12, Del: 2 });
});
