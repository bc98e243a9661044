/** compose.yaml, and its services as processes of this machine: what they are told is what the file says. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { program, startPostgres, type TestPostgres } from './postgres.js';
import { type CliRun, startCli } from './run-cli.js';

const texts = z.record(z.string(), z.string());

/** Only what is used here: a key that is not listed is a mistake, or a reason to test it too. */
const service = z.strictObject({
  image: z.string(),
  build: z.string().optional(),
  command: z.array(z.string()).default([]),
  environment: texts,
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.enum(['service_healthy', 'service_started']) })).default({}),
  healthcheck: z
    .strictObject({ test: z.array(z.string()), interval: z.string(), timeout: z.string(), retries: z.number().int() })
    .optional(),
  restart: z.literal('unless-stopped'),
});

const composeFile = z.strictObject({
  name: z.string(),
  services: z.strictObject({ database: service, admin: service, tables: service }),
  volumes: z.record(z.string(), z.null()),
});

export type Service = z.infer<typeof service>;

export const ROOT = new URL('../../', import.meta.url).pathname;

/** Throws when a variable is needed and not given, as `docker compose` does. */
export function readCompose(variables: Readonly<Record<string, string>>): z.infer<typeof composeFile> {
  const text = readFileSync(`${ROOT}compose.yaml`, 'utf8');
  const told = text.replace(/\$\{(\w+):\?([^}]*)\}/g, (_whole, name: string, why: string) => {
    const value = variables[name];
    if (!value) throw new Error(`${name} is missing: ${why}`);
    return value;
  });
  return composeFile.parse(parse(told));
}

/** As the image starts: a superuser with a password, and a database. */
export async function startDatabase({ environment }: Service): Promise<TestPostgres> {
  const { POSTGRES_USER: user = '', POSTGRES_PASSWORD: password = '', POSTGRES_DB: database = '' } = environment;
  const server = await startPostgres({ tcp: true, user, password });
  server.query(`CREATE DATABASE "${database}"`);
  return server;
}

/** In a folder that stands for /data. */
export function startService({ command, environment }: Service, data: string, database: TestPostgres): CliRun {
  const args = command.map((word) => (word === '7700' ? '0' : word.replace('@database/', `@127.0.0.1:${database.port}/`)));
  const settings = Object.entries(environment).map(([name, value]) => [name, value.replace(/^\/data\b/, data)]);
  return startCli(args, data, Object.fromEntries(settings) as Record<string, string>);
}

/** Exit code of the check that tells whether a service is up. */
export function checkHealth({ healthcheck }: Service, port: number): number | null {
  const [, command = '', ...args] = healthcheck?.test ?? [];
  const env = { ...process.env, PGHOST: '127.0.0.1', PGPORT: String(port) };
  const here = args.map((word) => word.replace(':7700/', `:${port}/`));
  return spawnSync(command === 'node' ? process.execPath : program(command), here, { env }).status;
}
