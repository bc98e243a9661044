/** Calls that fail, in small: `npm run test:crash` does a thousand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startLife } from '../../crash/crawl-process.js';
import { errorsFired, failCalls } from '../../crash/io-errors.js';
import { buildShim } from '../../crash/shim/build-shim.js';
import { smallCampaign } from './small-campaign.js';

const { campaign, lane } = smallCampaign('errors in every test run');

it('4 calls that fail end a crawl with a sentence, or not at all, and lose nothing', async () => {
  const counts = await failCalls(campaign, [await lane({ delay: 0, rotate: 60_000 })], buildShim(campaign.folder), 4);
  expect(campaign.deviations).toEqual([]);
  expect(errorsFired(counts)).toBe(4);
});

it('a crawl that could not open the register of turns goes on or says so, and never waits for ever', async () => {
  const { place } = await lane({ delay: 0, rotate: 60_000 });
  const shim = buildShim(campaign.folder);
  for (const call of [1, 2, 3]) {
    const own = place(`register-${call}`);
    const says = join(own.folder, 'shim.log');
    const fault = { LD_PRELOAD: shim, CRASH_SHIM_FOLDER: own.state, CRASH_SHIM_SAYS: says, CRASH_SHIM_FAULT: `open:${call}:EMFILE:once` };
    const { hung, code, err } = await startLife(own, fault).ended;
    expect({ call, hung, told: code === 0 || /^winnow: Cannot write to /m.test(err) }).toEqual({ call, hung: false, told: true });
    expect(readFileSync(says, 'utf8')).toMatch(/^fired open .*turns-1\.db/m);
  }
});
