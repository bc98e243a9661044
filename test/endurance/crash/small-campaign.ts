/** A campaign small enough for every test run: opened for one test file, closed and cleared away after it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Campaign, type Lane, openCampaign, openLane } from '../../crash/campaign.js';
import type { CrawlSettings } from '../../crash/crawl-process.js';

export interface SmallCampaign {
  readonly campaign: Campaign;
  lane(settings: CrawlSettings): Promise<Lane>;
}

export function smallCampaign(seed: string): SmallCampaign {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-crash-'));
  const campaign = openCampaign(folder, seed, () => {});
  const lanes: Lane[] = [];
  afterAll(() => {
    for (const lane of lanes) lane.close();
    if (campaign.deviations.length === 0) rmSync(folder, { recursive: true, force: true });
  });
  return {
    campaign,
    lane: async (settings) => {
      const lane = await openLane(campaign, `lane-${lanes.length + 1}`, 'small', settings);
      lanes.push(lane);
      return lane;
    },
  };
}
