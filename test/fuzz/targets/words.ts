/** Short texts: identifiers, dates, searches, lists of URLs. */

import { compareGestalt } from '../../../src/analyse/likeness/lsh/gestalt.js';
import { parseLabelledPairs } from '../../../src/analyse/likeness/lsh/tune.js';
import { parseVocabulary } from '../../../src/analyse/likeness/lsh/vocabulary.js';
import { sketchOf } from '../../../src/analyse/likeness/text-sketch.js';
import { queryWords } from '../../../src/backends/embedded/search/query-words.js';
import { scanWords } from '../../../src/backends/embedded/search/scan-words.js';
import { readDateTime } from '../../../src/formats/document-groups/metainfo/date-time.js';
import { languageCode } from '../../../src/formats/document-groups/metainfo/languages.js';
import { parseCaptureDate } from '../../../src/formats/warc/reading/capture-date.js';
import {
  blockHashes,
  findIdentifiers,
  formatDate,
  IDENTIFIER_KINDS,
  parseAnyDate,
  parseDate,
  parseIdentifier,
} from '../../../src/model/index.js';
import { readCsvRow } from '../../../src/sources/drop-folder/csv-row.js';
import { linesIn, valuesIn } from '../../../src/sources/drop-folder/pieces.js';
import { readSeedFile } from '../../../src/sources/seeds/read-seed-file.js';
import { readFeedDate, readW3cDate } from '../../../src/sources/sitemaps/dates.js';
import { parseQuery } from '../../../src/store/search/query.js';
import { bytesOf, type Target, text } from '../target.js';
import { inPieces } from './pages.js';
import { PAGE } from './seeds.js';

const DATES = [
  '17 de mayo de 2024',
  '17. května 2024',
  'Fri, 15 Sep 2006 08:19:53 EDT',
  '2024-05-17T10:00:00.5+02:00',
  '20240517100000',
  '1. 5. 2024',
];

async function* asTexts(bytes: Buffer): AsyncGenerator<string> {
  for await (const piece of inPieces(bytes)) yield piece.toString('utf8');
}

export const WORDS: readonly Target[] = [
  {
    name: 'identifiers',
    seeds: bytesOf(
      'ECLI:DE:BVerfG:2019:rs20190409.1bvr197117',
      'http://data.europa.eu/eli/reg/2016/679/oj',
      '32016R0679',
      'doi:10.1000/xyz123.',
      'urn:nir:stato:legge:2000-01-01;1@x;y',
      'see Case C-131/12, ECLI:EU:C:2014:317 (CELEX 62012CJ0131), https://doi.org/10.1000/a(b)c and eli/dir/1995/46',
    ),
    run: text((written) => {
      for (const kind of IDENTIFIER_KINDS) {
        parseIdentifier(kind, written);
        findIdentifiers(kind, written);
      }
    }),
  },
  {
    name: 'dates',
    seeds: bytesOf(...DATES),
    run: text((written) => {
      for (const read of [parseAnyDate, readW3cDate, readFeedDate, parseCaptureDate, readDateTime, languageCode]) read(written);
      for (const format of ['yyyy-MM-dd', 'd MMMM yyyy', written.slice(0, 20)]) parseDate(written, format);
      formatDate('2024-05-17', written.slice(0, 40));
    }),
    throws: ['DateFormatError'],
  },
  {
    name: 'search',
    seeds: bytesOf('title:"law of sea" AND (site:a.example OR -lang:de) word* "exact"', 'date:2024..2025 NOT x'),
    run: text((written) => {
      queryWords(written);
      parseQuery(written);
    }),
    throws: ['SearchError'],
  },
  {
    name: 'texts',
    seeds: bytesOf(PAGE, 'Der Donaudampfschifffahrtsgesellschaftskapitän § 12 Abs. 3 漢字 ÄÖÜ naïve e\u0301 İ'),
    run: text((written) => {
      scanWords(written, () => undefined);
      sketchOf(written, []);
      blockHashes({ text: written });
      compareGestalt(written.slice(0, 500), written.slice(200, 700), { steps: 100_000 });
    }),
  },
  {
    name: 'seeds',
    seeds: bytesOf('\ufeff# seeds\nhttps://u:p@page.example/a b // c\npage.example\r\nlocalhost:8080/x\nmailto:a@b.example\n'),
    run: text(readSeedFile),
  },
  {
    name: 'drop folders',
    seeds: bytesOf(
      '[{"url":"https://a.example/","depth":1},\n"https://b.example/"]',
      'url,depth\n"https://a.example/?a=""b""",1\n',
      '{"url":"x"}\n{"url":"y"}\n',
    ),
    run: async (bytes) => {
      for await (const { text: piece } of valuesIn(asTexts(bytes))) void piece;
      for await (const { text: piece } of linesIn(asTexts(bytes))) if (piece !== null) readCsvRow(piece, ',');
    },
  },
  {
    name: 'word lists',
    seeds: bytesOf(
      'words\nalpha\t1\nbeta\t2\n',
      '{"kind":"words","units":["a","b"]}',
      'a\tb\t0.9\nc\td\t0\n',
      '{"a":"x","b":"y","same":true}\n',
    ),
    run: text((written) => {
      for (const read of [parseVocabulary, parseLabelledPairs])
        try {
          read(written, 'list');
        } catch (error) {
          if ((error as Error).constructor !== Error && (error as Error).name !== 'LshError') throw error;
        }
    }),
  },
];
