/** Reports over the memory and the data of a crawl, by name: questions in SPARQL that come with the program. */
import { Readable } from 'node:stream';
import { z } from 'zod';
import { importedGraphs, REPORTS, reportQuery, ScutterError } from '../../views/scutter/index.js';
import type { Asker, FormatWish, SparqlAnswer } from '../../views/sparql/index.js';
import { ApiError } from '../api-error.js';
import { type Api, type RouteContext, refusals } from './routes.js';
import * as schema from './schemas.js';
import { asApiError, askerOf } from './sparql.js';

const ROW_TEXT = z.record(z.string(), z.string());

export function reportRoutes(api: Api, context: RouteContext): void {
  const tags = ['knowledge'];
  const listed = z.array(z.object({ name: z.string(), title: z.string(), parameters: ROW_TEXT, query: z.string() }));
  api.get(
    '/crawls/:name/reports',
    { schema: { tags, summary: 'All reports', params: schema.crawlName, response: { 200: listed, ...refusals } } },
    ({ params }) => {
      context.crawls.get(params.name);
      return REPORTS.map(({ name, title, parameters, query }) => ({ name, title, parameters: { ...parameters }, query }));
    },
  );
  api.get(
    '/crawls/:name/reports/:report(^[a-z]+-[a-z-]+$)', // those of runs are numbers, or latest
    {
      schema: {
        tags,
        summary: 'Answer a report',
        description: 'Parameters of the report are given by their names. Formats as of a SPARQL query: `format`, or Accept.',
        params: schema.crawlName.extend({ report: z.string().max(100) }),
        querystring: z.object({ format: z.string().max(100).optional() }).catchall(z.string().max(8192)),
        response: refusals,
      },
    },
    async (request, reply) => {
      const {
        params,
        query: { format, ...parameters },
        headers,
      } = request;
      const { folder } = context.crawls.get(params.name);
      const { mediaType, pieces } = await ask(
        context,
        folder,
        params.report,
        parameters,
        { format, accept: headers.accept, isGuarded: true },
        askerOf(request, reply as never),
      );
      return reply
        .type(`${mediaType}; charset=utf-8`)
        .header('vary', 'accept')
        .send(Readable.from(pieces) as never);
    },
  );
}

export interface ReportAnswer {
  readonly variables: readonly string[];
  readonly rows: readonly Readonly<Record<string, { readonly type: string; readonly value: string }>>[];
}

/** All of an answer, for a page. */
export async function reportRows(
  context: RouteContext,
  folder: string,
  report: string,
  parameters: Readonly<Record<string, string>>,
): Promise<ReportAnswer> {
  const { pieces } = await ask(context, folder, report, parameters, { format: 'json' });
  let text = '';
  try {
    for await (const piece of pieces) {
      text += piece;
      if (text.length > LONGEST)
        throw new ApiError(400, 'too-many-rows', 'The answer is too long for a page. Ask the API for it, or winnow report.');
    }
  } catch (error) {
    throw asApiError(error);
  }
  const { head, results } = JSON.parse(text) as { head: { vars: string[] }; results: { bindings: ReportAnswer['rows'] } };
  return { variables: head.vars, rows: results.bindings };
}

const LONGEST = 16_000_000;

async function ask(
  { sparql }: RouteContext,
  folder: string,
  report: string,
  parameters: Readonly<Record<string, string>>,
  wish: FormatWish,
  asker?: Asker,
): Promise<SparqlAnswer> {
  if (!sparql) throw new ApiError(404, 'no-sparql', 'Reports are not served here.');
  try {
    const { text, graphs } = reportQuery(report, parameters, importedGraphs(folder));
    const where = graphs ? { graphs: { unnamed: graphs, named: [] } } : {};
    return await sparql.service.ask({ folder, text, kind: 'query', wish, parameters, ...where }, asker);
  } catch (error) {
    if (error instanceof ScutterError) throw new ApiError(400, 'bad-report', error.message, { cause: error });
    throw asApiError(error);
  }
}
