import { expect, it } from 'vitest';
import type { CompleteRoute } from '../../../definition/connector/index.js';
import { planRoute } from './plan-route.js';
import type { HarvestMemory } from './progress-file.js';

const STEP = [{ kind: 'list' }] as unknown as CompleteRoute['list'];
const ROUTE = { name: 'crawl', list: STEP, changes: STEP, overlap: '1d', sweep: '30d' } as unknown as CompleteRoute;
const NEW: HarvestMemory = { cursors: {}, listed: {}, usage: {}, archives: {}, unfinished: null, rows: {}, parameters: {}, snapshots: {} };
const after = (cursor: string, listed?: string): HarvestMemory => ({
  ...NEW,
  cursors: { crawl: cursor },
  listed: listed === undefined ? {} : { crawl: listed },
});
const NOW = { now: '2031-03-10T04:00:00.000Z', resumed: null, isFull: false, since: null };

it.each([
  ['nothing known: everything is listed', NEW, NOW, 'list', null],
  ['a cursor: changes since then and a day', after('2031-03-09', '2031-03-01'), NOW, 'changes', '2031-03-08'],
  ['the sweep is due', after('2031-03-09', '2031-02-01'), NOW, 'list', null],
  ['a snapshot: changes after its day', NEW, { ...NOW, since: '2031-01-31' }, 'changes', '2031-02-01'],
  ['a snapshot and a cursor: nothing is ever listed', after('2031-03-09'), { ...NOW, since: '2031-01-31' }, 'changes', '2031-03-08'],
  ['a snapshot of yesterday and a cursor: not before it', after('2031-03-09'), { ...NOW, since: '2031-03-09' }, 'changes', '2031-03-10'],
  ['a snapshot, and everything as asked for', NEW, { ...NOW, since: '2031-01-31', isFull: true }, 'list', null],
] as const)('%s', (_case, memory, options, mode, from) => {
  const plan = planRoute(ROUTE, memory, options);
  expect([plan.mode, plan.cursor?.from ?? null]).toEqual([mode, from]);
});
