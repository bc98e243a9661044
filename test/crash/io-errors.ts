/**
 * I/O errors: the n-th call of a kind fails in a running crawl, for once or from then on.
 *
 * The process must end by itself, with a sentence and a documented exit code, or bear it; the workspace must open,
 * hold what was acknowledged, and be brought to the same end. After a sync that failed nothing may be acknowledged:
 * nobody knows what is on disk then. A fault that did not fire does not count.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT_CODES } from '../../src/cli/exit-codes.js';
import { type Campaign, conclude, inLanes, type Lane } from './campaign.js';
import { type LifeEnd, startLife } from './crawl-process.js';
import { CrawlStory, endInWords } from './crawl-story.js';
import type { Random } from './random.js';

const ERRORS = {
  write: ['ENOSPC', 'EIO', 'EDQUOT'],
  sync: ['EIO', 'ENOSPC', 'EDQUOT'],
  open: ['EMFILE', 'ENOSPC', 'EIO', 'EMFILE'],
  truncate: ['EIO', 'ENOSPC'],
  rename: ['EIO', 'ENOSPC', 'EDQUOT'],
  mkdir: ['ENOSPC', 'EDQUOT', 'EIO'],
  unlink: ['EIO'],
} as const;

type Kind = keyof typeof ERRORS;

/** How often each kind is drawn; writes can fail in most ways. */
const WEIGHTS: readonly Kind[] = [
  'write',
  'write',
  'write',
  'write',
  'sync',
  'sync',
  'sync',
  'open',
  'open',
  'open',
  'truncate',
  'rename',
  'mkdir',
  'unlink',
];
const FAULTS_PER_CRAWL = 8;
/** A thread that could not open a file is another attempt at the page, no other result. */
const TOLERATED = 'READ_FAILED';
const DOCUMENTED: ReadonlySet<number> = new Set(Object.values(EXIT_CODES).map(({ code }) => code));

export interface ErrorCounts {
  /** Kind and error → how often it fired. */
  readonly fired: Map<string, number>;
  /** Exit code → how often a process ended with it after a fault. */
  readonly codes: Map<number, number>;
  /** Lives whose fault did not fire. */
  vain: number;
  crawls: number;
}

export const errorsFired = ({ fired }: ErrorCounts): number => [...fired.values()].reduce((sum, count) => sum + count, 0);

export async function failCalls(campaign: Campaign, lanes: readonly Lane[], shim: string, wanted: number): Promise<ErrorCounts> {
  const counts: ErrorCounts = { fired: new Map(), codes: new Map(), vain: 0, crawls: 0 };
  const calls = await countCalls(lanes[0] as Lane, shim);
  campaign.say(`  errors: calls of an undisturbed crawl: ${[...calls].map(([kind, count]) => `${kind} ${count}`).join(', ')}`);
  await inLanes(lanes, async (lane) => {
    while (errorsFired(counts) < wanted && campaign.deviations.length < 20) {
      const number = ++counts.crawls;
      const random = campaign.random.fork(`errors ${number}`);
      const story = new CrawlStory(lane, `errors-${number}`, TOLERATED);
      for (let faults = 0; faults < FAULTS_PER_CRAWL && !story.isFinished && errorsFired(counts) < wanted; faults += 1)
        await failOnce(story, drawFault(random, calls, faults), shim, counts);
      await story.finish();
      conclude(campaign, `errors, crawl ${number}`, story.place, story.wrong);
      campaign.say(`  errors: ${errorsFired(counts)} of ${wanted} fired in ${counts.crawls} crawls`);
    }
  });
  return counts;
}

interface Fault {
  readonly kind: Kind;
  readonly at: number;
  readonly error: string;
  readonly how: string;
  /** Opens outside of the workspace count too. */
  readonly anywhere: boolean;
}

/** Later processes of a crawl make fewer calls than the first: a third of them is what most still come to. */
function drawFault(random: Random, calls: ReadonlyMap<string, number>, earlier: number): Fault {
  const kind = random.pick(WEIGHTS);
  const reach = Math.max(1, Math.ceil((calls.get(kind) ?? 1) / (earlier === 0 ? 1 : 3)));
  const how = random.pick(kind === 'write' ? ['once', 'always', 'short', 'fills'] : ['once', 'always']);
  return { kind, at: 1 + random.below(reach), error: random.pick(ERRORS[kind]), how, anywhere: kind === 'open' && random.chance(0.5) };
}

async function failOnce(story: CrawlStory, fault: Fault, shim: string, counts: ErrorCounts): Promise<void> {
  const log = join(story.place.folder, 'shim.log');
  rmSync(log, { force: true });
  const before = story.fetches;
  const wish = `${fault.kind}:${fault.at}:${fault.error}:${fault.how}`;
  const end = await startLife(story.place, {
    ...shimmed(shim, story.place.folder, log),
    CRASH_SHIM_FAULT: wish,
    ...(fault.anywhere ? { CRASH_SHIM_ANYWHERE: '1' } : {}),
    WINNOW_FAILPOINT: 'trace',
    WINNOW_FAILPOINT_LOG: log,
  }).ended;
  const said = existsSync(log) ? readFileSync(log, 'utf8') : '';
  const fired = /^fired .*$/m.exec(said)?.[0] ?? null;
  story.look();
  const problems = [...endProblems(end), ...acknowledgementProblems(said, fired, fault.kind, story.fetches - before)];
  story.wrong.push(...problems.map((problem) => `${wish}${fault.anywhere ? ' anywhere' : ''}, ${fired ?? 'not fired'}: ${problem}`));
  if (fired) {
    count(counts.fired, `${fault.kind} ${fault.how === 'short' ? 'short' : fault.error}`);
    count(counts.codes, end.code ?? -1);
  } else counts.vain += 1;
}

const count = <K>(map: Map<K, number>, key: K): void => void map.set(key, (map.get(key) ?? 0) + 1);

/** Before the fault every visit that is settled has brought a fetch; afterwards some are only given back. */
function acknowledgementProblems(said: string, fired: string | null, kind: Kind, fetched: number): string[] {
  const [before, after] = fired ? [said.slice(0, said.indexOf(fired)), said.slice(said.indexOf(fired))] : [said, ''];
  const settled = before.split('passed settled\n').length - 1;
  // SQLite goes on when a folder cannot be synced; by then the workspace has done that itself.
  const isOfFile = kind === 'sync' && !fired?.endsWith('/crawl');
  return [
    ...(fetched < settled ? [`${settled} visits were acknowledged, ${fetched} are there`] : []),
    ...(isOfFile && /^passed committed$/m.test(after) ? ['a commit was acknowledged after a sync had failed'] : []),
  ];
}

/** What is wrong with how a process ended, whatever it met. */
function endProblems(end: LifeEnd): string[] {
  if (end.hung || end.code === null) return [`it ended with ${endInWords(end)}`];
  const problems: string[] = [];
  if (!DOCUMENTED.has(end.code)) problems.push(`exit code ${end.code} is not documented: ${endInWords(end)}`);
  if (end.code !== 0 && !/^(winnow: .{20,}|Paused: .+\n.{20,})/m.test(end.err))
    problems.push(`it does not say what went wrong: ${endInWords(end)}`);
  if (/^\s+at .+:\d+:\d+\)?$/m.test(end.err)) problems.push(`it shows a stack trace: ${end.err.slice(0, 800)}`);
  return problems;
}

async function countCalls(lane: Lane, shim: string): Promise<Map<string, number>> {
  const place = lane.place('calls');
  const log = join(place.folder, 'shim.log');
  const end = await startLife(place, shimmed(shim, place.folder, log)).ended;
  if (end.code !== 0) throw new Error(`A crawl whose calls are only counted ended with ${endInWords(end)}`);
  const lines = [...readFileSync(log, 'utf8').matchAll(/^count (\w+) (\d+)$/gm)];
  rmSync(place.folder, { recursive: true, force: true });
  return new Map(lines.map(([, kind = '', calls = '']) => [kind, Number(calls)]));
}

const shimmed = (shim: string, folder: string, log: string): NodeJS.ProcessEnv => ({
  LD_PRELOAD: shim,
  CRASH_SHIM_FOLDER: join(folder, 'disk'),
  CRASH_SHIM_SAYS: log,
});
