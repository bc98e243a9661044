/**
 * npm run test:thirty-days: every portal that has a fixture, watched together for thirty simulated days.
 *
 *   --days 30   --seed 7   --parallel 8   --portals ris,eur-lex
 */
import { parseArgs } from 'node:util';
import { heapInUse } from '../../src/testing/heap-in-use.js';
import { fixtureIds } from '../../src/webs/portals/index.js';
import { playDays } from './play-days.js';

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    parallel: { type: 'string', default: '8' },
    portals: { type: 'string' },
  },
});
/** By so much the heap may grow from the fifth day to the last, garbage not counted. */
const MOST_GROWTH = 1.5;

const portals = values.portals?.split(',') ?? fixtureIds();
const [days, seed, parallel] = [values.days, values.seed, values.parallel].map(Number) as [number, number, number];
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
const heaps: number[] = [];
const startedAt = performance.now();

say(`${portals.length} portals, ${days} days, ${parallel} at a time, seed ${seed}`);
const played = await playDays({
  portals,
  days,
  seed,
  parallel,
  onDay: (day, { Add, Upd, Del, None, runs, requests }) => {
    heaps.push(heapInUse());
    const memory = `heap ${mb(heaps.at(-1) as number)}, in all ${mb(process.memoryUsage.rss())}`;
    say(`day ${day + 1}: ${runs} runs, ${requests} requests, ${Add} Add, ${Upd} Upd, ${Del} Del, ${None} None; ${memory}`);
  },
});
const faults = [...played.faults];
const [early, late] = [heaps[Math.min(4, heaps.length - 1)] as number, heaps.at(-1) as number];
if (late > MOST_GROWTH * early) faults.push(`the heap grew from ${mb(early)} on day 5 to ${mb(late)}`);
for (const fault of faults) say(fault);
const { Add, Upd, Del, None, runs, requests } = played.totals;
say(
  `${runs} runs, ${requests} requests to ${played.hosts} hosts, ${Add} Add, ${Upd} Upd, ${Del} Del, ${None} None, ${played.atOnce} portals at once; ` +
    `shortest spare time between two requests ${played.shortestGap} ms; heap ${mb(early)} → ${mb(late)}; ${Math.round((performance.now() - startedAt) / 1000)} s: ` +
    (faults.length === 0 ? 'as planted' : `${faults.length} things are otherwise (seed ${seed})`),
);
process.exitCode = faults.length === 0 ? 0 : 1;
