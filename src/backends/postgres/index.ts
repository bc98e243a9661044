export { createDatabase, DatabaseExists } from './create-database.js';
export { openPostgresGroups, type PostgresGroupStore } from './group-store.js';
export { DEFAULT_CATALOGUE, type PostgresSettings } from './settings.js';
