/** winnow scutter: crawls by the original's RDF configuration, and what goes with it: copies, mappings, loading by them. */

import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command } from 'commander';
import { Writer } from 'n3';
import { stringify } from 'yaml';
import { loadRegistry, loadScutter, saveCache } from '../../assembly/index.js';
import { definitionFromInput, formatProblems } from '../../definition/crawl/index.js';
import { counted } from '../../model/index.js';
import { checkDefinition } from '../../run/crawl/index.js';
import {
  fetchOne,
  type LocationMapping,
  loadRdf,
  mappingOfCopies,
  mappingOfMemory,
  readCacheIndex,
  readConfigurationFile,
  readMapping,
  writeMapping,
} from '../../views/scutter/index.js';
import { withContact } from '../ask-contact.js';
import type { Exit } from '../exit-codes.js';
import { printable, type Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { optionalWorkspace, workspaceIn, workspaceOption } from '../workspace-option.js';
import { addFlags, crawlDefinition } from './crawl.js';
import { memoryCommand } from './scutter-memory.js';

const HELP = `
Examples:
  winnow scutter run -config config.rdf -id default -plan plan.rdf     as the original was called
  winnow scutter run -plan http://example.org/plan.ttl                 by the scutters that come with the program
  winnow scutter run -id shallow-slow-scutter -freshen                 visit everything in the memory again
  winnow scutter list                                                  the scutters there are
  winnow scutter show config.rdf --id default > crawl.yaml             the definition that is made of one
  winnow scutter memory export -o memory.rdf                           what it remembers, as RDF
  winnow scutter mapping -w crawls/scutter-memory -o mapping.ttl       read these URIs from those files
  winnow scutter load http://example.org/a.rdf --mapping mapping.ttl --offline`;

export function scutterCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  const scutter = new Command('scutter')
    .description("Crawl linked data by the original scutter's configuration")
    .enablePositionalOptions()
    .addHelpText('after', HELP);
  scutter.addCommand(runCommand(terminal, exit), { isDefault: true });
  scutter
    .command('list')
    .description('List the scutters of a configuration')
    .argument('[config]', 'file of the configuration (default: the one that comes with the program)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  winnow scutter list config.rdf')
    .action((config: string | undefined, { json }: { json?: boolean }) => list(config, json === true, terminal));
  scutter
    .command('show')
    .description('Print the definition that is made of a scutter')
    .argument('[config]', 'file of the configuration (default: the one that comes with the program)')
    .option('--id <id>', 'which scutter', 'default')
    .option('--plan <place...>', 'plans, files or URIs')
    .option('--freshen', 'start from everything that is known, too')
    .addOption(optionalWorkspace())
    .option('--json', 'print JSON instead of YAML')
    .addHelpText('after', '\nExample:\n  winnow scutter show config.rdf --id default > crawl.yaml')
    .action((config: string | undefined, flags: ShowFlags) => show(config, flags, terminal));
  scutter
    .command('cache')
    .description('Copy what was fetched into a folder, by host and path')
    .addOption(workspaceOption())
    .requiredOption('-o, --output <folder>', 'where the copies go')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  winnow scutter cache -w crawls/scutter-memory -o cache')
    .action((flags: { workspace: string; output: string; json?: boolean }) => cache(flags, terminal));
  scutter
    .command('mapping')
    .description('Write a location mapping: which URIs are to be read from which files')
    .addOption(optionalWorkspace())
    .option('--memory <file>', 'make it of a memory file instead of a workspace')
    .option('-o, --output <file>', 'file to write (default: standard output)')
    .option('--json', 'print JSON: URI → file URI')
    .addHelpText(
      'after',
      '\nExamples:\n  winnow scutter mapping -w crawls/scutter-memory\n  winnow scutter mapping --memory memory.rdf -o mapping.ttl',
    )
    .action((flags: MappingFlags) => mapping(flags, terminal));
  scutter
    .command('load')
    .description('Read RDF by its URI: from disk where a mapping says so, else from the web; prints N-Quads')
    .argument('<uri>', 'what to read')
    .option('--mapping <file>', 'location mapping')
    .option('--offline', 'send no request: read only what is mapped')
    .option('--resolve <host=address...>', 'connect to this address for a host')
    .option('--allow-addresses <network...>', 'addresses that may be asked though they are not public')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  winnow scutter load http://example.org/a.rdf --mapping mapping.ttl --offline')
    .action((uri: string, flags: LoadFlags) => load(uri, flags, terminal));
  return scutter.addCommand(memoryCommand(terminal));
}

// ---- run

interface RunFlags extends Record<string, unknown> {
  readonly config?: string;
  readonly id: string;
  readonly plan?: readonly string[];
  readonly freshen?: boolean;
  readonly workspace?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** The original wrote its flags with one dash; commander takes such for a bundle of letters. */
const ONE_DASH = /^-(config|id|plan|freshen)$/;

class OneDashCommand extends Command {
  override parseOptions(words: string[]): ReturnType<Command['parseOptions']> {
    return super.parseOptions(words.map((word) => word.replace(ONE_DASH, '--$1')));
  }
}

function runCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  const command = new OneDashCommand('run')
    .description('Crawl by a scutter of a configuration; -config, -id, -plan and -freshen may have one dash')
    .option('--config <file>', 'configuration in RDF/XML or Turtle (default: the one that comes with the program)')
    .option('--id <id>', 'which scutter', 'default')
    .option('--plan <place>', 'file or URI of a plan, whose rdfs:seeAlso are fetched first; may be repeated', repeated)
    .option('--freshen', 'visit everything in the memory again that is not skipped')
    .option('-w, --workspace <folder>', 'where the crawl is kept (default: ./crawls/<configuration>-<memory>)')
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'no progress, only the report')
    .option('--help-all', 'show the flags of every field of the definition')
    .addHelpText(
      'after',
      '\nExamples:\n  winnow scutter run -config config.rdf -id default -plan plan.rdf\n  winnow scutter run -id default -freshen',
    );
  addFlags(command);
  return command.action(async (flags: RunFlags) => exit(await run(flags, terminal)));
}

const repeated = (value: string, before: readonly string[] = []): string[] => [...before, value];

async function run(flags: RunFlags, terminal: Terminal): Promise<Exit> {
  const { config, id, plan: plans = [], freshen = false } = flags;
  if (plans.length === 0 && !freshen)
    throw new UsageError('Say where to start: -plan FILE or URI, -freshen for all that is known, or both.');
  const { loaded, folder, workspace, remarks } = await loadScutter({ config, id, plans, freshen, workspace: flags.workspace, flags });
  for (const remark of remarks) terminal.remark(terminal.style('yellow', printable(remark)));
  if (loaded.definition.seeds.length === 0 && !freshen)
    throw new UsageError('The plan names nothing to fetch: it has no rdfs:seeAlso that leads to the web.');
  checkDefinition(loaded, await loadRegistry(loaded.definition.plugins, folder));
  for (const problem of loaded.problems) terminal.remark(terminal.style('yellow', formatProblems([problem])));
  if (!flags.quiet)
    terminal.remark(printable(`Scutter ${id}${loaded.definition.scutter.title ? `: ${loaded.definition.scutter.title}` : ''}`));
  const definition = await withContact(loaded.definition, terminal);
  return crawlDefinition({ definition, folder, workspace, json: flags.json === true, quiet: flags.quiet === true }, terminal);
}

// ---- list, show

async function list(config: string | undefined, asJson: boolean, terminal: Terminal): Promise<void> {
  const configuration = await readConfigurationFile(config);
  const scutters = configuration.ids.map((id) => {
    const { title, workers, consumers, filters } = configuration.scutter(id);
    return { id, title, workers, consumers: consumers.map(nameOf), filters: filters.map(nameOf) };
  });
  if (asJson) terminal.print(JSON.stringify(scutters, null, 2));
  else for (const { id, title } of scutters) terminal.print(printable(`${id.padEnd(24)} ${title ?? ''}`.trimEnd()));
}

const nameOf = ({ id, title }: { id: string; title: string | null }): { id: string; title: string | null } => ({ id, title });

interface ShowFlags {
  readonly id: string;
  readonly plan?: readonly string[];
  readonly freshen?: boolean;
  readonly workspace?: string;
  readonly json?: boolean;
}

async function show(config: string | undefined, flags: ShowFlags, terminal: Terminal): Promise<void> {
  const { input, remarks } = await loadScutter({
    config,
    id: flags.id,
    plans: flags.plan ?? [],
    freshen: flags.freshen === true,
    workspace: flags.workspace,
    flags: {},
  });
  for (const remark of remarks) terminal.remark(terminal.style('yellow', printable(remark)));
  terminal.print(flags.json ? JSON.stringify(input, null, 2) : stringify(input).trimEnd());
}

// ---- cache, mapping, load

async function cache(
  { workspace, output, json }: { workspace: string; output: string; json?: boolean },
  terminal: Terminal,
): Promise<void> {
  const saved = await saveCache(resolve(workspace), resolve(output), (remark) =>
    terminal.remark(terminal.style('yellow', printable(remark))),
  );
  terminal.print(
    json
      ? JSON.stringify({ folder: resolve(output), ...saved }, null, 2)
      : `${counted(saved.copies, 'copy', 'copies')} in ${output}, ${saved.written} of them new`,
  );
}

interface MappingFlags {
  readonly workspace?: string;
  readonly memory?: string;
  readonly output?: string;
  readonly json?: boolean;
}

async function mapping(flags: MappingFlags, terminal: Terminal): Promise<void> {
  const made =
    flags.memory === undefined
      ? mappingOfCopies(await readCacheIndex(workspaceIn(flags)))
      : await mappingOfMemory(await fileAt(flags.memory));
  if (made.size === 0) terminal.remark('There are no copies to map: a scutter with a ResponseStorer makes them, or winnow scutter cache.');
  const text = flags.json ? JSON.stringify(Object.fromEntries(made), null, 2) : writeMapping(made).trimEnd();
  if (flags.output === undefined) terminal.print(text);
  else await writeFile(flags.output, `${text}\n`);
}

interface LoadFlags {
  readonly mapping?: string;
  readonly offline?: boolean;
  readonly resolve?: readonly string[];
  readonly allowAddresses?: readonly string[];
  readonly json?: boolean;
}

async function load(uri: string, flags: LoadFlags, terminal: Terminal): Promise<void> {
  const { definition } = await definitionFromInput(
    {},
    { flags: { resolve: flags.resolve, allowAddresses: flags.allowAddresses } as never },
  );
  const locations: LocationMapping | undefined = flags.mapping === undefined ? undefined : await readMapping(await fileAt(flags.mapping));
  const network = flags.offline ? {} : { network: (address: string) => fetchOne(address, definition) };
  const { quads, syntax, from, problems } = await loadRdf(uri, { ...(locations ? { mapping: locations } : {}), ...network });
  for (const problem of problems) terminal.remark(terminal.style('yellow', printable(problem)));
  const lines = new Writer({ format: 'N-Quads' }).quadsToString(quads as never).trimEnd();
  terminal.print(flags.json ? JSON.stringify({ uri, from, syntax, quads: lines === '' ? [] : lines.split('\n') }, null, 2) : lines);
}

async function fileAt(path: string): Promise<{ bytes: Uint8Array; name: string; base: string }> {
  const bytes = await readFile(path).catch((error: Error) => {
    throw new UsageError(`${path} cannot be read: ${error.message}`);
  });
  return { bytes, name: path, base: pathToFileURL(resolve(path)).href };
}
