#!/usr/bin/env node
/** The program: puts the commands together, turns errors into a sentence and an exit code. */
import { CommanderError } from 'commander';
import { WorkspaceInUse } from '../backends/index.js';
import { DefinitionError } from '../definition/index.js';
import { EXIT_CODES, type Exit } from './exit-codes.js';
import { makeProgram } from './program.js';
import { openTerminal } from './terminal.js';

/** Errors by which a user learns that the request itself was wrong. */
const USAGE: ReadonlySet<string> = new Set(['PluginError', 'ScopeError', 'SeedError', 'NoRun', 'UsageError']);

const terminal = openTerminal();
let exitCode: number = EXIT_CODES.ok.code;
const exit = (how: Exit) => {
  exitCode = EXIT_CODES[how].code;
};

const program = makeProgram(terminal, exit);

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
