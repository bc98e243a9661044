/** winnow report QUESTION: one of the reports that come with the program, or a query of the user's own, over memory and data. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { askKnowledge, withReading } from '../../assembly/index.js';
import type { QuadSource } from '../../store/index.js';
import { writeOut } from '../../views/exports/index.js';
import { REPORTS, type Report, reportOf, runQueryAsReport, runReport, unknownReport } from '../../views/scutter/index.js';
import { formatResult, type QueryResult } from '../../views/sparql/index.js';
import { type Terminal, table } from '../terminal.js';
import { UsageError } from '../usage-error.js';

export interface QuestionFlags {
  readonly workspace: string;
  readonly param: readonly string[];
  readonly format?: string;
  readonly query?: boolean;
  readonly raw?: boolean;
  readonly json?: boolean;
  readonly output?: string;
}

export const RAW = 'CSV with text as it is: without the apostrophe that keeps spreadsheets from running it as a formula';

export const addQuestionOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--param <name=value>', 'of a question: the value of a variable; may be repeated')
        .argParser((value: string, before: string[]) => [...before, value])
        .default([], 'none'),
    )
    .option('-f, --format <format>', 'of an answer: table (default), json, xml, csv, tsv, markdown; of statements turtle, nquads, …')
    .option('--raw', RAW)
    .option('--query', 'of a report: print its query instead of running it');

export function refuseQuestionOptions({ param, format, query, raw }: QuestionFlags): void {
  const given = [param.length > 0 && '--param', format !== undefined && '--format', query && '--query', raw && '--raw'].find(Boolean);
  if (given) throw new UsageError(`${given} is about a question: name one, such as list-errors. All of them: winnow report list`);
}

export function listReports({ json }: QuestionFlags, terminal: Terminal): void {
  if (json)
    return terminal.print(
      JSON.stringify(
        REPORTS.map(({ name, title, parameters }) => ({ name, title, parameters })),
        null,
        2,
      ),
    );
  terminal.print(table(REPORTS.map(({ name, title, parameters }) => [name, [title, ...Object.keys(parameters).map(asFlag)].join('  ')])));
}

const asFlag = (parameter: string): string => `--param ${parameter}=…`;

export async function answerReport(name: string, flags: QuestionFlags, terminal: Terminal): Promise<void> {
  const question = questionOf(name);
  if (flags.query) return terminal.print((question.own ?? question.report.query).trimEnd());
  const folder = resolve(flags.workspace);
  await withReading(folder, () => {}); // says first when there is no workspace
  const parameters = parametersOf(flags.param);
  const target = flags.output === undefined || flags.output === '-' ? '-' : resolve(flags.output);
  const answer = async (source: QuadSource): Promise<void> => {
    const { own, report } = question;
    const result = own === null ? runReport(source, report.name, parameters) : runQueryAsReport(source, own, parameters);
    terminal.live('');
    await writeOut(inTurn(answerText(result, flags)), target);
  };
  await askKnowledge(folder, answer, {
    onProgress: (feed) => terminal.live(`Gathering: ${feed}`),
    onRemark: (remark) => terminal.remark(remark),
  });
}

type Question = { readonly own: string; readonly report: null } | { readonly own: null; readonly report: Report };

/** A file counts before a report: who has one of that name means it. */
function questionOf(name: string): Question {
  if (statSync(name, { throwIfNoEntry: false })?.isFile()) return { own: readFileSync(name, 'utf8'), report: null };
  const report = reportOf(name);
  if (report) return { own: null, report };
  throw new UsageError(/[/\\]|\.(rq|sparql)$/i.test(name) ? `There is no file ${name}.` : unknownReport(name).message);
}

function parametersOf(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((each) => {
      const [, name, value] = /^(\w+)=([\s\S]*)$/.exec(each) ?? [];
      if (name === undefined || value === undefined) throw new UsageError(`--param ${each} is not of the form name=value.`);
      return [name, value];
    }),
  );
}

function* answerText(result: QueryResult, { format, json, raw }: QuestionFlags): Iterable<string> {
  const wanted = format ?? (json ? 'json' : result.kind === 'quads' ? 'turtle' : 'table');
  yield* formatResult(result, { format: json && result.kind === 'quads' ? 'jsonld' : wanted, isGuarded: !raw }).text;
}

async function* inTurn(pieces: Iterable<string>): AsyncGenerator<string> {
  yield* pieces;
}
