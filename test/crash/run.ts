/**
 * npm run test:crash: the campaign that proves a crawl cannot be killed.
 *
 *   --seed N            repeat the choices of an earlier campaign (default: the time)
 *   --kills 300         SIGKILL at random moments
 *   --per-failpoint 20  SIGKILL at each failpoint
 *   --images 2000       disks after a loss of power
 *   --errors 1000       calls that fail
 *   --only PART         kills, failpoints, power, errors or owner; may be repeated
 *   --folder F          where it works and keeps what failed (default: a temporary folder)
 *
 * Ends with exit code 1 at any deviation, and keeps the workspaces that show it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Campaign, type Lane, openCampaign, openLane } from './campaign.js';
import { killAtFailpoints, totalOf } from './failpoints.js';
import { errorsFired, failCalls } from './io-errors.js';
import { killAtRandom } from './kills.js';
import { contendForWorkspace } from './owner.js';
import { losePower } from './power/power-loss.js';
import { buildShim } from './shim/build-shim.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now()) },
    kills: { type: 'string', default: '300' },
    'per-failpoint': { type: 'string', default: '20' },
    images: { type: 'string', default: '2000' },
    errors: { type: 'string', default: '1000' },
    only: { type: 'string', multiple: true },
    folder: { type: 'string' },
    lanes: { type: 'string', default: '2' },
  },
});

interface Row {
  readonly part: string;
  readonly done: string;
  readonly deviations: number;
  readonly seconds: number;
}

const PARTS: Readonly<Record<string, (campaign: Campaign) => Promise<string>>> = {
  failpoints: (campaign) =>
    withLanes(campaign, 'failpoints', 'small', { delay: 20, rotate: 60_000 }, async (lanes) => {
      const counts = await killAtFailpoints(campaign, lanes, Number(values['per-failpoint']));
      const least = Math.min(...counts.fired.values());
      return `${totalOf(counts)} kills at ${counts.fired.size} failpoints, at least ${least} each, in ${counts.crawls} crawls`;
    }),
  kills: (campaign) =>
    withLanes(campaign, 'kills', 'large', { delay: 40, rotate: 150_000 }, async (lanes) => {
      const { kills, crawls } = await killAtRandom(campaign, lanes, Number(values.kills));
      return `${kills} kills at random moments in ${crawls} crawls`;
    }),
  power: (campaign) =>
    withLanes(campaign, 'power', 'large', { delay: 10, rotate: 150_000 }, async ([lane]) => {
      const counts = await losePower(campaign, lane as Lane, buildShim(campaign.folder), Number(values.images));
      return `${counts.images} images of ${counts.operations} operations, ${counts.syncs} syncs, ${counts.acknowledged} acknowledgements`;
    }),
  errors: (campaign) =>
    withLanes(campaign, 'errors', 'small', { delay: 0, rotate: 60_000 }, async (lanes) => {
      const counts = await failCalls(campaign, lanes, buildShim(campaign.folder), Number(values.errors));
      for (const map of [counts.fired, counts.codes])
        campaign.say(`  errors: ${[...map].map(([what, count]) => `${what}: ${count}`).join(', ')}`);
      return `${errorsFired(counts)} errors in ${counts.crawls} crawls; ${counts.vain} more did not fire and are not counted`;
    }),
  owner: (campaign) =>
    withLanes(campaign, 'owner', 'large', { delay: 40, rotate: 150_000 }, async ([lane]) => {
      const rounds = await contendForWorkspace(campaign, lane as Lane);
      return `${rounds} contests of two processes for a workspace`;
    }),
};

async function withLanes(
  campaign: Campaign,
  name: string,
  web: 'large' | 'small',
  settings: { delay: number; rotate: number },
  work: (lanes: Lane[]) => Promise<string>,
): Promise<string> {
  const lanes: Lane[] = [];
  try {
    const wanted = name === 'power' || name === 'owner' ? 1 : Number(values.lanes);
    for (let index = 1; index <= wanted; index += 1) lanes.push(await openLane(campaign, `${name}-${index}`, web, settings));
    return await work(lanes);
  } finally {
    for (const lane of lanes) lane.close();
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const folder = values.folder ? resolve(values.folder) : mkdtempSync(join(tmpdir(), 'winnow-crash-'));
const campaign = openCampaign(folder, values.seed, say);
const chosen = values.only ?? Object.keys(PARTS);
const unknown = chosen.filter((part) => !(part in PARTS));
if (unknown.length) {
  say(`--only ${unknown.join(', ')}: choose among ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
say(`Crash campaign, seed ${values.seed}, in ${folder}`);

const table: Row[] = [];
for (const part of chosen) {
  say(`${part}:`);
  const [startedAt, before] = [Date.now(), campaign.deviations.length];
  const done = await (PARTS[part] as (campaign: Campaign) => Promise<string>)(campaign);
  table.push({ part, done, deviations: campaign.deviations.length - before, seconds: (Date.now() - startedAt) / 1000 });
}

say('\nSummary');
for (const { part, done, deviations, seconds } of table)
  say(`  ${part.padEnd(11)} ${String(deviations).padStart(3)} deviations  ${seconds.toFixed(0).padStart(5)} s   ${done}`);
if (campaign.deviations.length === 0) rmSync(folder, { recursive: true, force: true });
else {
  say(
    `\n${campaign.deviations.length} deviations. What shows them is kept in ${folder}. Repeat the choices with: npm run test:crash -- --seed ${values.seed}`,
  );
  for (const { where, what, kept } of campaign.deviations) say(`  ${where}: ${what}\n    ${kept}`);
  process.exitCode = 1;
}
