/** Runs a report by its name, or any query as one. */
import { nearest } from '../../model/index.js';
import { type QueryOptions, type QueryResult, query } from '../../sparql/index.js';
import type { QuadSource } from '../../store/index.js';
import { ScutterError } from '../read-fragment.js';
import { bindParameters } from './bind-parameters.js';
import { memoryGraphs, REPORTS, type Report, reportOf } from './reports.js';

export type Parameters = Readonly<Record<string, string>>;

/** What is asked, and of which graphs; null: of all. */
export interface ReportQuery {
  readonly text: string;
  readonly graphs: readonly string[] | null;
}

/** Throws ScutterError when there is no such report, or a parameter is missing. */
export function reportQuery(name: string, parameters: Parameters, graphs: Iterable<string>): ReportQuery {
  const report = reportOf(name);
  if (!report) throw unknownReport(name);
  const missing = Object.keys(report.parameters).find((parameter) => !parameters[parameter]);
  if (missing !== undefined)
    throw new ScutterError(`${report.name} needs the parameter ${missing}: ${report.parameters[missing]}. (--param ${missing}=…)`);
  return { text: bindParameters(report.query, parameters), graphs: report.ofMemory ? memoryGraphs(graphs) : null };
}

export function runReport(source: QuadSource, name: string, parameters: Parameters = {}, options: QueryOptions = {}): QueryResult {
  const { text, graphs } = reportQuery(name, parameters, source.graphs());
  return query(source, text, { ...options, ...(graphs ? { graphs: { unnamed: graphs, named: [] } } : {}) });
}

/** A query of the user's own. */
export const runQueryAsReport = (source: QuadSource, text: string, parameters: Parameters = {}, options: QueryOptions = {}): QueryResult =>
  query(source, bindParameters(text, parameters), options);

export function unknownReport(name: string): ScutterError {
  const names = REPORTS.map((report: Report) => report.name);
  const suggestion = nearest(name, names);
  return new ScutterError(
    `There is no report "${name}".${suggestion ? ` Did you mean ${suggestion}?` : ''} Reports: ${names.join(', ')}; or name a file with a query (.rq).`,
  );
}
