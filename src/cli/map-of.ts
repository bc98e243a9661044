import type { Repository } from '../store/index.js';
import { mapAccess } from '../views/exports/index.js';
import { type MapReport, mapReport } from '../views/reports/index.js';

/** What a crawl found of its web, by the rules of its last run. */
export function mapOf(repository: Repository, workspace: string): MapReport {
  const { fingerprintOf, images } = mapAccess(repository, workspace);
  return mapReport(repository.webMap, { fingerprintOf, images, urlOf: (resource) => repository.urlOf(resource) });
}
