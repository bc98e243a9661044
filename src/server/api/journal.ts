/** The journal and the anomalies: what changed, and what is held back. */
import type { JournalEntry } from '../../store/index.js';
import { type Api, type RouteContext, refusals, withTimes } from './routes.js';
import * as schema from './schemas.js';

const tags = ['changes'];

/** As the schema wants it: lists that can be written to. */
export const entryOut = (entry: JournalEntry) => ({ ...entry, changed: [...entry.changed], evidence: [...entry.evidence] });

export function journalRoutes(api: Api, { crawls }: RouteContext): void {
  api.get(
    '/crawls/:name/journal',
    {
      schema: {
        tags,
        summary: 'The journal from a place on',
        params: schema.crawlName,
        querystring: schema.journalQuery,
        response: { 200: schema.journal, ...refusals },
      },
    },
    ({ params, query: { after, limit, operation } }) => {
      const filter = operation ? { operations: [operation] } : {};
      const { items, through, last } = crawls.get(params.name).read(({ repository: { journal } }) => ({
        ...journal.slice(after, limit, filter),
        last: journal.last(),
      }));
      return { items: items.map(entryOut), next: through < last ? through : null };
    },
  );

  api.get(
    '/crawls/:name/anomalies',
    {
      schema: {
        tags,
        summary: 'Anomalies: changes of a whole site that are held back',
        params: schema.crawlName,
        querystring: schema.listQuery,
        response: { 200: schema.anomalies, ...refusals },
      },
    },
    ({ params, query: { after, limit } }) => {
      const { items, next } = crawls.get(params.name).read(({ catalogue }) => catalogue.anomalies(after, limit));
      return { items: items.map((row) => withTimes(row, 'at', 'decidedAt')), next };
    },
  );
}
