/** Kills at named moments, each once: `npm run test:crash` is the same with hundreds of kills. */
import { expect, it } from 'vitest';
import { FAILPOINTS } from '../../../src/backends/embedded/failpoint.js';
import { killAtFailpoints } from '../../crash/failpoints.js';
import { smallCampaign } from './small-campaign.js';

const { campaign, lane } = smallCampaign('kills in every test run');

it('G-41 a crawl killed at every failpoint comes to what an uninterrupted one comes to', async () => {
  const { fired } = await killAtFailpoints(campaign, [await lane({ delay: 10, rotate: 60_000 })], 1);
  expect(campaign.deviations).toEqual([]);
  expect([...fired]).toEqual(FAILPOINTS.map((name) => [name, 1]));
});
