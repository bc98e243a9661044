/** winnow report: what a run brought, as text, JSON or a page; and answers to questions by name. */
import { extname, resolve } from 'node:path';
import { Command } from 'commander';
import { SOFTWARE, withReading } from '../../assembly/index.js';
import { writeOut } from '../../views/exports/index.js';
import { fullReport, reportHtml } from '../../views/reports/index.js';
import type { Exit } from '../exit-codes.js';
import { formatMap } from '../format-map.js';
import { formatReport } from '../format-report.js';
import { mapOf } from '../map-of.js';
import { reportPortals } from '../portals/report.js';
import { printReport } from '../print-report.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { workspaceOption } from '../workspace-option.js';
import { reportIngest } from './report-ingest.js';
import { addQuestionOptions, answerReport, listReports, type QuestionFlags, refuseQuestionOptions } from './report-question.js';

const HELP = `
Examples:
  winnow report -w crawls/example.org
  winnow report -w crawls/example.org --run 1 --json
  winnow report --completeness                                every site and seed: held, left, and what kept the rest away
  winnow report --gov                                         with a map of the web: pages, images, files, duplicates, bytes
  winnow report -w crawls/example.org --html report.html      one page with charts, to be mailed or printed
  winnow report ingest                                        calls of the ingest service by crawler, day, operation and error
  winnow report portals                                       every portal harvested: volume, documents, time, documents/s
  winnow report list                                          questions about memory and data, by name
  winnow report list-errors                                   one of them
  winnow report list-fetches --param source=https://example.org/foaf.rdf
  winnow report my.rq --format csv                            a question of your own, in SPARQL

A file named with -o is written as its name says: .html, .json or .txt. Only reads: it may run while the crawl does.`;

type Form = 'text' | 'json' | 'html';

interface Flags extends QuestionFlags {
  readonly workspace: string;
  readonly run?: number;
  readonly completeness?: boolean;
  readonly gov?: boolean;
  readonly json?: boolean;
  readonly html?: string;
  readonly output?: string;
}

export function reportCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  const command = new Command('report')
    .description('Show what a run brought: as text, as JSON or as a page with charts; or answer a question about memory and data')
    .argument('[question]', 'portals, a report by name (list: all of them), or a file with a SPARQL query (default: what the run brought)')
    .addOption(workspaceOption())
    .option('--run <number>', 'which run (default: the last)', Number)
    .option('--completeness', 'how much of each site and seed is held, and what kept the rest away')
    .option('--gov', 'with sites, pages, images, files and duplicates of the whole crawl; always under the profile gov')
    .option('--html <file>', 'write one HTML page that needs nothing else')
    .option('-o, --output <file>', 'write to this file; - is standard output')
    .option('--json', 'print JSON');
  return addQuestionOptions(command)
    .addHelpText('after', HELP)
    .action((question: string | undefined, flags: Flags, self: Command) => {
      if (question === undefined) return report(flags, terminal);
      if (question === 'ingest') return reportIngest(flags, terminal);
      if (question === 'portals') return reportPortals({ ...flags, workspace: namedWorkspace(self) }, terminal);
      return question === 'list' ? listReports(flags, terminal) : answerReport(question, flags, terminal);
    });
}

/** Null where it is the default: the table of portals is about all of them. */
const namedWorkspace = (command: Command): string | null =>
  command.getOptionValueSource('workspace') === 'cli' ? (command.getOptionValue('workspace') as string) : null;

async function report(flags: Flags, terminal: Terminal): Promise<void> {
  refuseQuestionOptions(flags);
  const form = formOf(flags);
  const target = flags.html ?? flags.output ?? '-';
  if (flags.completeness && target !== '-') throw new UsageError('--completeness is printed; the page has a section about it.');
  if (flags.completeness || (form === 'text' && target === '-')) {
    await printReport(flags.workspace, terminal, flags);
    return;
  }
  const written = await write(form, flags);
  await writeOut(once(written), target === '-' ? '-' : resolve(target));
  if (target !== '-') terminal.remark(`The report is in ${target}`);
}

async function write(form: Form, { workspace, run, gov }: Flags): Promise<string> {
  return withReading(
    resolve(workspace),
    ({ repository }) => {
      const report = fullReport(repository, run);
      const map = gov || report.profile === 'gov' ? mapOf(repository, resolve(workspace)) : null;
      const full = { ...report, ...(map && { map }) };
      if (form === 'html') return reportHtml(full, { software: SOFTWARE });
      if (form === 'json') return `${JSON.stringify(full, null, 2)}\n`;
      return `${formatReport(full, workspace, PLAIN)}\n${map ? `\n${formatMap(map, PLAIN.style)}\n` : ''}`;
    },
    { all: true },
  );
}

const PLAIN: Pick<Terminal, 'style'> = { style: (_style, text) => text };

function formOf({ html, output, json }: Flags): Form {
  if (html !== undefined) {
    if (json || output !== undefined) throw new UsageError('--html names its own file: leave out --json and -o.');
    return 'html';
  }
  if (json) return 'json';
  const end = extname(output ?? '').toLowerCase();
  if (end === '.html' || end === '.htm') return 'html';
  return end === '.json' ? 'json' : 'text';
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
