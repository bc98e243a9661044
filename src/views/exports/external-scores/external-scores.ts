/** The queue as the external view shows it: one row per queued URL with its key and integer precedence. */
import { precedenceOf } from '../../../model/index.js';
import { oneByOne, type Streams } from '../../../store/index.js';
import type { ExportRecord } from '../records.js';
import { frontierKey } from './frontier-key.js';

export async function* externalScores(streams: Streams): AsyncGenerator<ExportRecord, void> {
  const sums = await addsScores(streams);
  for await (const { url, origin, domain, immediate, score, resource } of oneByOne(streams.queue.each())) {
    const key = frontierKey({ domain: domain ?? new URL(origin).hostname, immediate, score, counter: resource }, sums);
    const priority = score === null ? null : precedenceOf(score, sums);
    yield { key, url, immediate: Number(immediate), priority, score };
  }
}

/** Whether the last run sums scores, which then pass 1. */
async function addsScores({ runs }: Streams): Promise<boolean> {
  const [last] = (await runs.page({ order: 'newest', limit: 1 })).rows;
  const definition = last ? (JSON.parse(last.definition) as { frontier?: { update?: string } }) : null;
  return definition?.frontier?.update === 'SUM';
}
