export type { Archive, BuiltRecord, FileLength, Placement, RecordSet, RecordType } from './archive/port.js';
export {
  type ArchivedRecord,
  COLLECTIONS,
  type Collection,
  type NewFetch,
  type NewVersion,
  type Operation,
  type Rejection,
  type Repository,
  type Row,
  type RunRow,
  type RunState,
  type RunSummary,
  type Settlement,
  type SiteRow,
  type SiteSummary,
  type SiteUpdate,
} from './repository/port.js';
export type { Workspace } from './workspace.js';
