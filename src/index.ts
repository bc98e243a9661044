/** The library: what a program needs to crawl with Winnow or to extend it. */

/** The schema library plug-ins describe their options with, so that a plug-in needs no package of its own. */
export { z } from 'zod';
export { type RunOptions, readWorkspace, runCrawl, withReading } from './assembly/index.js';
export {
  type Definition,
  DefinitionError,
  type DefinitionInput,
  defineCrawl,
  definitionFromInput,
  loadDefinition,
} from './definition/crawl/index.js';
export {
  type Batch,
  type Consumer,
  ConsumerError,
  type ConsumerState,
  consumerFile,
  consumerStates,
  followJournal,
  type JournalConsumer,
  type JournalFollowOptions,
  openLatestMirror,
  openSqliteConsumer,
  type Position,
  type SqliteConsumer,
  type SqliteConsumerOptions,
} from './follow/consumers/index.js';
export type { Exchange, HeaderField, Link, LinkKind, Page } from './model/index.js';
export {
  type Candidate,
  defineAnalyser,
  defineConsumer,
  defineExtractor,
  defineFetcher,
  defineFilter,
  defineReader,
  defineScanner,
  defineSink,
  defineSource,
  type Fetcher,
  type FetchRequest,
  type FoundUrl,
  type ReadInput,
  type Result,
  type Score,
} from './plugins/index.js';
export type { CrawlEnd, Statistics } from './run/crawl/index.js';
export type { ArchivePointer, JournalEntry, JournalFilter, JournalVersion, Repository } from './store/index.js';
