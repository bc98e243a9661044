/** Databases beside the workspaces: PostgreSQL that received groups are kept in, or whose tables are shown. */
import { createDatabase, DEFAULT_CATALOGUE, lookIntoTables, type PostgresSettings, settingsFromUrl } from '../backends/index.js';
import type { TableDatabase } from '../store/index.js';

export { createDatabase, DEFAULT_CATALOGUE, lookIntoTables, type PostgresSettings };

/** The tables of a database at an address: postgres://user@host/name. */
export const openTables = (address: string, password: string | null): TableDatabase => lookIntoTables(settingsFromUrl(address, password));
