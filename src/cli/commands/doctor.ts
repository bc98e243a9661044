/** winnow doctor: whether this machine has what Winnow needs, and what it could use besides; with --deep, whether a workspace is whole. */

import { resolve } from 'node:path';
import { Command } from 'commander';
import { acceptDamage, loadRegistry, VERSION } from '../../assembly/index.js';
import { counted } from '../../model/index.js';
import type { PluginKind, Registry } from '../../plugins/index.js';
import { examineDeeply, formatDeep } from '../doctor/deep.js';
import { examine, type Finding } from '../doctor/examine.js';
import type { Exit } from '../exit-codes.js';
import { type Terminal, table } from '../terminal.js';
import { optionalWorkspace, workspaceIn } from '../workspace-option.js';

const KINDS: readonly PluginKind[] = ['fetcher', 'reader', 'filter', 'consumer', 'analyser', 'extractor', 'source', 'sink'];

const HELP = `
Examples:
  winnow doctor
  winnow doctor -w /data/crawls/news     also: may that folder be written to, is there room; removes what killed commands left
  winnow doctor --deep -w /data/crawls/news     read all of a workspace and compare every checksum
  winnow doctor --json

--deep reads core.db, search.db and the other databases page by page, every record of the archive and every line of its
indexes, also while a crawl is writing. It names each damaged place and what to do about it. A workspace whose core.db is damaged is
not read any more, so that no damage goes unnoticed into an export; --accept-damage lets you go on with what is left.

Exit code 4 when something that is needed is missing, or something is damaged. Nothing is sent over the network.`;

interface Flags {
  readonly workspace?: string;
  readonly plugin: string[];
  readonly json?: boolean;
  readonly deep?: boolean;
  readonly acceptDamage?: boolean;
}

export function doctorCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return new Command('doctor')
    .description('Check that this machine has what Winnow needs, and that a workspace is whole')
    .addOption(optionalWorkspace())
    .option(
      '--plugin <module>',
      'module with plug-ins to look at; may be repeated',
      (value: string, before: string[]) => [...before, value],
      [] as string[],
    )
    .option('--deep', 'read all of the workspace: every checksum, every record, every index')
    .option('--accept-damage', 'let core.db count as whole, as it is now')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async ({ workspace, plugin, json, deep, acceptDamage: accept }: Flags) => {
      if (accept) return acceptIn(workspaceIn({ workspace }), terminal);
      if (deep) return exit(await lookDeeply(workspaceIn({ workspace }), json === true, terminal));
      const findings = await examine(workspace ?? process.cwd());
      const plugins = pluginsOf(await loadRegistry(plugin, process.cwd()));
      terminal.print(json ? JSON.stringify({ version: VERSION, findings, plugins }, null, 2) : format(findings, plugins, terminal));
      exit(findings.some(({ state }) => state === 'missing') ? 'found' : 'ok');
    });
}

async function lookDeeply(folder: string, asJson: boolean, terminal: Terminal): Promise<Exit> {
  const examination = await examineDeeply(folder, terminal);
  terminal.print(asJson ? JSON.stringify(examination, null, 2) : formatDeep(examination, terminal));
  return examination.damage.length ? 'found' : 'ok';
}

async function acceptIn(folder: string, terminal: Terminal): Promise<void> {
  await acceptDamage(resolve(folder));
  terminal.print(`${folder}: core.db counts as whole from now on, as it is. What was damaged may be missing or wrong in every answer.`);
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
    ? terminal.style('red', `${counted(missing, 'thing that is needed is', 'things that are needed are')} missing.`)
    : terminal.style('green', 'Everything that is needed is here.');
  return [`Winnow ${VERSION}`, '', table(rows), '', terminal.style('bold', 'Plug-ins'), known, '', end].join('\n');
}
