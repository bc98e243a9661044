/**
 * Two processes and one workspace: the second is refused while the first lives; it takes over when the first has given
 * no sign of life for longer than its lease; and the first, woken again, ends by itself and has changed nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT_CODES } from '../../src/cli/exit-codes.js';
import { type Campaign, conclude, type Lane } from './campaign.js';
import { startLife } from './crawl-process.js';
import { CrawlStory, endInWords } from './crawl-story.js';

const LEASE_MS = 1500;
const LEASE = { WINNOW_LEASE_MS: String(LEASE_MS) };

/** Whether both processes were there at the same time; a first one that was done too early proves nothing. */
type Held = boolean;

/** Returns how many contests were held. */
export async function contendForWorkspace(campaign: Campaign, lane: Lane, rounds = 4): Promise<number> {
  const random = campaign.random.fork('owner');
  let held = 0;
  for (let round = 1; held < 2 * rounds && round <= 2 * rounds; round += 1) {
    const moment = random.fraction() * lane.busyMs * 0.4;
    held += Number(await contest(campaign, lane, `owner-refused-${round}`, (story) => refuseSecond(lane, story, moment)));
    held += Number(await contest(campaign, lane, `owner-taken-over-${round}`, (story) => takeOver(lane, story, moment)));
  }
  return held;
}

async function contest(campaign: Campaign, lane: Lane, name: string, hold: (story: CrawlStory) => Promise<Held>): Promise<Held> {
  const story = new CrawlStory(lane, name);
  const held = await hold(story);
  if (held) {
    story.look();
    await story.finish();
  }
  conclude(campaign, `owner, ${name}`, story.place, held ? story.wrong : []);
  campaign.say(`  owner: ${name} ${held ? 'held' : 'void: the first process was done too early'}`);
  return held;
}

/** The first is undisturbed by a second that comes at any moment. */
async function refuseSecond(lane: Lane, story: CrawlStory, moment: number): Promise<Held> {
  const first = await startBusy(lane, story, moment);
  const second = await startLife(story.place, LEASE).ended;
  const held = !first.isOver();
  if (second.code !== EXIT_CODES.inUse.code) story.wrong.push(`a second process was not refused, but ended with ${endInWords(second)}`);
  const end = await first.ended;
  if (end.code !== 0) story.wrong.push(`the first process ended with ${endInWords(end)} after a second one had come`);
  return held;
}

async function takeOver(lane: Lane, story: CrawlStory, moment: number): Promise<Held> {
  const first = await startBusy(lane, story, moment);
  if (first.isOver()) return false;
  first.child.kill('SIGSTOP');
  await sleep(LEASE_MS * 1.2);
  const mark = lane.web.mark();
  const second = startLife(story.place, LEASE);
  // The first wakes while the second is at work, when it could do most harm.
  await lane.web.asked(mark, second.isOver);
  first.child.kill('SIGCONT');
  const [old, taker] = await Promise.all([first.ended, second.ended]);
  // Stopped in the midst of a write it cannot be deposed: the second says so, and the first goes on.
  if (taker.code === EXIT_CODES.inUse.code && /middle of a write/.test(taker.err)) return true;
  if (taker.code !== 0) story.wrong.push(`the process that took over ended with ${endInWords(taker)}`);
  if (old.code !== EXIT_CODES.inUse.code) story.wrong.push(`the process that was taken over from ended with ${endInWords(old)}`);
  return true;
}

async function startBusy(lane: Lane, story: CrawlStory, moment: number): Promise<ReturnType<typeof startLife>> {
  const mark = lane.web.mark();
  const life = startLife(story.place, LEASE);
  await lane.web.asked(mark, life.isOver);
  await sleep(moment);
  return life;
}
