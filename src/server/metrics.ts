/** /metrics in the text format of Prometheus. The names are a contract: docs/guides/serving.md lists them and a test compares. */
import type { FastifyInstance } from 'fastify';
import { type ConsumerState, consumerStates } from '../follow/consumers/index.js';
import { ApiError } from './api-error.js';
import { type CrawlStatus, type Crawls, LastKnown, type ServedCrawl } from './crawls/index.js';
import type { Feeds } from './events/index.js';
import { FetchTally } from './fetch-tally.js';

type Labels = Readonly<Record<string, string | number>>;
type Sample = readonly [labels: Labels, value: number];

interface Family {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly samples: readonly Sample[];
}

interface CrawlSample {
  readonly status: CrawlStatus;
  readonly fetches: ReadonlyMap<string, number>;
  readonly bytes: number;
  readonly consumers: readonly ConsumerState[];
}

export class Metrics {
  readonly #crawls: Crawls;
  readonly #feeds: Feeds;
  readonly #version: string;
  readonly #samples = new WeakMap<ServedCrawl, LastKnown<CrawlSample | null>>();
  readonly #answers = new Map<string, number>();

  constructor(crawls: Crawls, feeds: Feeds, version: string) {
    this.#crawls = crawls;
    this.#feeds = feeds;
    this.#version = version;
  }

  countAnswers(app: FastifyInstance): void {
    app.addHook('onResponse', async (_request, reply) => {
      const name = `${Math.floor(reply.statusCode / 100)}xx`;
      this.#answers.set(name, (this.#answers.get(name) ?? 0) + 1);
    });
  }

  async text(): Promise<string> {
    const samples = await Promise.all(this.#crawls.list().map((crawl) => this.#sampler(crawl).get()));
    const readable = samples.filter((sample) => sample !== null);
    return [...ofCrawls(readable), ...this.#ofServer(), ...ofProcess()].map(format).join('');
  }

  #sampler(crawl: ServedCrawl): LastKnown<CrawlSample | null> {
    const known = this.#samples.get(crawl);
    if (known) return known;
    const tally = new FetchTally(crawl);
    const sampler = new LastKnown(() => sampleOf(crawl, tally));
    this.#samples.set(crawl, sampler);
    return sampler;
  }

  #ofServer(): Family[] {
    const answers = [...this.#answers].map(([status, count]): Sample => [{ status }, count]);
    return [
      gauge('winnow_build_info', 'Version of Winnow.', [[{ version: this.#version }, 1]]),
      counter('winnow_http_answers_total', 'Answers of this server by class of status.', answers),
      gauge('winnow_event_listeners', 'Clients of the event streams.', [[{}, this.#feeds.listeners]]),
    ];
  }
}

/** Null for a workspace that cannot be read now: then it has no lines, which alerts can ask for. */
async function sampleOf(crawl: ServedCrawl, tally: FetchTally): Promise<CrawlSample | null> {
  try {
    await tally.catchUp();
    const consumers = crawl.read(({ repository }) => consumerStates(crawl.folder, repository));
    return { status: await crawl.status(), fetches: new Map(tally.byClass), bytes: tally.bytes, consumers };
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

const gauge = (name: string, help: string, samples: readonly Sample[]): Family => ({ name, type: 'gauge', help, samples });
const counter = (name: string, help: string, samples: readonly Sample[]): Family => ({ name, type: 'counter', help, samples });

function ofCrawls(crawls: readonly CrawlSample[]): Family[] {
  const each = (value: (status: CrawlStatus) => number): Sample[] => crawls.map(({ status }) => [{ crawl: status.name }, value(status)]);
  const by = (label: string, counts: (sample: CrawlSample) => Iterable<readonly [string, number]>): Sample[] =>
    crawls.flatMap((sample) => [...counts(sample)].map(([name, count]): Sample => [{ crawl: sample.status.name, [label]: name }, count]));
  return [
    gauge(
      'winnow_crawl_running',
      '1 while a process is at work.',
      each(({ state }) => Number(state === 'running')),
    ),
    gauge(
      'winnow_crawl_run',
      'Number of the last run.',
      each(({ run }) => run ?? 0),
    ),
    gauge(
      'winnow_crawl_documents',
      'Documents by state.',
      by('state', ({ status }) => Object.entries(status.figures.documents)),
    ),
    gauge(
      'winnow_crawl_queue_urls',
      'URLs in the queue.',
      each(({ queued, statistics }) => statistics?.queued ?? queued),
    ),
    gauge(
      'winnow_crawl_sites',
      'Sites known.',
      each(({ sites }) => sites),
    ),
    gauge(
      'winnow_crawl_archive_bytes',
      'Bytes in WARC files.',
      each(({ figures }) => figures.archiveBytes),
    ),
    gauge(
      'winnow_crawl_journal_sequence',
      'Last sequence number of the journal.',
      each(({ sequence }) => sequence),
    ),
    counter(
      'winnow_crawl_journal_entries_total',
      'Journal entries by operation.',
      by('operation', ({ status }) => Object.entries(status.figures.entries)),
    ),
    counter(
      'winnow_crawl_fetches_total',
      'Fetches by class of status, all runs.',
      by('status', ({ fetches }) => fetches),
    ),
    counter(
      'winnow_crawl_fetched_bytes_total',
      'Bytes of bodies fetched, all runs.',
      crawls.map(({ status, bytes }) => [{ crawl: status.name }, bytes]),
    ),
    gauge(
      'winnow_crawl_pages_per_second',
      'Visits a second lately; 0 when not running.',
      each(({ statistics }) => statistics?.recentPerSecond ?? 0),
    ),
    gauge(
      'winnow_crawl_workers_active',
      'Workers at work.',
      each(({ statistics }) => statistics?.active ?? 0),
    ),
    gauge(
      'winnow_consumer_lag_entries',
      'Journal entries that a consumer has not seen yet.',
      by('consumer', ({ consumers }) => consumers.map(({ name, lag }) => [name, lag] as const)),
    ),
    gauge(
      'winnow_consumer_failing',
      '1 while a consumer fails.',
      by('consumer', ({ consumers }) => consumers.map(({ name, failing }) => [name, Number(failing !== null)] as const)),
    ),
    gauge(
      'winnow_crawl_open_anomalies',
      'Anomalies that wait for a decision.',
      each(({ figures }) => figures.openAnomalies),
    ),
    gauge(
      'winnow_crawl_held_changes',
      'Changes held back by anomalies.',
      each(({ figures }) => figures.held),
    ),
  ];
}

function ofProcess(): Family[] {
  const { user, system } = process.cpuUsage();
  return [
    counter('process_cpu_seconds_total', 'CPU time of the server.', [[{}, (user + system) / 1e6]]),
    gauge('process_resident_memory_bytes', 'Memory of the server.', [[{}, process.memoryUsage.rss()]]),
    gauge('process_start_time_seconds', 'Start of the server since 1970.', [[{}, Math.round(performance.timeOrigin) / 1000]]),
    gauge('nodejs_eventloop_utilization', 'Share of time the event loop was busy since the start.', [
      [{}, performance.eventLoopUtilization().utilization],
    ]),
  ];
}

function format({ name, type, help, samples }: Family): string {
  if (!samples.length) return '';
  const lines = samples.map(([labels, value]) => `${name}${formatLabels(labels)} ${value}`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`;
}

function formatLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length ? `{${pairs.join(',')}}` : '';
}

const escaped = (text: string): string => text.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
