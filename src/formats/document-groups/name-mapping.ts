/**
 * The words of the original beside ours: types and members, methods, settings and connection keys.
 *
 * The page docs/reference/name-mapping.md is made of this. A test holds both sides to it: every original name is listed,
 * and every word of ours stands in the file that is named.
 */

export interface Mapped {
  readonly original: string;
  /** In our vocabulary. */
  readonly ours: string;
  /** Where it lives: a file of the source and the word in it; null where there is no counterpart. */
  readonly at: readonly [file: string, word: string] | null;
}

export interface MappedGroup {
  readonly title: string;
  readonly about: string;
  readonly names: readonly Mapped[];
}

const DEPOSIT = 'src/store/repository/deposit.ts';
const SCHEMA = 'src/definition/crawl/schema.ts';
const RUN = 'src/assembly/run-harvest.ts';
const LOG = 'src/run/harvest/log/run-log.ts';

const row = (original: string, ours: string, file: string, word: string): Mapped => ({ original, ours, at: [file, word] });
const none = (original: string): Mapped => ({ original, ours: 'none: read and noted', at: null });
const RUN_SETTINGS = 'src/definition/connector/run-parameters.ts';
const FLAGS = 'src/cli/portals/run-flags.ts';
const ITEMS = 'src/run/harvest/run/items.ts';

export const NAME_MAPPING: readonly MappedGroup[] = [
  {
    title: 'DocumentGroup',
    about: 'A document: one work with its files.',
    names: [
      row('DocumentGroup', 'document', DEPOSIT, 'Deposited'),
      row('DocumentGroup.Document[]', 'files of the document', DEPOSIT, 'files'),
      row('DocumentGroup.Date', 'date of the document', DEPOSIT, 'date'),
      row('DocumentGroup.Crawler', 'crawler: the connector', DEPOSIT, 'crawler'),
      row('DocumentGroup.Lang', 'language', DEPOSIT, 'language'),
      row('DocumentGroup.Format', 'format of the package', DEPOSIT, 'format'),
      row('DocumentGroup.FileName', 'file name of the package', DEPOSIT, 'fileName'),
      row('DocumentGroup.Identifier', 'identifier of the document', DEPOSIT, 'identifier'),
      row('DocumentGroup.Operation', 'operation of the journal entry', 'src/store/repository/journal.ts', 'operation'),
      row('DocumentGroup.GroupType', 'kind: 1 legislation, 2 case law, 3 article', DEPOSIT, 'kind'),
    ],
  },
  {
    title: 'DocumentMetaInfo',
    about: 'A file of a document.',
    names: [
      row('DocumentMetaInfo', 'file', DEPOSIT, 'DepositedFile'),
      row('DocumentMetaInfo.DataContent', 'bytes of the file, read from the archive', DEPOSIT, 'read'),
      row('DocumentMetaInfo.Format', 'media type', DEPOSIT, 'type'),
      row('DocumentMetaInfo.File', 'name', DEPOSIT, 'name'),
      row('DocumentMetaInfo.Identifier', 'identifier of the file', DEPOSIT, 'identifier'),
      row('DocumentMetaInfo.Operation', 'operation of the file', DEPOSIT, 'operation'),
      row('DocumentMetaInfo.Url', 'source address', DEPOSIT, 'url'),
      row('DocumentMetaInfo.Md5', 'MD5 of the bytes', DEPOSIT, 'md5'),
    ],
  },
  {
    title: 'Operation',
    about: 'What happened to a document or a file. The words are the same.',
    names: ['Add', 'Upd', 'Del', 'None'].map((word) => row(`Operation.${word}`, word, 'src/formats/document-groups/group.ts', word)),
  },
  {
    title: 'Crawlers',
    about: 'A crawler is a connector: a file of YAML. See the guide to document groups for one of twenty lines.',
    names: [
      row(
        'Crawler.Start()',
        '`list` and `document` of a connector, run by `winnow portals run`',
        'src/definition/connector/schema.ts',
        'list',
      ),
      row(
        'Crawler.OnDocDownloaded(documents, folder)',
        'a deposit: one transaction for each complete work',
        'src/store/workspace.ts',
        'deposit',
      ),
      row('Crawler.GetDataFormat(link)', 'media type by content, or `type` of a file rule', 'src/read/sniff-type.ts', 'sniffType'),
      row('Crawler.GetFileName(path)', '`name` of a file rule; left out: from the URL', 'src/definition/connector/schema.ts', 'name'),
      row('CrawlerManager.Start(crawler)', 'a harvest: compares, stores, hands over', RUN, 'runHarvest'),
      row('ServiceContractor.UploadToService(group)', 'a receiver, behind an outbox', 'src/follow/outbox/receivers/receiver.ts', 'send'),
    ],
  },
  {
    title: 'Log',
    about: 'One structured log, a line of JSON each.',
    names: [
      row('LogException(exception, url)', 'error with its URL and causes', LOG, 'error'),
      row('LogException(exception)', 'error with its causes', LOG, 'error'),
      row('LogInfo(message)', 'info', LOG, 'info'),
      row('LogDir', 'folder of `--log`', 'src/cli/portals/wishes.ts', 'log'),
      row('InfoLog', 'file of `--log`', 'src/cli/portals/wishes.ts', 'log'),
    ],
  },
  {
    title: 'appSettings',
    about: 'Read by `winnow portals run --settings FILE`.',
    names: [
      row('DestinationFolder', '`--workspace`', RUN_SETTINGS, 'workspace'),
      row('Language', '`language` of the document', 'src/definition/connector/schema.ts', 'language'),
      row('MaxDegreeOfParallelism', '`--parallel`: documents at a time', RUN_SETTINGS, 'parallel'),
      row('CrawlerName', 'id of a connector, or one of its `names`', 'src/definition/connector/schema.ts', 'names'),
    ],
  },
  {
    title: 'Connection',
    about: 'Attributes of a binding and its endpoint in the same file; in a definition below `deliver`.',
    names: [
      row('endpoint address', '`deliver.to`', SCHEMA, 'to'),
      row('openTimeout', '`deliver.timeouts.open`', SCHEMA, 'open'),
      row('closeTimeout', '`deliver.timeouts.close`', SCHEMA, 'close'),
      row('sendTimeout', '`deliver.timeouts.send`', SCHEMA, 'send'),
      row('receiveTimeout', '`deliver.timeouts.receive`', SCHEMA, 'receive'),
      row('maxReceivedMessageSize', '`deliver.maxAnswer`', SCHEMA, 'maxAnswer'),
      row('messageEncoding', '`deliver.encoding`: mtom or text', SCHEMA, 'encoding'),
      row('allowCookies', '`deliver.cookies`', SCHEMA, 'cookies'),
      row('useDefaultWebProxy', '`deliver.proxy`, from the environment', SCHEMA, 'proxy'),
      row('proxyAddress', '`deliver.proxy`', SCHEMA, 'proxy'),
      ...[
        'maxBufferPoolSize',
        'maxBufferSize',
        'maxDepth',
        'maxStringContentLength',
        'maxArrayLength',
        'maxBytesPerRead',
        'maxNameTableCharCount',
      ].map(none),
    ],
  },
  {
    title: 'Download list',
    about: 'Printed by `winnow portals items`; with `--json` under the original names.',
    names: [
      row('ICrawler.GetDownloadList()', 'the list of a portal', ITEMS, 'list'),
      row('ICrawler.Download(item)', '`--download`: an item as it is harvested', ITEMS, 'download'),
      row('DownloadItem.URL', 'address of the main file', ITEMS, 'url'),
      row('DownloadItem.NavigationPath', 'addresses walked to reach it', ITEMS, 'path'),
      row('DownloadItem.Id', 'key: what the portal knows it by', ITEMS, 'key'),
      row('DownloadItem.PostValues', 'values that are posted', ITEMS, 'values'),
      row('DownloadResult.Request', 'the item', ITEMS, 'item'),
      row('DownloadResult.Content', 'text or bytes, by media type', ITEMS, 'content'),
    ],
  },
  {
    title: 'Worker files',
    about:
      'Read by `winnow portals run --worker FILE`, written by `--save-worker FILE` and by the worker page. Names count in any case and order; the root is a hint at the portal. Parameters of the portal stand in `CrawlerParameters` under their own names.',
    names: [
      row('EUCasesServiceURL', '`--deliver`: a service, or a folder', RUN_SETTINGS, 'deliver'),
      none('PathAddFiles'),
      none('PathUpdateFiles'),
      row(
        'PathLocalRepository',
        'a CrawlerDatabase.xml in it is taken over',
        'src/run/harvest/run/import-former-ids.ts',
        'importFormerFrom',
      ),
      row('OutputFolder', '`--packages-folder`', RUN_SETTINGS, 'packagesFolder'),
      row('SentFolder', '`--sent-folder`', RUN_SETTINGS, 'sentFolder'),
      row(
        'WorkingFolder',
        'packages, sent and error folder below it; its database is taken over',
        'src/formats/document-groups/legacy/worker-keys.ts',
        'WorkingFolder',
      ),
      row('CheckIfTheFileHasToBeRenewed', 'the opposite of `--only-new`', RUN_SETTINGS, 'onlyNew'),
      row(
        'CrawlerDatabase.xml',
        '`winnow portals import`: ids that are known',
        'src/run/harvest/run/import-former-ids.ts',
        'importFormerIds',
      ),
      row('MaxRandomWait', '`--random-wait`, `politeness.randomWait`', RUN_SETTINGS, 'randomWait'),
      row('CallNext', '`--next`, `afterRun` with `next` or `program`', RUN_SETTINGS, 'next'),
      row('SenderEmail', '`--mail-from`, `afterRun` with `mail`', RUN_SETTINGS, 'mailFrom'),
      row('DestinationEmail', '`--mail-to`', RUN_SETTINGS, 'mailTo'),
      row('SmtpHost', '`--mail-server`', RUN_SETTINGS, 'mailServer'),
      row('UseAkomaNtosoService', 'whether `--convert` holds', 'src/formats/document-groups/legacy/worker-keys.ts', 'UseAkomaNtosoService'),
      row('AkomaServicePath', '`--convert`, `convert`', RUN_SETTINGS, 'convert'),
      none('DocumentsSourcePath'),
      row('DocumentsDestinationPath', '`--convert-folder`, `convert` with `folder`', RUN_SETTINGS, 'convertFolder'),
    ],
  },
  {
    title: 'Options of workers',
    about: 'Taken by `winnow portals run` beside its own. `-?` and `-Help` are `--help`.',
    names: [
      row('-s, --silent', '`--quiet`', FLAGS, 'silent'),
      row('-p, --parameters', '`--worker`', FLAGS, 'parameters'),
      row('-l, --log-file', '`--log`; `{0}` is the moment of the start', FLAGS, 'logFile'),
      row('--log-level', '`--log-level`: ERROR, INFO, VERBOSE, DEBUG', 'src/run/harvest/log/log-rules.ts', 'LOG_LEVELS'),
      row('--custom-log-levels', '`--log-parts`', FLAGS, 'customLogLevels'),
      row('--app-config', '`--settings`', FLAGS, 'appConfig'),
      row('-?, -Help', '`--help`', 'src/cli/help-words.ts', 'withHelpWords'),
    ],
  },
];
