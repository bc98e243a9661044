/** All streams of a workspace: what is known, read through one shape. */
import type { DocumentId, FetchId, ResourceId, RunId, SiteId, VersionId } from '../../model/index.js';
import type { RunRow } from '../repository/port.js';
import type {
  FetchFilter,
  FetchRow,
  Fingerprint,
  QueueFilter,
  QueueRow,
  RejectionFilter,
  RejectionRow,
  ResourceFilter,
  ResourceRow,
  RunFilter,
  SegmentFilter,
  SegmentRow,
  SiteFilter,
  SiteRow,
} from './crawl-rows.js';
import type { BodyFilter, BodyRow, DocumentFilter, DocumentRow, VersionFilter, VersionRow } from './document-rows.js';
import type { Stream } from './stream.js';

export interface Streams {
  readonly runs: Stream<RunRow, RunId, RunFilter, 'newest'>;
  readonly sites: Stream<SiteRow, SiteId, SiteFilter, 'key', 'robots'>;
  readonly resources: Stream<ResourceRow, ResourceId, ResourceFilter, 'key', 'trail'>;
  /** Site by site, what is wanted at once first, then the best by score. */
  readonly queue: Stream<QueueRow, ResourceId, QueueFilter>;
  readonly rejections: Stream<RejectionRow, Fingerprint, RejectionFilter>;
  /** `started` is for reading one after the other: it keeps a list of the rows, sixteen bytes each. */
  readonly fetches: Stream<FetchRow, FetchId, FetchFilter, 'newest' | 'started', 'tls'>;
  readonly segments: Stream<SegmentRow, string, SegmentFilter>;
  readonly documents: Stream<DocumentRow, DocumentId, DocumentFilter, 'changed'>;
  readonly versions: Stream<VersionRow, VersionId, VersionFilter, 'newest', 'digests'>;
  readonly bodies: Stream<BodyRow, VersionId, BodyFilter, 'key', 'text' | 'content' | 'metadata' | 'facts' | 'links'>;
}
