/** Options of everything that takes document groups in, for `winnow ingest` and `winnow serve --ingest`. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { DEFAULT_CATALOGUE, type IngestService, openIngestService, type PostgresSettings } from '../assembly/index.js';
import { loadDefinition, parseSize } from '../definition/crawl/index.js';
import { PROFILES, type Profile } from '../formats/document-groups/index.js';
import { SOAP_PATH, type VerifyMd5 } from '../ingest/index.js';
import { type IngestServing, type KnownSenders, sendersInFile } from '../server/index.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

export interface IngestFlags {
  readonly store: 'workspace' | 'postgres';
  readonly server: string;
  readonly catalogue: string;
  readonly user: string;
  readonly credentials?: string;
  readonly allow?: readonly string[];
  readonly maxDocument: string;
  readonly verifyMd5: VerifyMd5;
  readonly profile: Profile;
  readonly success: string;
  readonly extraFormat?: readonly string[];
  readonly articles?: boolean;
  readonly text: boolean;
  readonly soap: boolean;
  readonly soapPath: string;
  readonly metadata: boolean;
  readonly exceptionDetail?: boolean;
  readonly receiveTimeout: string;
}

export function addIngestOptions(command: Command): Command {
  return addPostgresOptions(
    command.addOption(new Option('--store <kind>', 'where groups are kept').choices(['workspace', 'postgres']).default('workspace')),
  )
    .option(
      '--credentials <file>',
      'who may send: lines of name:password (and administrator, for who may change and see all), readable by you alone',
    )
    .option('--allow <address...>', 'addresses or networks that may send SOAP without credentials')
    .option('--max-document <size>', 'largest document, unpacked', '512MB')
    .addOption(new Option('--verify-md5 <how>', 'what a wrong MD5 leads to').choices(['off', 'warn', 'reject']).default('warn'))
    .addOption(new Option('--profile <name>', 'how strictly descriptions are judged').choices([...PROFILES]).default('published'))
    .option('--extra-format <type...>', 'media types of documents besides those of the contract')
    .option('--articles', 'take type 3, journal articles')
    .option('--success <text>', 'what success is called', 'OK')
    .option('--no-text', 'do not read the text of documents for the search')
    .option('--no-soap', 'only REST')
    .option('--soap-path <path>', 'where SOAP answers', SOAP_PATH)
    .option('--no-metadata', 'do not publish the WSDL')
    .option('--exception-detail', 'show SOAP callers the stack trace of what failed')
    .option('--receive-timeout <seconds>', 'for one whole message', '600');
}

export function addPostgresOptions(command: Command): Command {
  return command
    .option('--server <host>', 'of PostgreSQL: host, host:port, or the folder of its socket', 'localhost')
    .option('--catalogue <name>', 'of PostgreSQL: the database', DEFAULT_CATALOGUE)
    .option('--user <name>', 'of PostgreSQL (password: environment variable WINNOW_DATABASE_PASSWORD)', 'postgres');
}

export const postgresSettings = ({ server, catalogue, user }: Pick<IngestFlags, 'server' | 'catalogue' | 'user'>): PostgresSettings => ({
  server,
  catalogue,
  user,
  password: databasePassword(),
});

export const databasePassword = (): string | null => process.env['WINNOW_DATABASE_PASSWORD'] ?? null;

export interface OpenedIngest {
  readonly serving: IngestServing;
  readonly service: IngestService;
}

export async function openIngestOf(flags: IngestFlags, workspace: string, terminal: Terminal): Promise<OpenedIngest> {
  const [edge, document] = [edgeOf(flags), sizeOf(flags.maxDocument)]; // what is wrong in them is said before anything is opened
  const service = await openIngestService({
    workspace: resolve(workspace),
    definition: (await loadDefinition({ flags: { name: 'ingest' } })).definition,
    folder: process.cwd(),
    postgres: flags.store === 'postgres' ? postgresSettings(flags) : undefined,
    readsText: flags.text,
    settings: {
      verifyMd5: flags.verifyMd5,
      success: flags.success,
      profile: flags.profile,
      extraFormats: flags.extraFormat ?? [],
      articles: flags.articles === true,
    },
    limits: { document },
    onRemark: (remark) => terminal.remark(remark),
    onError: (error) => terminal.remark((error as Error).stack ?? String(error)),
  });
  const { ingest, store, spoolFolder, limits } = service;
  return { service, serving: { ingest, store, spoolFolder, limits, ...edge } };
}

function edgeOf(flags: IngestFlags): Pick<IngestServing, 'soap' | 'receiveTimeout' | 'senders' | 'administrators' | 'allow'> {
  const { soapPath: path, metadata: publishMetadata, exceptionDetail: includeExceptionDetail = false } = flags;
  if (!path.startsWith('/')) throw new UsageError(`--soap-path begins with a slash; ${path} does not.`);
  return {
    soap: flags.soap ? { path, publishMetadata, includeExceptionDetail } : null,
    receiveTimeout: secondsOf(flags.receiveTimeout) * 1000,
    ...(flags.credentials === undefined ? {} : credentialsIn(flags.credentials)),
    ...(flags.allow ? { allow: flags.allow } : {}),
  };
}

function credentialsIn(file: string): KnownSenders {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}. It holds lines of name:password.`);
  return sendersInFile(file);
}

/** The contract means 2^20 bytes by a megabyte. */
function sizeOf(text: string): number {
  const size = parseSize(text.replaceAll(/\s/g, '').replace(/(?<=[kmg])b$/i, 'iB'));
  if (size === null || size <= 0) throw new UsageError(`"${text}" is no size. Write 20MB or 512MB.`);
  return size;
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  throw new UsageError(`"${text}" is no number of seconds.`);
}
