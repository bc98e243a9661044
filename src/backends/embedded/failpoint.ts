/**
 * Failpoints: named moments at which the crash campaign kills the process, so that a kill lands exactly there.
 *
 * `WINNOW_FAILPOINT=commit-written@3` ends the process by SIGKILL when that moment is passed for the third time;
 * `WINNOW_FAILPOINT=trace` kills nobody and writes every passing down. Both say so in the file that
 * `WINNOW_FAILPOINT_LOG` names, and what was said there is on disk before anything else happens: a fault is shown to
 * have fired. Without the variable a failpoint is one comparison. Each thread counts for itself, and each of these
 * moments belongs to one thread.
 */
import { appendFileSync } from 'node:fs';

/** In the order a crawl passes them; docs/decisions/0013-crash-campaign.md says what is on disk at each. */
export const FAILPOINTS = [
  'owner-taken',
  'archive-recovered',
  'queue-replayed',
  'run-begun',
  'rotate-created',
  'archive-append',
  'archive-append-half',
  'archive-appended',
  'rotate-closed',
  'archive-synced',
  'commit-begin',
  'commit-written',
  'committed',
  'settled',
  'checkpoint',
  'checkpointed',
  'reconcile',
  'reconcile-written',
  'reconciled',
  'run-ended',
  'close',
] as const;

/** Those a takedown passes; no crawl does. */
export const TAKEDOWN_FAILPOINTS = [
  'takedown-begun',
  'takedown-copied',
  'takedown-written',
  'takedown-committed',
  'takedown-removed',
  'takedown-vacuumed',
] as const;

const EVERY = [...FAILPOINTS, ...TAKEDOWN_FAILPOINTS] as const;

export type FailpointName = (typeof EVERY)[number];

interface Armed {
  /** null: only write down what is passed. */
  readonly name: FailpointName | null;
  readonly log: string | undefined;
  left: number;
}

const armed = arm(process.env['WINNOW_FAILPOINT'], process.env['WINNOW_FAILPOINT_LOG']);

/** Nothing, unless this moment is the one the process was told to die at. */
export function failpoint(name: FailpointName): void {
  if (armed !== null) pass(armed, name);
}

/** Whether work should be done in two halves so that this moment exists between them. */
export function isArmed(name: FailpointName): boolean {
  return armed !== null && armed.name === name;
}

/** A limit that the campaign may set lower by WINNOW_CHECKPOINT_BYTES, so that a small crawl comes to it too. */
export function campaignLimit(usual: number): number {
  return Number(process.env['WINNOW_CHECKPOINT_BYTES']) || usual;
}

function pass(wish: Armed, name: FailpointName): void {
  if (wish.name === null) return say(wish.log, `passed ${name}`);
  if (wish.name !== name || --wish.left > 0) return;
  say(wish.log, `failpoint ${name} fired`);
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); // nothing of ours happens after the kill
}

function say(log: string | undefined, line: string): void {
  if (log !== undefined) appendFileSync(log, `${line}\n`, { flush: true });
}

function arm(wish: string | undefined, log: string | undefined): Armed | null {
  if (!wish) return null;
  if (wish === 'trace') return { name: null, log, left: 0 };
  const [name = '', count = '1'] = wish.split('@');
  const known = EVERY.find((point) => point === name);
  if (!known || !/^[1-9]\d*$/.test(count))
    throw new Error(
      `WINNOW_FAILPOINT is ${JSON.stringify(wish)}: write trace, or NAME or NAME@COUNT with one of these names: ${EVERY.join(', ')}.`,
    );
  return { name: known, log, left: Number(count) };
}
