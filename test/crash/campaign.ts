/** What the parts of the campaign share: a folder, a seed, a place to say what goes on, and the list of what was found. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { archiveProblems, type CrawlPlace, type CrawlSettings, makePlace, startLife } from './crawl-process.js';
import { type Random, seededRandom } from './random.js';
import { type CrawlResult, readResult } from './result.js';
import { type CrashWeb, startCrashWeb, type WebSize } from './web/crash-web.js';

export interface Deviation {
  /** Which part found it, and where in that part. */
  readonly where: string;
  readonly what: string;
  /** Folder that shows it. */
  readonly kept: string;
}

export interface Campaign {
  readonly folder: string;
  readonly seed: string;
  readonly random: Random;
  readonly deviations: Deviation[];
  say(line: string): void;
}

export function openCampaign(folder: string, seed: string, say: (line: string) => void): Campaign {
  mkdirSync(folder, { recursive: true });
  return { folder, seed, random: seededRandom(seed), deviations: [], say };
}

/** One mistake can show in every row: the first few say it. */
const LISTED = 6;

/** Notes what is wrong with a crawl and keeps its folder; removes it when nothing is. */
export function conclude(campaign: Campaign, where: string, place: { readonly folder: string }, wrong: readonly string[]): void {
  const listed = wrong.length > LISTED ? [...wrong.slice(0, LISTED), `and ${wrong.length - LISTED} more of the kind`] : wrong;
  for (const what of listed) {
    campaign.deviations.push({ where, what, kept: place.folder });
    campaign.say(`  DEVIATION ${where}: ${what}  (${place.folder})`);
  }
  if (wrong.length === 0) rmSync(place.folder, { recursive: true, force: true });
}

/** A web of its own and a crawl of it that nobody disturbed: what all others of this lane are compared with. */
export interface Lane {
  readonly folder: string;
  readonly web: CrashWeb;
  readonly settings: CrawlSettings;
  readonly expected: CrawlResult;
  /** From the first request to the end of the process. */
  readonly busyMs: number;
  place(name: string): CrawlPlace;
  close(): void;
}

export async function openLane(campaign: Campaign, name: string, size: WebSize, settings: CrawlSettings): Promise<Lane> {
  const folder = join(campaign.folder, name);
  mkdirSync(folder, { recursive: true });
  const web = await startCrashWeb(size, folder);
  try {
    const place = makePlace(folder, 'undisturbed', web, settings);
    const { result, busyMs } = await crawlUndisturbed(place, web);
    return { folder, web, settings, expected: result, busyMs, place: (own) => makePlace(folder, own, web, settings), close: web.close };
  } catch (error) {
    web.close();
    throw error;
  }
}

async function crawlUndisturbed(place: CrawlPlace, web: CrashWeb): Promise<{ result: CrawlResult; busyMs: number }> {
  const life = startLife(place);
  await web.asked(web.mark(), life.isOver);
  const since = performance.now();
  const { code, err } = await life.ended;
  const busyMs = performance.now() - since;
  if (code !== 0) throw new Error(`The undisturbed crawl ended with code ${code}: ${err}`);
  const result = await readResult(place.workspace);
  const problems = [...result.problems, ...(await archiveProblems(place))];
  if (problems.length) throw new Error(`The undisturbed crawl is wrong already: ${problems.join('; ')}`);
  return { result, busyMs };
}

/** Runs the same work in several lanes side by side until it says that there is no more. */
export async function inLanes(lanes: readonly Lane[], work: (lane: Lane, index: number) => Promise<void>): Promise<void> {
  await Promise.all(lanes.map(work));
}
