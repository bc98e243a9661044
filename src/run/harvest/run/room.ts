/** What the parts of a run share. */
import type { CompleteConnector } from '../../../definition/connector/index.js';
import type { Workspace } from '../../../store/index.js';
import type { AnswerKeeper } from '../answer-keeper.js';
import type { Measures } from '../measure/measures.js';
import type { Asker, Values } from '../port.js';
import type { HarvestOptions } from './harvest.js';
import type { ProgressFile } from './progress-file.js';
import type { QuotaKeeper } from './quota-keeper.js';
import type { HarvestTally } from './tally.js';

export interface RuleProblem {
  readonly rule: string;
  readonly message: string;
}

export interface HarvestRoom {
  readonly connector: CompleteConnector;
  readonly options: HarvestOptions;
  readonly parameters: Values;
  readonly workspace: Workspace;
  readonly asker: Asker;
  readonly keeper: AnswerKeeper;
  readonly progress: ProgressFile;
  readonly quota: QuotaKeeper;
  readonly tally: HarvestTally;
  readonly run: number;
  /** Of each route that was tried, in order. */
  readonly measures: Measures[];
  readonly stop: AbortSignal;
  suspected: number;
  /** ISO moment, as far as the portal is concerned. */
  now(): string;
  /** Something is wrong: the run is suspicious. */
  problem(problem: RuleProblem): void;
  /** Worth telling, no more. */
  note(problem: RuleProblem): void;
  remark(message: string): void;
  report(): void;
}
