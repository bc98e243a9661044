/** The crash campaign in small: `npm run test:crash` is the same with hundreds of kills. */
import { expect, it } from 'vitest';
import { killAtRandom } from '../../crash/kills.js';
import { smallCampaign } from './small-campaign.js';

const { campaign, lane } = smallCampaign('kills in every test run');

it('G-41 a crawl killed at 5 random moments, each time resumed, comes to what an uninterrupted one comes to', async () => {
  const { kills } = await killAtRandom(campaign, [await lane({ delay: 40, rotate: 60_000 })], 5);
  expect(campaign.deviations).toEqual([]);
  expect(kills).toBe(5);
});
