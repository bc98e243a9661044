/** A person's word about a trap, in a workspace that nobody is crawling into; see `setTrap` of the workspace for one that is crawled. */
import { NoSuchTrap, type Trap, TrapWatch } from '../../frontier/traps/index.js';
import { WAITS } from './admission.js';
import type { Sqlite } from './database.js';
import { LogPacker } from './frontier-log.js';
import { leftOutRows, TrapRows, trapsOf } from './trap-rows.js';
import { writeAlone } from './write-alone.js';

export type TrapWish = { readonly release: number } | { readonly site: string; readonly pause: string };

export interface TrapChanged {
  readonly trap: Trap;
  /** URLs that are queued again. */
  readonly requeued: number;
}

/** Throws WorkspaceInUse while somebody is crawling. */
export const changeTrap = (folder: string, wish: TrapWish, now: number): TrapChanged => writeAlone(folder, (db) => change(db, wish, now));

function change(db: Sqlite, wish: TrapWish, now: number): TrapChanged {
  const watch = new TrapWatch(trapsOf(db, { counted: false }));
  const trap = 'release' in wish ? watch.released(wish.release) : pausedTrap(db, watch, wish);
  const run = db.prepare('SELECT coalesce(max(id), 0) FROM run').pluck().get() as number;
  new TrapRows(db).put(trap, run, now);
  return { trap, requeued: trap.state === 'released' ? requeue(db, trap.id) : 0 };
}

function pausedTrap(db: Sqlite, watch: TrapWatch, { site, pause }: { site: string; pause: string }): Trap {
  if (db.prepare('SELECT 1 FROM site WHERE origin = ?').get(site) === undefined)
    throw new NoSuchTrap(`This workspace knows no site ${site}. See: winnow export sites`);
  return watch.pause(site, pause, 'somebody asked for it');
}

/** Under a turn they never had, as the frontier does it. */
function requeue(db: Sqlite, trap: number): number {
  const rows = leftOutRows(db, trap);
  const last = db.prepare('SELECT coalesce(max(id), 0) FROM frontier_log').pluck().get() as number;
  const turn = 1 + (last % (WAITS - 2));
  const packer = new LogPacker(Math.max(1, rows.length));
  const count = db.prepare('INSERT INTO queue (site, queued) VALUES (?, 1) ON CONFLICT (site) DO UPDATE SET queued = queued + 1');
  for (const { id, site, fingerprint, kind, depth, score } of rows) {
    const [high, low] = fingerprint;
    packer.add({ operation: 'queued', kind, immediate: false, turn, depth, site, id, high, low, value: score ?? Number.NaN });
    count.run(site);
  }
  const records = packer.take();
  if (records) db.prepare('INSERT INTO frontier_log (records) VALUES (?)').run(records);
  return rows.length;
}
