export { DryRunError, type DryRunOptions, type DryRunProgress, dryRun } from './dry-run.js';
export type { DryRunReport, FieldDifferences, Named, SiteOutlook } from './dry-run-report.js';
