/** winnow scutter memory: what a scutter remembers, as a file; and memories that others wrote, taken in. */

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { ensureWorkspace, writeMemory } from '../../assembly/index.js';
import { counted } from '../../model/index.js';
import { importMemory } from '../../views/scutter/index.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { workspaceOption } from '../workspace-option.js';

const EXPORT_HELP = `
Examples:
  winnow scutter memory export -o memory.rdf                 RDF/XML, as the original wrote it
  winnow scutter memory export -w crawls/foaf -o memory.ttl  Turtle`;

const IMPORT_HELP = `
Examples:
  winnow scutter memory import memory.rdf -w crawls/foaf
  winnow scutter memory import old.ttl -w crawls/foaf --name 2006

Reports and queries see it beside the crawl's own memory, in a graph of its own; -freshen visits its sources too. Another
one of the same name is replaced.`;

export function memoryCommand(terminal: Terminal): Command {
  const memory = new Command('memory').description('Write the memory of a crawl as RDF, or take in one that others wrote');
  memory
    .command('export')
    .description('Write what is remembered of sources, fetches, errors and origins')
    .addOption(workspaceOption())
    .requiredOption('-o, --output <file>', 'file to write: .rdf, .ttl, .nt or .jsonld')
    .option('--json', 'print what was written, as JSON')
    .addHelpText('after', EXPORT_HELP)
    .action(async ({ workspace, output, json }: { workspace: string; output: string; json?: boolean }) => {
      await writeMemory(resolve(workspace), resolve(output));
      if (json) terminal.print(JSON.stringify({ path: output }));
      else terminal.remark(`The memory is in ${output}`);
    });
  memory
    .command('import')
    .description('Take in a memory file of the original, in RDF/XML or Turtle')
    .argument('<file>', 'the memory')
    .addOption(workspaceOption())
    .option('--name <name>', 'what to call it (default: the name of the file)')
    .option('--json', 'print JSON')
    .addHelpText('after', IMPORT_HELP)
    .action((file: string, flags: ImportFlags) => take(file, flags, terminal));
  return memory;
}

interface ImportFlags {
  readonly workspace: string;
  readonly name?: string;
  readonly json?: boolean;
}

async function take(file: string, { workspace, name, json }: ImportFlags, terminal: Terminal): Promise<void> {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  await mkdir(resolve(workspace), { recursive: true, mode: 0o700 });
  await ensureWorkspace(resolve(workspace));
  const taken = await importMemory(resolve(workspace), file, name);
  if (json) return terminal.print(JSON.stringify(taken));
  terminal.print(
    `${counted(taken.representations, 'source')} and ${counted(taken.fetches, 'fetch', 'fetches')} are in ${workspace}, as ${taken.graph}`,
  );
}
