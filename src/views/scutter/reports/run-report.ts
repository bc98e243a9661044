/** Runs a report by its name, or any query as one. */
import { nearest } from '../../../model/index.js';
import type { QuadSource } from '../../../store/index.js';
import { parameterTerm, type QueryOptions, type QueryResult, query } from '../../sparql/index.js';
import { ScutterError } from '../read-fragment.js';
import { memoryGraphs, REPORTS, reportOf } from './reports.js';

/** Values of variables, as people write them. */
export type ReportParameters = Readonly<Record<string, string>>;

/** What is asked, and of which graphs; null: of all. */
export interface ReportQuery {
  readonly text: string;
  readonly graphs: readonly string[] | null;
}

/** Throws ScutterError when there is no such report, or a parameter is missing. `graphs` are those of the store. */
export function reportQuery(name: string, parameters: ReportParameters, graphs: Iterable<string>): ReportQuery {
  const report = reportOf(name);
  if (!report) throw unknownReport(name);
  const missing = Object.keys(report.parameters).find((parameter) => !parameters[parameter]);
  if (missing !== undefined)
    throw new ScutterError(`${report.name} needs the parameter ${missing}: ${report.parameters[missing]}. (--param ${missing}=…)`);
  mustHave(report.query, parameters);
  return { text: report.query, graphs: report.ofMemory ? memoryGraphs(graphs) : null };
}

export function runReport(source: QuadSource, name: string, given: ReportParameters = {}, options: QueryOptions = {}): QueryResult {
  const { text, graphs } = reportQuery(name, given, source.graphs());
  return query(source, text, { ...options, parameters: termsOf(given), ...(graphs ? { graphs: { unnamed: graphs, named: [] } } : {}) });
}

/** A query of the user's own. */
export function runQueryAsReport(source: QuadSource, text: string, given: ReportParameters = {}, options: QueryOptions = {}): QueryResult {
  mustHave(text, given);
  return query(source, text, { ...options, parameters: termsOf(given) });
}

const termsOf = (given: ReportParameters) => Object.fromEntries(Object.entries(given).map(([name, value]) => [name, parameterTerm(value)]));

function mustHave(text: string, given: ReportParameters): void {
  const known = [...new Set([...text.matchAll(/[?$](\w+)/g)].map(([, name]) => name as string))];
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new ScutterError(
    `The query has no variable ?${unknown}.${known.length ? ` It has: ${known.map((name) => `?${name}`).join(', ')}.` : ''}`,
  );
}

export function unknownReport(name: string): ScutterError {
  const names = REPORTS.map((report) => report.name);
  const suggestion = nearest(name, names);
  return new ScutterError(
    `There is no report "${name}".${suggestion ? ` Did you mean ${suggestion}?` : ''} Reports: ${names.join(', ')}; or name a file with a query (.rq).`,
  );
}
