/** Views for people who look into the database of a workspace with tools of their own. */
export { CRAWLDB_NAMES, CRAWLER_FRAMEWORK_VIEWS } from '../backends/index.js';
