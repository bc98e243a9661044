/** Names of files in a workspace are known to its back end alone; everybody else asks by the address. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /(?<!\.(test|contract))\.ts$/.test(file) && !/^(?:backends|testing|webs)\//.test(file),
);
const linesWith = (pattern: RegExp): string[] =>
  sources.flatMap((file) =>
    readFileSync(`src/${file}`, 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line) && !/^\s*(?:\/?\*|\/\/)/.test(line))
      .map(() => file),
  );
const filesWith = (pattern: RegExp): string[] => [...new Set(linesWith(pattern))].toSorted();

/** Where the name of a database stands in a text for people. */
const TEXTS_FOR_PEOPLE: readonly string[] = [
  'cli/commands/doctor.ts',
  'cli/commands/export-groups.ts',
  'cli/commands/export.ts',
  'cli/commands/forget.ts',
  'cli/commands/migrate.ts',
  'cli/doctor/deep.ts',
  'cli/format-report.ts',
  'server/page/tables-page.ts',
];

/** Who still joins paths inside a workspace, by what they join. The lists get shorter, never longer. */
const STILL_JOINED: Readonly<Record<string, readonly string[]>> = {
  archive: [
    'assembly/retention.ts',
    'assembly/run-crawl.ts',
    'assembly/run-harvest.ts',
    'assembly/run-import.ts',
    'cli/archive/archive-files.ts',
    'cli/archive/cat-record.ts',
    'cli/archive/check-indexes.ts',
    'cli/commands/archive.ts',
    'cli/doctor/deep.ts',
    'cli/doctor/examine.ts',
    'follow/convert/converting.ts',
    'follow/outbox/open-outbox.ts',
    'run/harvest/run/probe-question.ts',
  ],
  outbox: ['follow/outbox/forget-parcels.ts', 'follow/outbox/open-outbox.ts'],
  files: ['views/exports/web-map/save-after-run.ts'],
  ingest: ['assembly/ingest/ingest-service.ts'],
  partial: ['fetch/ftp/ftp-fetcher.ts', 'run/crawl/crawl.ts', 'run/harvest/run/open-asker.ts'],
  drop: ['run/crawl/crawl.ts'],
  harvest: ['run/harvest/run/former-ids.ts', 'run/harvest/run/progress-file.ts'],
  consumers: ['follow/consumers/consumer-file.ts', 'follow/consumers/consumer-states.ts'],
  paused: ['run/control/kept-pause.ts'],
  'changes.json': ['run/control/kept-changes.ts'],
  'control.json': ['run/control/place.ts'],
};

describe('files of a workspace', () => {
  it('databases are named by the back end alone, but for texts for people', () => {
    expect(filesWith(/\b(?:core|search|knowledge)\.db\b/)).toEqual(TEXTS_FOR_PEOPLE);
    expect(filesWith(/'(?:core|search|knowledge)\.db/)).toEqual([]);
  });

  it.each(Object.keys(STILL_JOINED))('%s is joined by nobody new', (name) => {
    const joined = new RegExp(`join\\([^;]*'${name.replace('.', '\\.')}'`);
    expect(filesWith(joined)).toEqual(STILL_JOINED[name]);
  });

  it('what an error says is asked of messageOf', () => {
    expect(filesWith(/instanceof Error \? (\w+)\.message : String\(\1\)/)).toEqual(['model/message-of.ts']);
  });
});
