export { type DryRunOptions, type DryRunProgress, dryRun } from './dry-run.js';
export type { DryRunReport, Named } from './dry-run-report.js';
