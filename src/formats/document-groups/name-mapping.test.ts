import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONNECTION_KEYS } from './legacy/connection.js';
import { SETTINGS_KEYS } from './legacy/read-settings.js';
import { WORKER_KEYS } from './legacy/worker-keys.js';
import { NAME_MAPPING } from './name-mapping.js';
import { nameMappingPage } from './write-name-mapping.js';

/** Every name of the original's types, methods and settings. */
const ORIGINALS = [
  ...['Document[]', 'Date', 'Crawler', 'Lang', 'Format', 'FileName', 'Identifier', 'Operation', 'GroupType'].map(
    (name) => `DocumentGroup.${name}`,
  ),
  ...['DataContent', 'Format', 'File', 'Identifier', 'Operation', 'Url', 'Md5'].map((name) => `DocumentMetaInfo.${name}`),
  ...['Add', 'Upd', 'Del', 'None'].map((name) => `Operation.${name}`),
  'Crawler.Start()',
  'Crawler.OnDocDownloaded(documents, folder)',
  'Crawler.GetDataFormat(link)',
  'Crawler.GetFileName(path)',
  'CrawlerManager.Start(crawler)',
  'ServiceContractor.UploadToService(group)',
  'LogException(exception, url)',
  'LogException(exception)',
  'LogInfo(message)',
  ...SETTINGS_KEYS,
  'endpoint address',
  ...CONNECTION_KEYS,
  ...[...WORKER_KEYS.values()].map(([name]) => name),
  'CrawlerDatabase.xml',
  'ICrawler.GetDownloadList()',
  'ICrawler.Download(item)',
  ...['URL', 'NavigationPath', 'Id', 'PostValues'].map((name) => `DownloadItem.${name}`),
  '-s, --silent',
  '-p, --parameters',
  '-l, --log-file',
  '--log-level',
  '--custom-log-levels',
  '--app-config',
];

describe('the name-mapping page', () => {
  const names = NAME_MAPPING.flatMap((group) => group.names);

  it('E-47 E-48 lists every name of the original beside ours', () => {
    const listed = new Set(names.map(({ original }) => original));
    expect(ORIGINALS.filter((name) => !listed.has(name))).toEqual([]);
    expect(names.filter(({ ours }) => ours === '')).toEqual([]);
  });

  it.each(names.filter(({ at }) => at !== null).map(({ original, at }) => [original, ...(at ?? ['', ''])] as const))(
    'E-47 the counterpart of %s is in %s: %s',
    (_original, file, word) => {
      expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`(?:^|[^\\w])'?${word}'?(?:\\??:|\\(|[^\\w])`, 'm'));
    },
  );

  it('is up to date', () => {
    const written = readFileSync('docs/reference/name-mapping.md', 'utf8');
    expect(written === nameMappingPage(), 'docs/reference/name-mapping.md is out of date; run `npm run docs`').toBe(true);
  });
});
