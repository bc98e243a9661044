export { createDatabase, DatabaseExists } from './create-database.js';
export { openPostgresGroups, type PostgresGroupStore } from './group-store.js';
export { lookIntoTables } from './look-into-tables.js';
export { DEFAULT_CATALOGUE, type PostgresSettings, settingsFromUrl } from './settings.js';
