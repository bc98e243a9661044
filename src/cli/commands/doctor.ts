/** winnow doctor: whether this machine has what Winnow needs, and what it could use besides. */
import { Command } from 'commander';
import { loadRegistry, VERSION } from '../../assembly/index.js';
import type { PluginKind, Registry } from '../../plugins/index.js';
import { examine, type Finding } from '../doctor/examine.js';
import type { Exit } from '../exit-codes.js';
import { type Terminal, table } from '../terminal.js';
import { optionalWorkspace } from '../workspace-option.js';

const KINDS: readonly PluginKind[] = ['fetcher', 'reader', 'filter', 'consumer', 'analyser', 'extractor', 'source', 'sink'];

const HELP = `
Examples:
  winnow doctor
  winnow doctor -w /data/crawls/news     also: may that folder be written to, is there room
  winnow doctor --json

Exit code 4 when something that is needed is missing. Nothing is sent over the network.`;

interface Flags {
  readonly workspace?: string;
  readonly plugin: string[];
  readonly json?: boolean;
}

export function doctorCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return new Command('doctor')
    .description('Check that this machine has what Winnow needs')
    .addOption(optionalWorkspace())
    .option(
      '--plugin <module>',
      'module with plug-ins to look at; may be repeated',
      (value: string, before: string[]) => [...before, value],
      [] as string[],
    )
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async ({ workspace, plugin, json }: Flags) => {
      const findings = await examine(workspace ?? process.cwd());
      const plugins = pluginsOf(await loadRegistry(plugin, process.cwd()));
      terminal.print(json ? JSON.stringify({ version: VERSION, findings, plugins }, null, 2) : format(findings, plugins, terminal));
      exit(findings.some(({ state }) => state === 'missing') ? 'found' : 'ok');
    });
}

interface KnownPlugin {
  readonly kind: PluginKind;
  readonly name: string;
  readonly about: string;
}

const pluginsOf = (registry: Registry): KnownPlugin[] =>
  KINDS.flatMap((kind) => registry.all(kind).map(({ name, about }) => ({ kind, name, about })));

const COLOURS = { good: 'green', remark: 'yellow', missing: 'red' } as const;

function format(findings: readonly Finding[], plugins: readonly KnownPlugin[], terminal: Terminal): string {
  const rows = findings.map(({ state, what, is, advice }) => [
    terminal.style(COLOURS[state], state),
    what,
    advice ? `${is}. ${advice}` : is,
  ]);
  const missing = findings.filter(({ state }) => state === 'missing').length;
  const known = table(plugins.map(({ kind, name, about }) => [terminal.style('dim', kind), name, about]));
  const end = missing
    ? terminal.style('red', `${missing} things that are needed are missing.`)
    : terminal.style('green', 'Everything that is needed is here.');
  return [`Winnow ${VERSION}`, '', table(rows), '', terminal.style('bold', 'Plug-ins'), known, '', end].join('\n');
}
