/** What the routes share: the crawl a request names, times as text, the answers every route may give. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { TableDatabase } from '../../store/index.js';
import type { Crawls } from '../crawls/index.js';
import type { ServedWorkers } from '../portals/index.js';
import { problem } from './schemas.js';
import type { SparqlServing } from './sparql.js';

export type Api = ReturnType<typeof typed>;
export const typed = (app: FastifyInstance) => app.withTypeProvider<ZodTypeProvider>();

export interface RouteContext {
  readonly crawls: Crawls;
  /** Of Winnow. */
  readonly version: string;
  /** Asks for the search index of a workspace to be brought up to date. */
  readonly refreshSearch: (folder: string) => void;
  /** Starts a process that crawls into the workspace by its last definition; null: this server may not. */
  readonly start: ((folder: string) => Promise<void>) | null;
  /** Null: SPARQL is not served. */
  readonly sparql: SparqlServing | null;
  /** Null: no portals are shown here. */
  readonly workers: ServedWorkers | null;
  /** Beside the workspaces: people may look into their tables. */
  readonly databases: readonly TableDatabase[];
}

/** Refusals, the same for every route below a crawl. */
export const refusals = {
  400: problem.describe('something in the request is wrong; `fields` says where'),
  404: problem.describe('no such crawl, or nothing of that number'),
  503: problem.describe('the workspace cannot be read now'),
} as const;

type Timed<Row, Name extends keyof Row> = Omit<Row, Name> & { [Key in Name]: Row[Key] extends number ? string : string | null };

/** Milliseconds since 1970 as ISO 8601. */
export function withTimes<Row extends object, Name extends keyof Row>(row: Row, ...names: readonly Name[]): Timed<Row, Name> {
  const times = names.map((name) => [name, asTime(row[name] as number | null)]);
  return { ...row, ...(Object.fromEntries(times) as object) } as Timed<Row, Name>;
}

export const asTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
