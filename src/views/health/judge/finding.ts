/** What is found to be wrong with a portal. */
import type { Usual } from '../statistics.js';

export interface Finding {
  /** broken: something has to be done. unusual: somebody should look. */
  readonly level: 'broken' | 'unusual';
  readonly about: 'run' | 'route' | 'rule' | 'yield' | 'values' | 'files' | 'errors' | 'pace';
  /** Null: of the run as a whole. */
  readonly route: string | null;
  /** The rule of the connector: list[0].fields.title. */
  readonly rule: string | null;
  /** A sentence. */
  readonly message: string;
  /** What was measured. */
  readonly value?: number;
  readonly usual?: Usual;
}
