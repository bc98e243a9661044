/**
 * Hands documents over to the services a definition names, beside a run: what waited goes first, the rest as it comes.
 *
 * A service that is away ends nothing. What is to be told the user, and whether the run must be repeated, is in the reports.
 */
import { resolve } from 'node:path';
import type { Definition } from '../../definition/crawl/index.js';
import { type Companion, patience } from '../../run/lifecycle/index.js';
import type { Repository } from '../../store/index.js';
import { type OutboxReport, openOutbox, type RunningOutbox } from './open-outbox.js';
import { protocolOf } from './receivers/open-receiver.js';

export type Delivery = Definition['deliver'][number];

export interface DeliveringOptions {
  readonly deliver: readonly Delivery[];
  /** Folder that paths are relative to. */
  readonly folder: string;
  /** Folder of the workspace. */
  readonly workspace: string;
  readonly repository: Repository;
  /** Name of the crawl, where its pages are the documents. */
  readonly pagesOf?: string;
  readonly onRemark?: (remark: string) => void;
  /** Writes what an older crawler would have left behind into a folder. */
  readonly writeData: (place: string, crawler: Delivery['crawler']) => Promise<{ packages: number; unpacked: readonly unknown[] }>;
}

export interface Deliveries extends Companion {
  /** What became of the documents; there when it has ended. */
  readonly reports: readonly OutboxReport[];
}

export function openDeliveries(options: DeliveringOptions): Deliveries {
  const outboxes = openAll(options);
  const reports: OutboxReport[] = [];
  return {
    reports,
    async finish(ending) {
      const withinMs = patience(ending, undefined);
      reports.push(...(await Promise.all(outboxes.map((outbox) => outbox.finish(withinMs)))));
      if (ending.how !== 'failed') reports.push(...(await keepCrawlerData(options)));
    },
  };
}

/** One that cannot even be opened must not keep the run from beginning. */
function openAll({ deliver, folder, workspace, repository, pagesOf = '', onRemark = () => {} }: DeliveringOptions): RunningOutbox[] {
  return deliver.filter(isSent).flatMap((delivery) => {
    try {
      return [openOutbox({ settings: settingsOf(delivery, folder), workspace, repository, pagesOf, onRemark })];
    } catch (error) {
      onRemark(`Nothing is handed over to ${hostOf(delivery.to)} in this run: ${(error as Error).message}`);
      return [];
    }
  });
}

const isSent = ({ as }: Delivery): boolean => as === 'document-groups';

/** After everything was sent, since what came of it is part of the data. */
async function keepCrawlerData(options: DeliveringOptions): Promise<OutboxReport[]> {
  const reports: OutboxReport[] = [];
  for (const delivery of options.deliver) if (!isSent(delivery)) reports.push(await keepIn(delivery, options));
  return reports;
}

/** One that cannot be written is told of, and tried again at the end of the next run. */
async function keepIn({ to, crawler, name }: Delivery, { folder, onRemark, writeData }: DeliveringOptions): Promise<OutboxReport> {
  const place = resolve(folder, to);
  const report = { name: name ?? `crawler-data in ${place}`, sent: 0, refused: 0, incomplete: 0, waiting: 0, failure: null };
  try {
    const { packages, unpacked } = await writeData(place, crawler);
    return { ...report, sent: packages, incomplete: unpacked.length };
  } catch (error) {
    const failure = `${place} is not up to date: ${(error as Error).message}`;
    onRemark?.(failure);
    return { ...report, failure };
  }
}

function settingsOf({ timeouts, ...delivery }: Delivery, folder: string) {
  const isFolder = (delivery.protocol ?? protocolOf(delivery.to)) === 'folder';
  const here = (path: string | undefined): string | undefined => (path === undefined ? undefined : resolve(folder, path));
  return {
    ...delivery,
    timeOuts: timeouts,
    to: isFolder ? resolve(folder, delivery.to) : delivery.to,
    packagesFolder: here(delivery.packagesFolder),
    sentFolder: here(delivery.sentFolder),
    errorFolder: here(delivery.errorFolder),
  };
}

const hostOf = (to: string): string => (URL.canParse(to) ? new URL(to).host : to);
