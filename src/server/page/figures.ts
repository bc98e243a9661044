/** The numbers of the page by name: the server writes them into it, the script writes them anew. */
import type { CrawlStatus } from '../crawls/status.js';
import { duration, number, plural, size } from './text.js';

const STATE_WORDS: Readonly<Record<CrawlStatus['state'], string>> = {
  none: 'has not begun',
  running: 'running',
  finished: 'finished',
  stopped: 'stopped',
  paused: 'paused',
  failed: 'failed',
  'cut-off': 'cut off; it goes on when it is started again',
};

export function figureTexts(status: CrawlStatus): Readonly<Record<string, string>> {
  const { figures, statistics } = status;
  const { present, suspected, deleted } = figures.documents;
  return {
    state: stateText(status),
    documents: number(present + suspected),
    documentsMore: `${number(suspected)} suspected · ${number(deleted)} deleted`,
    rate: (statistics?.recentPerSecond ?? average(status)).toFixed(1),
    rateMore: statistics
      ? `${plural(statistics.pages, 'page')} · ${statistics.active} of ${statistics.workers} workers`
      : `on average · ${plural(status.pages, 'page')}`,
    queue: number(statistics?.queued ?? status.queued),
    queueMore: statistics
      ? `at ${number(statistics.busySites)} of ${plural(statistics.sites, 'site')}`
      : `at ${plural(status.sites, 'site')}`,
    archive: size(figures.archiveBytes),
    archiveMore: statistics ? `${size(statistics.bytes)} fetched in this run` : 'in WARC files',
    time: duration(status.seconds),
    timeMore: status.startedAt ? `since ${status.startedAt.slice(0, 16).replace('T', ' ')}` : '',
    ...operationTexts(status),
  };
}

function operationTexts({ figures: { operations, waiting, held, documents } }: CrawlStatus): Record<string, string> {
  return {
    Add: number(operations.Add),
    Upd: number(operations.Upd),
    Del: number(operations.Del),
    None: number(operations.None),
    waiting: number(waiting),
    suspected: number(documents.suspected),
    held: number(held),
  };
}

function stateText({ state, reason, run }: CrawlStatus): string {
  if (run === null) return `The crawl ${STATE_WORDS.none}`;
  return `Run ${run}: ${STATE_WORDS[state]}${reason && state !== 'running' ? `, ${reason}` : ''}`;
}

const average = ({ pages, seconds }: CrawlStatus): number => (seconds > 0 ? pages / seconds : 0);
