/** Words of the worker page, written by the server and written anew by the script. */
import type { TraceLine } from '../../run/workers/index.js';
import type { WorkerView } from '../portals/served-workers.js';
import { clock, escape } from './text.js';

type Standing = Pick<WorkerView, 'state' | 'isCancelling' | 'results'>;

export function stateText({ state, isCancelling, results }: Standing): string {
  if (state === 'Executed') return results?.Success ? 'Executed' : 'Executed, without success';
  if (state === 'WaitToStart') return 'Waiting to start';
  return isCancelling ? 'Executing, being cancelled' : state;
}

/** As the states of crawls are coloured. */
export function stateClass({ state, results }: Standing): string {
  if (state === 'Executing') return 'running';
  if (state === 'Cancelled') return 'paused';
  return state === 'WaitToStart' ? '' : results?.Success ? 'finished' : 'failed';
}

export const traceItem = ({ sequence, at, level, text }: TraceLine): string =>
  `<li class="${level}" data-sequence="${sequence}"><time datetime="${escape(at)}">${escape(clock(at).slice(11))}</time> <b>${level}</b> <span dir="auto">${escape(text)}</span></li>`;
