/** winnow ingest: the service that takes document groups in, alone; and the script that makes its database. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { createDatabase, VERSION } from '../../assembly/index.js';
import { WinnowError } from '../../model/index.js';
import { type RunningServer, startIngestServer } from '../../server/index.js';
import { confirm } from '../confirm.js';
import type { Exit } from '../exit-codes.js';
import { addIngestOptions, addPostgresOptions, type IngestFlags, openIngestOf, postgresSettings } from '../ingest-options.js';
import { LICENCE_NOTICE } from '../licence-notice.js';
import { folded } from '../lines.js';
import { addLimitOptions, type LimitFlags, limitsOf, portOf, type TokenFlags, tokenOf } from '../listening.js';
import { stopOnInterrupt } from '../progress.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

const EXAMPLES = `
Examples:
  winnow ingest                                      into ./crawls/ingest, on http://127.0.0.1:7701/
  winnow ingest -w /data/laws --max-document 20MB --verify-md5 reject
  winnow ingest --host 0.0.0.0 --credentials senders.txt --allow 192.0.2.0/24
  winnow ingest create-database --server localhost --user winnow
  winnow ingest --store postgres --server localhost --user winnow

REST: POST /ingest/groups, a form with the parts metaInfo (XML or JSON) and data (the ZIP). SOAP: the path of --soap-path,
?wsdl describes it. On loopback nothing is asked; beyond it senders bring a name and password, a token, or come from --allow.`;

const CREATE_EXAMPLES = `
Examples:
  winnow ingest create-database                      CrawlerFramework on localhost, as the user postgres
  winnow ingest create-database --server db.example:5433 --catalogue Received --user winnow
  winnow ingest create-database --server /var/run/postgresql --yes --json

The password comes from the environment variable WINNOW_DATABASE_PASSWORD. A database that is there is kept unless you say so.`;

interface Flags extends IngestFlags, TokenFlags, LimitFlags {
  readonly workspace: string;
  readonly host: string;
  readonly port: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly json?: boolean;
}

export function ingestCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  const command = new Command('ingest')
    .description('Take document groups in, by REST and SOAP')
    .enablePositionalOptions() // create-database has a --server of its own
    .option('-w, --workspace <folder>', 'where they are kept, journalled and indexed', 'crawls/ingest')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 takes any', '7701')
    .option('--token <text>', 'token that opens everything (default: WINNOW_TOKEN)')
    .option('--token-file <file>', 'file that holds the token; made on first use')
    .option('--tls-cert <file>', 'certificate, PEM: speak HTTPS')
    .option('--tls-key <file>', 'its key, PEM');
  return addIngestOptions(addLimitOptions(command))
    .option('--json', 'print where it listens as JSON')
    .addHelpText('after', EXAMPLES)
    .action((flags: Flags) => serveIngest(flags, terminal))
    .addCommand(createCommand(terminal, exit));
}

async function serveIngest(flags: Flags, terminal: Terminal): Promise<void> {
  const [token, port, tls, limits] = [tokenOf(flags, terminal), portOf(flags.port), tlsOf(flags), limitsOf(flags)];
  const { service, serving } = await openIngestOf(flags, flags.workspace, terminal);
  let server: RunningServer | null = null;
  const interrupts = stopOnInterrupt(terminal);
  interrupts.idle();
  try {
    const onError = (error: unknown) => terminal.remark((error as Error).stack ?? String(error));
    server = await startIngestServer({ host: flags.host, port, token, tls, limits, version: VERSION, ingest: serving, onError });
    terminal.print(greeting(server.url, flags));
    if (!interrupts.stop.aborted) await once(interrupts.stop, 'abort');
  } finally {
    interrupts.release();
    await server?.close();
    await service.close();
  }
}

function greeting(url: string, { soap, soapPath, metadata, json }: Flags): string {
  const rest = `${url}ingest/groups`;
  const soapUrl = soap ? url.replace(/\/$/, '') + soapPath : null;
  if (json) return JSON.stringify({ url, rest, soap: soapUrl, wsdl: soapUrl && metadata ? `${soapUrl}?wsdl` : null }, null, 2);
  const lines = [`REST  ${rest}`, ...(soapUrl ? [`SOAP  ${soapUrl}`] : []), ...(soapUrl && metadata ? [`WSDL  ${soapUrl}?wsdl`] : [])];
  return [...lines, ...folded(LICENCE_NOTICE, 100), 'Ctrl-C ends it.'].join('\n');
}

function tlsOf({ tlsCert, tlsKey }: Flags): { key: Buffer; cert: Buffer } | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) throw new UsageError('HTTPS needs both --tls-cert and --tls-key.');
  return { key: readFileSync(tlsKey), cert: readFileSync(tlsCert) };
}

interface CreateFlags extends Pick<IngestFlags, 'server' | 'catalogue' | 'user'> {
  readonly yes?: boolean;
  readonly json?: boolean;
}

function createCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return addPostgresOptions(new Command('create-database').description('Make the PostgreSQL database of received groups from nothing'))
    .option('--yes', 'drop an existing one with everything in it, without asking')
    .option('--json', 'print what was made as JSON')
    .addHelpText('after', CREATE_EXAMPLES)
    .action(async (flags: CreateFlags) => exit(await create(flags, terminal)));
}

async function create(flags: CreateFlags, terminal: Terminal): Promise<Exit> {
  const settings = postgresSettings(flags);
  const { server, catalogue } = settings;
  let dropped = false;
  try {
    await createDatabase(settings, { drop: false });
  } catch (error) {
    if (!(error instanceof WinnowError) || error.code !== 'DATABASE_EXISTS') throw error;
    if (!(await confirm(error.message, flags.yes === true, terminal))) return 'interrupted';
    await createDatabase(settings, { drop: true });
    dropped = true;
  }
  terminal.print(flags.json ? JSON.stringify({ server, catalogue, dropped }, null, 2) : `Made the database ${catalogue} on ${server}.`);
  return 'ok';
}
