#!/usr/bin/env node
/** The program: puts the commands together, turns errors into a sentence and an exit code. */
import { Command, CommanderError } from 'commander';
import { VERSION } from '../assembly/index.js';
import { WorkspaceInUse } from '../backends/index.js';
import { DefinitionError } from '../definition/index.js';
import { crawlCommand } from './commands/crawl.js';
import { demoCommand } from './commands/demo.js';
import { reportCommand } from './commands/report.js';
import { statusCommand } from './commands/status.js';
import { EXIT_CODES, type Exit } from './exit-codes.js';
import { openTerminal } from './terminal.js';

/** Errors by which a user learns that the request itself was wrong. */
const USAGE: ReadonlySet<string> = new Set(['PluginError', 'ScopeError', 'SeedError', 'NoRun', 'UsageError']);

const terminal = openTerminal();
let exitCode: number = EXIT_CODES.ok.code;
const exit = (how: Exit) => {
  exitCode = EXIT_CODES[how].code;
};

const program = new Command('winnow')
  .description('Keeps a faithful, searchable, always-current copy of the part of the Web you care about.')
  .version(VERSION)
  .showSuggestionAfterError()
  .exitOverride()
  .addHelpText('after', '\nStart here: winnow crawl https://example.org\nEach command explains itself: winnow crawl --help');

for (const make of [crawlCommand, demoCommand, statusCommand, reportCommand])
  program.addCommand(make(terminal, exit).exitOverride().showSuggestionAfterError());

try {
  await program.parseAsync();
} catch (error) {
  exit(explain(error));
}
process.exitCode = exitCode;

function explain(error: unknown): Exit {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 'ok' : 'usage';
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  terminal.remark(`${terminal.style('red', 'winnow:')} ${message}`);
  if (error instanceof DefinitionError || USAGE.has(name)) return 'usage';
  if (error instanceof WorkspaceInUse) return 'inUse';
  if (process.env['WINNOW_DEBUG']) terminal.remark((error as Error).stack ?? '');
  return 'failed';
}
