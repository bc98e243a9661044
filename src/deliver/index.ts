export { type Batch, BEGINNING, type Consumer, ConsumerError, type JournalConsumer, type Position } from './consumers/consumer.js';
export { ConsumerFile, consumerFile } from './consumers/consumer-file.js';
export { type ConsumerState, consumerStates, resetConsumer } from './consumers/consumer-states.js';
export { type FollowOptions, follow, followJournal, type JournalFollowOptions, type ReadAfter, type Trouble } from './consumers/follow.js';
export { openLatestMirror } from './consumers/latest-mirror.js';
export { openSqliteConsumer, type SqliteConsumer, type SqliteConsumerOptions } from './consumers/sqlite-consumer.js';
export type { Converter } from './convert/converter.js';
export { forgetConversions } from './convert/forget-conversions.js';
export { httpConverter } from './convert/http-converter.js';
export { type ConversionReport, type OpenConversionOptions, openConversion, type RunningConversion } from './convert/open-conversion.js';
export { programConverter } from './convert/program-converter.js';
export type { CrawldbOptions, CrawldbReport } from './crawldb/build.js';
export { isPostgresUrl } from './crawldb/psql.js';
export { type CrawldbForm, truncateCrawldb, writeCrawldb } from './crawldb/write-crawldb.js';
export { type ParcelStory, type SendState, sendStates } from './crawler-framework/send-states.js';
export {
  type CrawlerDataOptions,
  type CrawlerDataReport,
  writeCrawlerData,
} from './crawler-framework/write-crawler-data.js';
export { type FrameworkReport, writeFramework } from './crawler-framework/write-framework.js';
export { type LoadedDataset, type LoadOptions, loadDataset } from './dataset/load-dataset.js';
export { type DatasetOptions, type DatasetReport, DUMP_FORMATS, type DumpFormat, writeDataset } from './dataset/write-dataset.js';
export { type ForgottenParcels, forgetParcels, type StillHeld } from './document-groups/forget-parcels.js';
export {
  type DeliverySettings,
  type OpenOutboxOptions,
  type OutboxReport,
  openOutbox,
  type RunningOutbox,
} from './document-groups/open-outbox.js';
export { openReceiver, PROTOCOLS, type Protocol, protocolOf, type ReceiverOptions } from './document-groups/receivers/open-receiver.js';
export type { Parcel, Receiver, TimeOuts } from './document-groups/receivers/receiver.js';
export { SOAP_ENCODINGS, type SoapEncoding } from './document-groups/receivers/soap-message.js';
export { type SendOptions, type SendReport, sendPackages } from './document-groups/send-packages.js';
export { type ArchiveIndex, checkIndexes, type IndexProblem, indexArchive } from './exports/cdxj.js';
export { csv } from './exports/csv.js';
export { jsonl } from './exports/jsonl.js';
export { writeBlock, writeOut } from './exports/output.js';
export type { OnDamage } from './exports/wacz/copy-captures.js';
export { type WaczPart, writeWacz } from './exports/wacz/write-wacz.js';
export { externalScores } from './external-scores/external-scores.js';
export { callHook } from './hooks/call-hook.js';
export type { Hook, HookCall, HookOutcome } from './hooks/hook.js';
export { HookBook, type HookReport, type Taker } from './hooks/hook-book.js';
export { mailHook } from './hooks/mail-hook.js';
export { type PerformOptions, performHooks } from './hooks/perform-hooks.js';
export { programHook } from './hooks/program-hook.js';
export { type RunEnd, readRunEnd } from './hooks/run-end.js';
export { type DocumentsFeedOptions, documentsFeed } from './knowledge/documents-feed.js';
export { type Publishing, type PublishOptions, publishKnowledge } from './knowledge/publish.js';
export { mailTarget } from './notify/mail.js';
export { type Event, type Notice, type NoticeList, noticeLists } from './notify/notice.js';
export { Outbox, type Target } from './notify/outbox.js';
export { retryAfterMs, webhookTarget } from './notify/webhook.js';
export { type Completeness, type Limit, type PartCompleteness } from './reports/completeness.js';
export type { Estimate } from './reports/completeness-estimate.js';
export { type FullReport, fullReport } from './reports/full-report.js';
export { govEndLine } from './reports/gov.js';
export { reportHtml } from './reports/html/report-html.js';
export { type IngestCount, type IngestStatistics, ingestStatistics } from './reports/ingest-statistics.js';
export { type MapReport, mapReport } from './reports/map-report.js';
export { type PolitenessReport, politenessReport, type ShortGap, type SitePoliteness } from './reports/politeness.js';
export { type RunReport, runReport } from './reports/run-report.js';
export { type Trace, type TracedFile, type TracedVersion, traceDocuments } from './trace/trace.js';
export { FILE_TYPES, type FileType } from './web-map/kinds.js';
export { type SavedCounts, saveFiles } from './web-map/save-files.js';
