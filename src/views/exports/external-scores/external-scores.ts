/** The queue as the external view shows it: one row per queued URL with its key and integer precedence. */
import { precedenceOf } from '../../../model/index.js';
import type { Repository, Row } from '../../../store/index.js';
import { frontierKey } from './frontier-key.js';

interface QueueRow extends Row {
  readonly url: string;
  readonly site: string;
  readonly domain: string | null;
  readonly immediate: number;
  readonly score: number | null;
  readonly counter: number;
}

export function* externalScores(repository: Repository): Generator<Row> {
  const sums = addsScores(repository);
  for (const row of repository.rows('queue') as IterableIterator<QueueRow>) {
    const { url, site, domain, immediate, score, counter } = row;
    const key = frontierKey({ domain: domain ?? new URL(site).hostname, immediate: immediate === 1, score, counter }, sums);
    const priority = score === null ? null : precedenceOf(score, sums);
    yield { key, url, immediate, priority, score };
  }
}

/** Whether the last run sums scores, which then pass 1. */
function addsScores(repository: Repository): boolean {
  const last = repository.runs().at(-1);
  const definition = last ? (JSON.parse(last.definition) as { frontier?: { update?: string } }) : null;
  return definition?.frontier?.update === 'SUM';
}
