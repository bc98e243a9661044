export type { TakedownPlan, TakedownWish } from './choose.js';
export {
  type ForgottenRow,
  finishTakedown,
  forget,
  forgottenVersions,
  planTakedown,
  type Takedown,
  type TakedownOptions,
  takedownsOf,
} from './forget.js';
export { ownedBy } from './owning.js';
export { applyRetention, hasRule, planRetention, type Retained, type RetentionRule } from './retention.js';
