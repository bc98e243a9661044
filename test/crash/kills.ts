/** SIGKILL at moments spread evenly over the busy time of a crawl. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Campaign, conclude, inLanes, type Lane } from './campaign.js';
import { startLife } from './crawl-process.js';
import { CrawlStory, endInWords } from './crawl-story.js';

/** One crawl takes this many kills, as far as it lasts. */
const KILLS_PER_CRAWL = 15;

export interface KillCounts {
  kills: number;
  crawls: number;
}

export async function killAtRandom(campaign: Campaign, lanes: readonly Lane[], wanted: number): Promise<KillCounts> {
  const counts: KillCounts = { kills: 0, crawls: 0 };
  await inLanes(lanes, async (lane) => {
    while (counts.kills < wanted && campaign.deviations.length < 20) {
      const number = ++counts.crawls;
      const story = new CrawlStory(lane, `kills-${number}`);
      await killOften(campaign, lane, story, counts, wanted, number);
      await story.finish();
      conclude(campaign, `kills, crawl ${number}`, story.place, story.wrong);
      campaign.say(`  kills: ${counts.kills} of ${wanted} in ${counts.crawls} crawls`);
    }
  });
  return counts;
}

async function killOften(
  campaign: Campaign,
  lane: Lane,
  story: CrawlStory,
  counts: KillCounts,
  wanted: number,
  number: number,
): Promise<void> {
  const random = campaign.random.fork(`kills ${number}`);
  const moments = Array.from({ length: KILLS_PER_CRAWL }, () => random.fraction() * lane.busyMs).toSorted((a, b) => a - b);
  for (const [index, moment] of moments.entries()) {
    if (counts.kills >= wanted || story.isFinished) return;
    const killed = await killAfter(lane, story, moment - (moments[index - 1] ?? 0));
    if (killed) counts.kills += 1;
    story.look();
  }
}

/** Busy time counts from the first request of each process. */
async function killAfter(lane: Lane, story: CrawlStory, ms: number): Promise<boolean> {
  const mark = lane.web.mark();
  const life = startLife(story.place);
  await lane.web.asked(mark, life.isOver);
  await Promise.race([sleep(ms), life.ended]);
  life.child.kill('SIGKILL');
  const end = await life.ended;
  if (end.signal === null && end.code !== 0) story.wrong.push(`a process after a kill ended with ${endInWords(end)}`);
  return end.signal === 'SIGKILL';
}
