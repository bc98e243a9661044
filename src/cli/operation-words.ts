/** What the operations of the journal are called where a person reads; formats for programs keep Add, Upd, Del and None. */
import type { Operation } from '../store/index.js';

export const OPERATION_WORDS: Readonly<Record<Operation, string>> = { Add: 'added', Upd: 'changed', Del: 'deleted', None: 'unchanged' };
