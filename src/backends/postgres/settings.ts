/** Where the database of received groups is, in the words its operators know: server, catalogue, user, password. */
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

interface ConnectOptions {
  /** Left out: that of the settings. */
  readonly catalogue?: string;
  /** Told of each connection that ended. */
  readonly onclose?: () => void;
}

export function connect(settings: PostgresSettings, { catalogue = settings.catalogue, onclose }: ConnectOptions = {}): postgres.Sql {
  return postgres({
    ...placeOf(settings.server),
    database: catalogue,
    username: settings.user,
    ...(settings.password === null ? {} : { password: settings.password }),
    max: settings.connections ?? CONNECTIONS,
    connect_timeout: CONNECT_SECONDS,
    max_lifetime: null, // one that ends has broken
    backoff: (retries) => Math.min(1, 0.05 * 2 ** retries),
    ...(onclose ? { onclose } : {}),
    onnotice: () => {}, // the server's remarks on tables that are there already
    connection: { application_name: 'winnow', client_min_messages: 'warning' },
  });
}

function placeOf(server: string): { host: string; port: number } {
  if (server.startsWith('/')) return { host: server, port: 5432 };
  const [, host = server, port = '5432'] = /^(.*?):(\d+)$/.exec(server) ?? [];
  return { host, port: Number(port) };
}
