/**
 * OAI-PMH answers of sickle, served as a repository would: lists read to their end over resumption tokens, deleted records
 * marked, every error told, and nothing broken taken for a complete list.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Reply, type Request } from '../support/asker.js';
import { type Listed, listed } from '../support/listing.js';
import type { Score } from './score.js';

interface Case {
  readonly file: string;
  readonly expects: string;
  readonly cursor?: boolean;
  holds(result: Listed): boolean;
}

const REPOSITORY = 'https://test.example.com/oai';
const STEP = { kind: 'oai', base: REPOSITORY, fields: { title: 'metadata/dc/title', creator: 'metadata/dc/creator' } } as const;
/** Without a key each record counts, however often it comes. */
const CONNECTOR = { id: 'oai', list: [STEP], changes: [STEP] };
const CURSOR = { from: '2012-01-01T10:00:00Z', until: '2012-02-01' };

const refuses = (file: string, word: string): Case => ({
  file,
  expects: `not complete, and says ${word}`,
  holds: ({ end }) => !end.isComplete && end.problems.some(({ message }) => message.includes(word)),
});

const CASES: readonly Case[] = [
  {
    file: 'ListRecords.xml',
    expects: 'eight records over four pages, four of them deleted',
    holds: ({ items, end, log }) =>
      end.isComplete && items.length === 8 && items.filter(({ sign }) => sign === 'tombstone').length === 4 && log.length === 4,
  },
  {
    file: 'ListRecords4.xml',
    expects: 'a last page without a token, fields of any namespace, several values',
    holds: ({ items, end }) =>
      end.isComplete && items.some(({ fields }) => fields['title']?.[0] === 'Sample Title' && (fields['creator']?.length ?? 0) > 1),
  },
  {
    file: 'noRecordsMatch.xml',
    expects: 'nothing, which is no error where changes are asked for',
    cursor: true,
    holds: ({ items, end }) => end.isComplete && items.length === 0,
  },
  {
    file: 'ListRecords4.xml',
    expects: 'changes asked for in days, as Identify says',
    cursor: true,
    holds: ({ log }) => log[1]?.includes('from=2012-01-01') === true && !log[1].includes('T10'),
  },
  refuses('ListRecordsBroken.xml', 'the XML ends too early'),
  ...['badArgument', 'badResumptionToken', 'cannotDisseminateFormat', 'idDoesNotExist', 'noSetHierarchy', 'undefinedError'].map((code) =>
    refuses(`${code}.xml`, code),
  ),
  ...[
    'GetRecord.xml',
    'GetRecord_utf8test.xml',
    'Identify.xml',
    'ListIdentifiers.xml',
    'ListIdentifiers2.xml',
    'ListMetadataFormats.xml',
    'ListSets.xml',
  ].map((file) => refuses(file, 'found nothing')),
];

export async function run(dir: string): Promise<Score[]> {
  const failures: string[] = [];
  for (const { file, expects, cursor = false, holds } of CASES) {
    const result = await listed(CONNECTOR, repository(path.join(dir, 'oai'), file), cursor ? { cursor: CURSOR, changes: true } : {});
    if (!holds(result))
      failures.push(`${file}: expected ${expects}, got ${JSON.stringify({ ...result.end, items: result.items.length, log: result.log })}`);
  }
  return [{ suite: 'oai: sickle', passed: CASES.length - failures.length, total: CASES.length, failures }];
}

/** A token is the name of the next file. */
const repository =
  (dir: string, first: string) =>
  ({ url }: Request): Reply => {
    const isIdentify = url.searchParams.get('verb') === 'Identify';
    const file = isIdentify ? 'Identify.xml' : (url.searchParams.get('resumptionToken') ?? first);
    return { body: readFileSync(path.join(dir, path.basename(file))), type: 'text/xml' };
  };
