/** What works beside a run, as its definition says: deliveries, conversions, notices, publishing. */
import { openRemoteKnowledge, readTriples } from '../backends/index.js';
import type { Definition } from '../definition/crawl/index.js';
import { type ConversionReport, openConversions } from '../follow/convert/index.js';
import { openPublishing } from '../follow/knowledge/index.js';
import { openNotices } from '../follow/notify/index.js';
import { type OutboxReport, openDeliveries } from '../follow/outbox/index.js';
import type { Companion } from '../run/lifecycle/index.js';
import type { Workspace } from '../store/index.js';
import { sendStates, writeCrawlerData } from '../views/exports/index.js';
import { storeConverted } from './store-converted.js';

export interface CompanionOptions {
  readonly definition: Definition;
  /** Folder that paths are relative to. */
  readonly folder: string;
  readonly workspace: Workspace;
  /** Name of the crawl, where its pages are the documents. */
  readonly pagesOf?: string;
  readonly onRemark: (remark: string) => void;
}

export interface RunCompanions {
  /** Documents are handed over last: what became of conversions goes with them. */
  readonly openings: readonly (() => Companion | Promise<Companion>)[];
  /** There when the run has ended. */
  readonly reports: { deliveries: readonly OutboxReport[]; conversions: readonly ConversionReport[] };
}

export function companionsOf(options: CompanionOptions): RunCompanions {
  const { definition, workspace, onRemark } = options;
  const { repository } = workspace;
  const told = { definition, workspace: workspace.folder, repository, onRemark };
  const reports: RunCompanions['reports'] = { deliveries: [], conversions: [] };
  const deliveries = (): Companion => {
    const opened = openDeliveries({ ...options, ...told, deliver: definition.deliver, writeData: crawlerData(workspace) });
    reports.deliveries = opened.reports;
    return opened;
  };
  const conversions = (): Companion => {
    const opened = openConversions({ ...options, store: storeConverted(workspace, definition) });
    reports.conversions = opened.reports;
    return opened;
  };
  const publishing = (): Companion => openPublishing({ ...told, openRemote: openRemoteKnowledge, readTriples });
  return { openings: [deliveries, conversions, () => openNotices(told), publishing], reports };
}

const crawlerData =
  ({ folder, repository }: Workspace): Parameters<typeof openDeliveries>[0]['writeData'] =>
  (place, crawler) =>
    writeCrawlerData(repository.deposits, { folder: place, states: sendStates(folder, repository), crawler });
