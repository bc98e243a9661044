import type { WorkspaceReading } from '../store/index.js';
import { mapAccess } from '../views/exports/index.js';
import { type MapReport, mapReport } from '../views/reports/index.js';

/** What a crawl found of its web, by the rules of its last run. */
export function mapOf(reading: WorkspaceReading): MapReport {
  const { repository } = reading;
  const { fingerprintOf, images } = mapAccess(reading);
  return mapReport(repository.webMap, { fingerprintOf, images, urlOf: (resource) => repository.urlOf(resource) });
}
