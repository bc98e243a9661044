/** The program as data: every command under one name, so that the reference page and main.ts see the same. */
import { Command } from 'commander';
import { VERSION } from '../assembly/index.js';
import { archiveCommand } from './commands/archive.js';
import { backupCommand } from './commands/backup.js';
import { changeCommand, stopCommand } from './commands/change.js';
import { crawlCommand } from './commands/crawl.js';
import { definitionCommand } from './commands/definition.js';
import { demoCommand } from './commands/demo.js';
import { doctorCommand } from './commands/doctor.js';
import { exportCommand } from './commands/export.js';
import { importCommand } from './commands/import.js';
import { inspectCommand } from './commands/inspect.js';
import { migrateCommand } from './commands/migrate.js';
import { politenessCommand } from './commands/politeness.js';
import { reportCommand } from './commands/report.js';
import { resumeCommand } from './commands/resume.js';
import { serveCommand } from './commands/serve.js';
import { statusCommand } from './commands/status.js';
import type { Exit } from './exit-codes.js';
import type { Terminal } from './terminal.js';

/** In the order a newcomer needs them. */
const COMMANDS = [
  crawlCommand,
  resumeCommand,
  demoCommand,
  statusCommand,
  serveCommand,
  changeCommand,
  stopCommand,
  reportCommand,
  politenessCommand,
  exportCommand,
  archiveCommand,
  importCommand,
  backupCommand,
  migrateCommand,
  inspectCommand,
  definitionCommand,
  doctorCommand,
];

export function makeProgram(terminal: Terminal, exit: (how: Exit) => void): Command {
  const program = new Command('winnow')
    .description('Keeps a faithful, searchable, always-current copy of the part of the Web you care about.')
    .version(VERSION)
    .addHelpText('after', '\nStart here: winnow crawl https://example.org\nEach command explains itself: winnow crawl --help');
  for (const make of COMMANDS) program.addCommand(make(terminal, exit));
  return throwing(program);
}

/** Commander would end the process by itself; ours ends in main.ts, with an exit code of ours. Subcommands do not inherit it. */
function throwing(command: Command): Command {
  command.exitOverride().showSuggestionAfterError();
  for (const child of command.commands) throwing(child);
  return command;
}
