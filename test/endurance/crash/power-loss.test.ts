/** Loss of power, in small: `npm run test:crash` looks at 2,000 images of a larger crawl. */
import { expect, it } from 'vitest';
import { losePower } from '../../crash/power/power-loss.js';
import { buildShim } from '../../crash/shim/build-shim.js';
import { smallCampaign } from './small-campaign.js';

const { campaign, lane } = smallCampaign('power in every test run');

it('24 disks after a loss of power all open and hold what was acknowledged', async () => {
  const counts = await losePower(campaign, await lane({ delay: 10, rotate: 60_000 }), buildShim(campaign.folder), 24);
  expect(campaign.deviations).toEqual([]);
  expect(counts.images).toBe(24);
  expect(counts.syncs).toBeGreaterThan(20);
  expect(counts.acknowledged).toBeGreaterThan(5);
});
