/**
 * Opens a SQLite file. The driver is loaded with the first one: reader threads import this part for its sinks, never open
 * a database, and should not pay for one.
 */
import { createRequire } from 'node:module';
import type Driver from 'better-sqlite3';

export type ConsumerDatabase = Driver.Database;

let driver: typeof Driver | undefined;

export function openDatabase(file: string, options?: Driver.Options): ConsumerDatabase {
  driver ??= createRequire(import.meta.url)('better-sqlite3') as typeof Driver;
  return new driver(file, options);
}
