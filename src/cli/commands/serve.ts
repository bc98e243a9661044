/** winnow serve: the API, the live page and the metrics over the crawls of this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { lookIntoTables, openTables, readAtOnce, VERSION, workspaceSigns } from '../../assembly/index.js';
import { startServer } from '../../server/index.js';
import type { TableDatabase } from '../../store/index.js';
import { isPostgresUrl } from '../../views/exports/index.js';
import type { Exit } from '../exit-codes.js';
import { addIngestOptions, databasePassword, type IngestFlags, openIngestOf, postgresSettings } from '../ingest-options.js';
import { openKeepers } from '../keepers.js';
import { LICENCE_NOTICE } from '../licence-notice.js';
import { folded } from '../lines.js';
import { addLimitOptions, type LimitFlags, limitsOf, portOf, type TokenFlags, tokenOf } from '../listening.js';
import { connectorsOption } from '../portals/connector-folders.js';
import { type ServedPortalFlags, servedPortals } from '../portals/served/served-portals.js';
import { stopOnInterrupt } from '../progress.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { runHelp } from './portals.js';

const EXAMPLES = `
Examples:
  winnow serve                                      all crawls below ./crawls, on http://127.0.0.1:7700/
  winnow serve -w crawls/gov.si -w /data/news       these two
  winnow serve --host 0.0.0.0 --token-file ~/.config/winnow/token
                                                    for other machines; the token is made on first use
  winnow serve --ingest crawls/received             take document groups in as well
  winnow serve --database postgres://winnow@localhost/maps
                                                    show the tables of this PostgreSQL too: /tables
  winnow serve --allow-start --contact a@b.example  portals can be run from their pages: /portals
  curl -H "Authorization: Bearer $WINNOW_TOKEN" http://crawler:7700/api/v1/status

Without a token only this machine may ask. With one, every request must bring it; a browser asks for it as a password.
The token also comes from the environment variable WINNOW_TOKEN. Other processes can see what stands in --token.`;

interface ServeFlags extends IngestFlags, TokenFlags, LimitFlags, ServedPortalFlags {
  readonly ingest?: string;
  readonly workspace?: readonly string[];
  readonly database?: readonly string[];
  readonly host: string;
  readonly port: string;
  readonly allowUpdate?: boolean;
  readonly json?: boolean;
}

export function serveCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  const command = new Command('serve')
    .description('Serve the live page and the API over crawls, while they run or after')
    .option('-w, --workspace <folder...>', 'folders of crawls (default: every crawl below ./crawls)')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 takes any', '7700')
    .option('--token <text>', 'what every request must bring (default: WINNOW_TOKEN)')
    .option('--token-file <file>', 'file that holds the token; made on first use')
    .option('--database <url...>', 'PostgreSQL whose tables are shown too (password: environment variable WINNOW_DATABASE_PASSWORD)')
    .option('--allow-start', 'let the pages and the API run portals, and start crawls that were run before')
    .option('--allow-update', 'let SPARQL updates change what a crawl knows')
    .option('--contact <address>', 'who you are, for the owners of portals that are run from here')
    .option('--resolve <host=address...>', 'in such runs, connect to this address for a host')
    .option('--allow-addresses <network...>', 'in such runs, addresses that may be asked though they are not public')
    .addOption(connectorsOption());
  addLimitOptions(command).option('--ingest <folder>', 'take document groups into this workspace too; the options below are about it');
  return addIngestOptions(command)
    .option('--json', 'print where it listens as JSON')
    .addHelpText('after', EXAMPLES)
    .action((flags: ServeFlags) => serve(flags, terminal));
}

async function serve(flags: ServeFlags, terminal: Terminal): Promise<void> {
  const [token, limits] = [tokenOf(flags, terminal), limitsOf(flags)];
  const databases = databasesOf(flags);
  const keepers = openKeepers(terminal, { allowUpdate: flags.allowUpdate === true });
  const taken = flags.ingest === undefined ? null : await openIngestOf(flags, flags.ingest, terminal);
  const server = await startServer({
    workspaces: [...(flags.workspace ?? []), ...(flags.ingest === undefined ? [] : [flags.ingest])].map((folder) => resolve(folder)),
    below: resolve('crawls'),
    host: flags.host,
    port: portOf(flags.port),
    token,
    limits,
    version: VERSION,
    open: readAtOnce,
    signs: workspaceSigns,
    ...keepers.parts,
    databases,
    portals: servedPortals(flags, runHelp),
    ...(taken ? { ingest: taken.serving } : {}),
    ...(flags.allowStart ? { start: startCrawl } : {}),
    onError: (error) => terminal.remark((error as Error).stack ?? String(error)),
  });
  const interrupts = stopOnInterrupt(terminal);
  interrupts.idle();
  try {
    const { url } = server;
    terminal.print(
      flags.json ? JSON.stringify({ url, docs: `${url}docs`, token: token !== null }, null, 2) : greeting(url, token !== null),
    );
    if (!flags.json) terminal.remark(folded(LICENCE_NOTICE, terminal.width).join('\n'));
    if (!interrupts.stop.aborted) await once(interrupts.stop, 'abort');
  } finally {
    interrupts.release();
    await server.close();
    await taken?.service.close();
    await keepers.close();
    await Promise.all(databases.map((database) => database.close()));
  }
}

/** Those that are named, and the one that received groups are kept in. */
function databasesOf(flags: ServeFlags): TableDatabase[] {
  const wrong = flags.database?.find((url) => !isPostgresUrl(url) || !URL.canParse(url));
  if (wrong !== undefined) throw new UsageError(`--database ${wrong} is no database. Write postgres://user@host/name.`);
  const named = flags.database?.map((url) => openTables(url, databasePassword())) ?? [];
  const received = flags.ingest !== undefined && flags.store === 'postgres' ? [lookIntoTables(postgresSettings(flags))] : [];
  return [...named, ...received];
}

/** In a process of its own, which outlives this one. */
async function startCrawl(folder: string): Promise<void> {
  const program = process.argv[1] as string;
  const child = spawn(process.execPath, [...process.execArgv, program, 'resume', '-w', folder, '--again', '--quiet'], {
    detached: true,
    stdio: 'ignore',
  });
  await once(child, 'spawn');
  child.unref();
}

const greeting = (url: string, hasToken: boolean): string =>
  `live page   ${url}\nportals     ${url}portals\ntables      ${url}tables\nsearch      ${url}search\nAPI         ${url}docs\nmetrics     ${url}metrics\n${hasToken ? 'Every request needs the token.' : 'Only this machine can reach it.'} Ctrl-C ends it.`;
