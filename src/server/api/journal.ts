/** The journal and the anomalies: what changed, and what is held back. */
import type { JournalRow } from '../../store/index.js';
import { type Api, type RouteContext, refusals, withTimes } from './routes.js';
import * as schema from './schemas.js';

const tags = ['changes'];

export const entryOut = (row: JournalRow) => ({ ...withTimes(row, 'at'), changed: [...row.changed], evidence: [...row.evidence] });

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
      const { items, next } = crawls.get(params.name).read(({ catalogue }) => catalogue.journal(after, limit, operation));
      return { items: items.map(entryOut), next };
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
