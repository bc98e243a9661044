/** Where the database of received groups is, in the words its operators know: server, catalogue, user, password. */
import { userInfo } from 'node:os';
import postgres from 'postgres';

export interface PostgresSettings {
  /** Host, host:port, or the folder of a socket. */
  readonly server: string;
  /** Name of the database. */
  readonly catalogue: string;
  readonly user: string;
  readonly password: string | null;
  /** Connections at most: each commits for itself, and PostgreSQL syncs those that commit together once. */
  readonly connections?: number;
}

export const DEFAULT_CATALOGUE = 'CrawlerFramework';

const CONNECTIONS = 8;
const CONNECT_SECONDS = 10;

export interface ConnectOptions {
  /** Left out: that of the settings. */
  readonly catalogue?: string;
  /** Told of each connection that ended. */
  readonly onclose?: () => void;
  readonly connectSeconds?: number;
  /** How long a connection is kept that nobody needs; left out: for good. */
  readonly idleSeconds?: number;
  /** Settings of each session. */
  readonly session?: Readonly<Record<string, string | number>>;
}

export function connect(settings: PostgresSettings, options: ConnectOptions = {}): postgres.Sql {
  const { catalogue = settings.catalogue, onclose, connectSeconds = CONNECT_SECONDS, idleSeconds, session = {} } = options;
  return postgres({
    ...placeOf(settings.server),
    database: catalogue,
    username: settings.user,
    ...(settings.password === null ? {} : { password: settings.password }),
    max: settings.connections ?? CONNECTIONS,
    connect_timeout: connectSeconds,
    ...(idleSeconds === undefined ? {} : { idle_timeout: idleSeconds }),
    max_lifetime: null, // one that ends has broken
    backoff: (retries) => Math.min(1, 0.05 * 2 ** retries),
    ...(onclose ? { onclose } : {}),
    onnotice: () => {}, // the server's remarks on tables that are there already
    connection: { application_name: 'winnow', client_min_messages: 'warning', ...session },
  });
}

function placeOf(server: string): { host: string; port: number } {
  if (server.startsWith('/')) return { host: server, port: 5432 };
  const [, host = server, port = '5432'] = /^(.*?):(\d+)$/.exec(server) ?? [];
  return { host, port: Number(port) };
}

/** Of a URL such as psql takes: postgres://user@host:port/database, or with ?host= for the folder of a socket. */
export function settingsFromUrl(text: string, password: string | null): PostgresSettings {
  const url = new URL(text);
  const named = (name: string): string | null => url.searchParams.get(name);
  const host = named('host') ?? (url.hostname || 'localhost');
  const port = named('port') ?? url.port;
  return {
    server: port && !host.startsWith('/') ? `${host}:${port}` : host,
    catalogue: decodeURIComponent(url.pathname.slice(1)) || 'postgres',
    user: decodeURIComponent(url.username) || (named('user') ?? userInfo().username), // as psql has it
    password: decodeURIComponent(url.password) || password,
  };
}
