export { DomainWorkers } from './domain-workers.js';
export { MachineTurns } from './machine-turns.js';
export { SeedBudget } from './seed-budget.js';
export { SharedLimits } from './shared-limits.js';
export type { SiteQueue } from './site-queue.js';
export { SiteTable, type SiteTableOptions } from './site-table.js';
export { StrictLevels } from './strict-levels.js';
