/** The program as data: every command under one name, so that the reference page and main.ts see the same. */
import { Command } from 'commander';
import { VERSION } from '../assembly/index.js';
import { commandError } from './command-errors.js';
import type { Exit } from './exit-codes.js';
import type { Terminal } from './terminal.js';

type MakeCommand = (terminal: Terminal, exit: (how: Exit) => void) => Command;

/** In the order a newcomer needs them. Each is loaded when it is asked for: a crawl should not have to read what it never uses. */
const COMMANDS: Readonly<Record<string, () => Promise<MakeCommand>>> = {
  crawl: async () => (await import('./commands/crawl.js')).crawlCommand,
  resume: async () => (await import('./commands/resume.js')).resumeCommand,
  watch: async () => (await import('./commands/watch.js')).watchCommand,
  demo: async () => (await import('./commands/demo.js')).demoCommand,
  status: async () => (await import('./commands/status.js')).statusCommand,
  serve: async () => (await import('./commands/serve.js')).serveCommand,
  ingest: async () => (await import('./commands/ingest.js')).ingestCommand,
  search: async () => (await import('./commands/search.js')).searchCommand,
  sparql: async () => (await import('./commands/sparql.js')).sparqlCommand,
  change: async () => (await import('./commands/change.js')).changeCommand,
  pause: async () => (await import('./commands/change.js')).pauseCommand,
  stop: async () => (await import('./commands/change.js')).stopCommand,
  report: async () => (await import('./commands/report.js')).reportCommand,
  anomalies: async () => (await import('./commands/anomalies.js')).anomaliesCommand,
  traps: async () => (await import('./commands/traps.js')).trapsCommand,
  lsh: async () => (await import('./commands/lsh.js')).lshCommand,
  trace: async () => (await import('./commands/trace.js')).traceCommand,
  diff: async () => (await import('./commands/diff.js')).diffCommand,
  duplicates: async () => (await import('./commands/duplicates.js')).duplicatesCommand,
  history: async () => (await import('./commands/history.js')).historyCommand,
  politeness: async () => (await import('./commands/politeness.js')).politenessCommand,
  freshness: async () => (await import('./commands/freshness.js')).freshnessCommand,
  journal: async () => (await import('./commands/journal.js')).journalCommand,
  explain: async () => (await import('./commands/explain.js')).explainCommand,
  graph: async () => (await import('./commands/graph.js')).graphCommand,
  forget: async () => (await import('./commands/forget.js')).forgetCommand,
  retention: async () => (await import('./commands/retention.js')).retentionCommand,
  export: async () => (await import('./commands/export.js')).exportCommand,
  archive: async () => (await import('./commands/archive.js')).archiveCommand,
  import: async () => (await import('./commands/import.js')).importCommand,
  backup: async () => (await import('./commands/backup.js')).backupCommand,
  migrate: async () => (await import('./commands/migrate.js')).migrateCommand,
  send: async () => (await import('./commands/send.js')).sendCommand,
  validate: async () => (await import('./commands/validate.js')).validateCommand,
  inspect: async () => (await import('./commands/inspect.js')).inspectCommand,
  scutter: async () => (await import('./commands/scutter.js')).scutterCommand,
  portals: async () => (await import('./commands/portals.js')).portalsCommand,
  definition: async () => (await import('./commands/definition.js')).definitionCommand,
  doctor: async () => (await import('./commands/doctor.js')).doctorCommand,
};

/** With all commands, or with the one that is asked for where there is one of that name. */
export async function makeProgram(terminal: Terminal, exit: (how: Exit) => void, asked = ''): Promise<Command> {
  const program = new Command('winnow')
    .description('Keeps a faithful, searchable, always-current copy of the part of the Web you care about.')
    .version(VERSION)
    .enablePositionalOptions() // an option belongs to the command it stands after
    .addHelpText('after', '\nStart here: winnow crawl https://example.org\nEach command explains itself: winnow crawl --help');
  const wanted = Object.hasOwn(COMMANDS, asked) ? [asked] : asked === '--version' ? [] : Object.keys(COMMANDS);
  for (const name of wanted) program.addCommand((await (COMMANDS[name] as () => Promise<MakeCommand>)())(terminal, exit));
  return throwing(program);
}

/** Commander would end the process by itself; ours ends in main.ts, with an exit code of ours. Subcommands do not inherit it. */
function throwing(command: Command): Command {
  command
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({ outputError: (text, write) => write(commandError(text)) });
  for (const child of command.commands) throwing(child);
  return command;
}
