/**
 * SIGKILL at the named moments of failpoint.ts: each fires as often as wanted, and is shown to have fired.
 *
 * The processes of one crawl die at different moments, in an order drawn by chance: it gets on between those that lie
 * before its first page, and those that lie at its end come last. A failpoint the crawl did not come to is tried again
 * with the next one.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FAILPOINTS, type FailpointName } from '../../src/backends/embedded/failpoint.js';
import { type Campaign, conclude, inLanes, type Lane } from './campaign.js';
import { startLife } from './crawl-process.js';
import { CrawlStory, endInWords } from './crawl-story.js';
import type { Random } from './random.js';

/** Then the crawl is brought to its end, so that what came of it is looked at. */
const LIVES_PER_CRAWL = 30;
/** A crawl comes by a failpoint so many times; each process is to die at one of the first few. */
const SHARE = 10;
/** A failpoint that is never passed would be drawn for ever. */
const MOST_IN_VAIN = 6;

export interface FailpointCounts {
  readonly fired: Map<FailpointName, number>;
  crawls: number;
}

export async function killAtFailpoints(campaign: Campaign, lanes: readonly Lane[], each: number): Promise<FailpointCounts> {
  const counts: FailpointCounts = { fired: new Map(FAILPOINTS.map((name) => [name, 0])), crawls: 0 };
  const passings = await countPassings(campaign, lanes[0] as Lane);
  const never = FAILPOINTS.filter((name) => !passings.get(name));
  for (const name of never) conclude(campaign, 'failpoints', { folder: campaign.folder }, [`an undisturbed crawl never passes ${name}`]);
  const random = campaign.random.fork('failpoints');
  const names = FAILPOINTS.filter((name) => passings.get(name));
  const draw = new Draw(Array.from({ length: each }, () => oneRound(names, random)).flat());
  await inLanes(lanes, async (lane) => {
    while (!draw.isEmpty && campaign.deviations.length < 20) {
      const number = ++counts.crawls;
      const story = new CrawlStory(lane, `failpoints-${number}`);
      for (let lives = 0; lives < LIVES_PER_CRAWL && !draw.isEmpty && !story.isFinished; lives += 1)
        await dieOnce(story, draw, counts, passings, random);
      await story.finish();
      conclude(campaign, `failpoints, crawl ${number}`, story.place, story.wrong);
      campaign.say(`  failpoints: ${totalOf(counts)} fired in ${counts.crawls} crawls, ${draw.left} to go`);
    }
  });
  for (const name of draw.given)
    conclude(campaign, 'failpoints', { folder: campaign.folder }, [`${name} could not be made to fire often enough`]);
  return counts;
}

const AT_THE_END: ReadonlySet<FailpointName> = new Set(['reconcile', 'reconcile-written', 'reconciled', 'run-ended', 'close']);

function oneRound(names: readonly FailpointName[], random: Random): FailpointName[] {
  const underway = names.filter((name) => !AT_THE_END.has(name));
  return [...random.shuffle(underway), ...names.filter((name) => AT_THE_END.has(name))];
}

export const totalOf = ({ fired }: FailpointCounts): number => [...fired.values()].reduce((sum, count) => sum + count, 0);

async function dieOnce(
  story: CrawlStory,
  draw: Draw,
  counts: FailpointCounts,
  passings: ReadonlyMap<FailpointName, number>,
  random: Random,
): Promise<void> {
  const name = draw.take();
  const at = 1 + random.below(Math.max(1, Math.floor((passings.get(name) ?? 1) / SHARE)));
  const log = join(story.place.folder, 'failpoint.log');
  rmSync(log, { force: true });
  const end = await startLife(story.place, { WINNOW_FAILPOINT: `${name}@${at}`, WINNOW_FAILPOINT_LOG: log }).ended;
  const fired = existsSync(log) && readFileSync(log, 'utf8').includes(`failpoint ${name} fired`);
  if (fired) counts.fired.set(name, (counts.fired.get(name) ?? 0) + 1);
  else draw.putBack(name);
  if (fired && end.signal !== 'SIGKILL') story.wrong.push(`${name}@${at} fired, but the process ended with ${endInWords(end)}`);
  if (!fired && end.code !== 0) story.wrong.push(`without ${name}@${at} having fired the process ended with ${endInWords(end)}`);
  story.look();
}

/** How often an undisturbed crawl passes each failpoint. */
async function countPassings(campaign: Campaign, lane: Lane): Promise<Map<FailpointName, number>> {
  const place = lane.place('trace');
  const log = join(place.folder, 'failpoint.log');
  const end = await startLife(place, { WINNOW_FAILPOINT: 'trace', WINNOW_FAILPOINT_LOG: log }).ended;
  if (end.code !== 0) throw new Error(`A crawl that only traces its failpoints ended with ${endInWords(end)}`);
  const counts = new Map<FailpointName, number>();
  for (const line of readFileSync(log, 'utf8').split('\n').filter(Boolean)) {
    const name = line.replace('passed ', '') as FailpointName;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  campaign.say(`  failpoints passed by an undisturbed crawl: ${[...counts].map(([name, count]) => `${name} ${count}`).join(', ')}`);
  rmSync(place.folder, { recursive: true, force: true });
  return counts;
}

/** The names still to be used, in order. */
class Draw {
  readonly #names: FailpointName[];
  readonly #vain = new Map<FailpointName, number>();
  /** Names that were given up on. */
  readonly given: FailpointName[] = [];

  constructor(names: FailpointName[]) {
    this.#names = names;
  }

  get left(): number {
    return this.#names.length;
  }

  get isEmpty(): boolean {
    return this.#names.length === 0;
  }

  take(): FailpointName {
    return this.#names.shift() as FailpointName;
  }

  /** Not in front: the same crawl would not come to it either. */
  putBack(name: FailpointName): void {
    const vain = 1 + (this.#vain.get(name) ?? 0);
    this.#vain.set(name, vain);
    if (vain > MOST_IN_VAIN * Math.max(1, this.#names.filter((other) => other === name).length)) this.given.push(name);
    else this.#names.push(name);
  }
}
