/** Calls that fail, in small: `npm run test:crash` does a thousand. */
import { expect, it } from 'vitest';
import { errorsFired, failCalls } from '../../crash/io-errors.js';
import { buildShim } from '../../crash/shim/build-shim.js';
import { smallCampaign } from './small-campaign.js';

const { campaign, lane } = smallCampaign('errors in every test run');

it('30 calls that fail end a crawl with a sentence, or not at all, and lose nothing', { timeout: 300_000 }, async () => {
  const counts = await failCalls(campaign, [await lane({ delay: 0, rotate: 60_000 })], buildShim(campaign.folder), 30);
  expect(campaign.deviations).toEqual([]);
  expect(errorsFired(counts)).toBe(30);
});
