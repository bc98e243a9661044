/** A hook: something done when a run has ended. What came of it is a value, so that the book can keep it. */
import type { RunEnd } from './run-end.js';

export interface HookOutcome {
  /** done; failed: for good; again: it may work later. */
  readonly state: 'done' | 'failed' | 'again';
  /** In words, without secrets. */
  readonly detail: string;
}

export interface HookCall {
  readonly end: RunEnd;
  /** The same for every attempt: by it a receiver knows that it has been told already. */
  readonly id: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** What the hook noted at an earlier attempt; null: nothing. */
  readonly noted: string | null;
  /** Kept whatever happens afterwards. */
  note(text: string): void;
  readonly signal: AbortSignal;
}

export interface Hook {
  readonly name: string;
  readonly when: 'success' | 'failure' | 'always';
  perform(call: HookCall): Promise<HookOutcome>;
  close?(): Promise<void>;
}

export const isMeant = ({ when }: Pick<Hook, 'when'>, { isSuccess }: Pick<RunEnd, 'isSuccess'>): boolean =>
  when === 'always' || (when === 'success') === isSuccess;
