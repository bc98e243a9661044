/** Who is asked: the portal, politely; or the copy of it that the user supplied. */
import { join } from 'node:path';
import { hostsOf } from '../../../definition/connector/index.js';
import { parseDuration } from '../../../definition/crawl/index.js';
import { FetcherSet } from '../../crawl/index.js';
import type { AnswerKeeper } from '../answer-keeper.js';
import { CopyAsker } from '../asking/copy-asker.js';
import { PoliteAsker } from '../asking/polite-asker.js';
import type { Asker } from '../port.js';
import type { HarvestOptions } from './harvest.js';
import type { HarvestTally } from './tally.js';

export interface OpenAsker extends Asker {
  close(): Promise<void>;
}

export interface AskerParts {
  readonly options: Omit<HarvestOptions, 'workspace' | 'readers'> & {
    readonly workspace: Pick<HarvestOptions['workspace'], 'folder' | 'spoolFolder'>;
  };
  /** Of the copy that is asked; null: the portal itself is. */
  readonly place: string | null;
  readonly tally: Pick<HarvestTally, 'requests' | 'bytes' | 'statuses'>;
  readonly keeper: Pick<AnswerKeeper, 'keep'>;
  readonly stop: AbortSignal;
  /** ISO moment. */
  readonly now: () => string;
}

const BACKOFF_MS = 1000;

export function openAsker(parts: AskerParts): OpenAsker {
  return parts.place === null ? politeAsker(parts) : copyAsker(parts, parts.place);
}

function copyAsker({ options, tally, keeper, now }: AskerParts, place: string): OpenAsker {
  const { connector, workspace } = options;
  const asker = new CopyAsker({ place, workspace, moved: connector.hosts, tally, keeper, now });
  return { ask: (question) => asker.ask(question), forget: () => Promise.resolve(), close: () => Promise.resolve() };
}

function politeAsker({ options, tally, keeper, stop }: AskerParts): OpenAsker {
  const { connector, workspace, definition, registry, onRemark = () => {} } = options;
  const fetcher = new FetcherSet(
    definition,
    registry,
    hostsOf(connector).map((host) => `http://${host}`),
    workspace.spoolFolder,
    join(workspace.folder, 'partial'),
  );
  const asker = new PoliteAsker({
    fetcher,
    definition,
    stop,
    now: options.clock ?? performance.now.bind(performance),
    sleep: options.sleep,
    turns: options.turns ?? null,
    pace: paceOf(options),
    moved: connector.hosts,
    hosts: hostsOf(connector),
    timeoutMs: connector.timeout === undefined ? null : parseDuration(connector.timeout),
    onExchange: (exchange) => {
      options.onExchange?.(exchange);
      tally.requests++;
      tally.bytes += exchange.body.length;
      tally.statuses[exchange.status] = (tally.statuses[exchange.status] ?? 0) + 1;
    },
    keep: (exchanges) => keeper.keep(exchanges),
    onRemark,
  });
  return {
    ask: (question) => asker.ask(question),
    forget: (jar) => asker.forget(jar),
    async close() {
      asker.close();
      await fetcher.close();
    },
  };
}

/** A delay of 0 in the definition is for portals on one's own machine: it wins over what the connector owes the real one. */
function paceOf({ connector, definition, pace = {}, parallel }: AskerParts['options']) {
  const { delay, concurrency, randomWait, sites, busy } = connector.politeness;
  const set = definition.politeness.delay;
  const own = pace.delayMs ?? (set === 0 ? 0 : null);
  return {
    delayMs: own ?? (delay === undefined ? set : (parseDuration(delay) ?? set)),
    concurrency: parallel ?? concurrency,
    randomMs: definition.politeness.randomWait ?? (randomWait === undefined || own !== null ? 0 : (parseDuration(randomWait) ?? 0)),
    random: pace.random,
    backoffMs: pace.backoffMs ?? BACKOFF_MS,
    hostDelaysMs: own === null ? Object.fromEntries(Object.entries(sites).map(([host, each]) => [host, parseDuration(each) ?? 0])) : {},
    busy,
  };
}
