/** Documents that are handed over whole, and what belongs to them, as they cross to the writer thread. */
import type { HandedOver } from '../../decide/lifecycle/index.js';
import type { NewConversion, NewFetch, NewLogRow } from '../../store/index.js';

/** An answer with the resource it is about. */
export interface AnswerItem {
  readonly resource: number;
  readonly fetch: NewFetch;
}

export interface DepositItem extends HandedOver {
  readonly answers: readonly AnswerItem[];
}

export interface ConversionItem extends Omit<NewConversion, 'answer'> {
  readonly answer: AnswerItem;
}

export interface CallItem {
  readonly row: NewLogRow;
  /** Logged once under this key. */
  readonly once: string | null;
}
