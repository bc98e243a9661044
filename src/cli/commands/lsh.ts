/** winnow lsh: vocabularies for locality-sensitive hashing, and the settings that tell known duplicates apart best. */

import { readFileSync, writeFileSync } from 'node:fs';
import { Argument, Command, InvalidArgumentError } from 'commander';
import {
  builtInVocabulary,
  formatVocabulary,
  parseLabelledPairs,
  type TuneReport,
  tuneLsh,
  UnitCounts,
  type UnitKind,
  type Vocabulary,
  vocabularyFromList,
  vocabularyFromTexts,
} from '../../analyse/likeness/index.js';
import { withReading } from '../../assembly/index.js';
import { counted, messageOf } from '../../model/index.js';
import { collectionRows } from '../../views/exports/index.js';
import type { Exit } from '../exit-codes.js';
import { type Terminal, table } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { optionalWorkspace, workspaceIn } from '../workspace-option.js';

const VOCABULARY_HELP = `
Units are words, or triples of characters inside words. A frequency list is a text file with a word at the start of each
line, the most frequent first; without one, the pages of a workspace are counted.

Examples:
  winnow lsh vocabulary --list sl-frequencies.txt --top 1000 > sl-triples.txt
  winnow lsh vocabulary --units words -w crawls/gov.si -o own-words.txt

Use it in a definition:
  duplicates: { find: lsh, lsh: { vocabularyFile: own-words.txt } }`;

const TUNE_HELP = `
The file of pairs has one JSON object a line: { "a": "…", "b": "…", "duplicate": true }, two texts and what they are.
Vocabularies, numbers of hashes and bands, and thresholds are tried on two thirds of the pairs; the figures printed are of
the other third. Duplicate means: an equal band and a gestalt ratio of at least the threshold, as in a crawl.

Examples:
  winnow lsh tune pairs.jsonl
  winnow lsh tune pairs.jsonl --list sl-frequencies.txt --json`;

interface VocabularyFlags {
  readonly workspace?: string;
  readonly list?: string;
  readonly units: UnitKind;
  readonly top: number;
  readonly output?: string;
  readonly json?: boolean;
}

interface TuneFlags {
  readonly list?: string;
  readonly top: number;
  readonly json?: boolean;
}

export function lshCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  return new Command('lsh')
    .description('Make vocabularies for locality-sensitive hashing, and find the settings that suit known duplicates')
    .addCommand(vocabularyCommand(terminal))
    .addCommand(tuneCommand(terminal));
}

function vocabularyCommand(terminal: Terminal): Command {
  return new Command('vocabulary')
    .description('Make a vocabulary of words or character triples')
    .addOption(optionalWorkspace())
    .option('--list <file>', 'a frequency list, instead of the pages of a workspace')
    .option('--units <kind>', 'words or triples', unitsOf, 'triples' as UnitKind)
    .option('--top <count>', 'words of a list, or units of a workspace, the most frequent ones', countOf, 1000)
    .option('-o, --output <file>', 'write it there')
    .option('--json', 'print JSON')
    .addHelpText('after', VOCABULARY_HELP)
    .action(async (flags: VocabularyFlags) => {
      const vocabulary = await makeVocabulary(flags);
      if (flags.output !== undefined) writeText(flags.output, formatVocabulary(vocabulary));
      if (flags.json) terminal.print(JSON.stringify({ units: vocabulary.kind, vocabulary: [...vocabulary.numbers.keys()] }, null, 2));
      else if (flags.output === undefined) terminal.print(formatVocabulary(vocabulary).trimEnd());
      else terminal.print(`${vocabulary.numbers.size} ${vocabulary.kind} in ${flags.output}.`);
    });
}

async function makeVocabulary({ list, units, top, ...flags }: VocabularyFlags): Promise<Vocabulary> {
  if (list !== undefined) return fromList(list, units, top);
  const workspace = workspaceIn(flags);
  return withReading(workspace, async ({ repository }) => {
    const counts = new UnitCounts(units);
    for await (const { text } of collectionRows(repository, 'pages')) counts.add(String(text ?? ''));
    const made = counts.vocabulary(top);
    if (made.numbers.size === 0)
      throw new UsageError(`The workspace ${workspace} has no pages with words. Name a frequency list: --list FILE`);
    return made;
  });
}

function fromList(file: string, units: UnitKind, top: number): Vocabulary {
  const made = vocabularyFromList(readText(file), units, top);
  if (made.numbers.size === 0)
    throw new UsageError(`${file} has no words that make ${units}. A frequency list has a word at the start of each line.`);
  return made;
}

function tuneCommand(terminal: Terminal): Command {
  return new Command('tune')
    .description('Choose vocabulary, hashes, bands and threshold from pairs of texts known to be duplicates or not')
    .addArgument(new Argument('<pairs>', 'file of labelled pairs, one JSON object a line'))
    .option('--list <file>', 'frequency list to make vocabularies from, instead of the Slovene one')
    .option('--top <count>', 'words of the list, and units of the texts', countOf, 1000)
    .option('--json', 'print JSON')
    .addHelpText('after', TUNE_HELP)
    .action((file: string, flags: TuneFlags) => {
      const report = tuned(file, flags);
      terminal.print(flags.json ? JSON.stringify(report, null, 2) : formatTuning(report));
    });
}

function tuned(file: string, { list, top }: TuneFlags): TuneReport {
  const pairs = parsed(() => parseLabelledPairs(readText(file), file));
  const ofList = (kind: UnitKind): Vocabulary =>
    list === undefined ? (builtInVocabulary(kind === 'words' ? 'sl-words' : 'sl-triples') as Vocabulary) : fromList(list, kind, top);
  const texts = pairs.flatMap(({ a, b }) => [a, b]);
  return tuneLsh(pairs, [
    { name: 'words of the list', vocabulary: ofList('words') },
    { name: 'triples of the list', vocabulary: ofList('triples') },
    { name: 'words of the texts', vocabulary: vocabularyFromTexts(texts, 'words', top) },
    { name: 'triples of the texts', vocabulary: vocabularyFromTexts(texts, 'triples', top) },
  ]);
}

function formatTuning({ pairs, tested, byVocabulary, best, standard }: TuneReport): string {
  const row = (name: string, { hashes, bands, threshold, accuracy, precision, recall }: TuneReport['best']): string[] => [
    name,
    counted(hashes, 'hash', 'hashes'),
    counted(bands, 'band'),
    `threshold ${threshold}`,
    `accuracy ${percent(accuracy)}`,
    `precision ${percent(precision)}`,
    `recall ${percent(recall)}`,
  ];
  const rows = [...byVocabulary.map((each) => row(each.vocabulary, each)), row('the default', standard)];
  return [
    `${counted(pairs, 'pair')}, of which ${tested} were kept for the figures below.`,
    table(rows),
    `Best: ${best.vocabulary}, hashes: ${best.hashes}, bands: ${best.bands}, threshold: ${best.threshold}`,
  ].join('\n');
}

const percent = (share: number | null): string => (share === null ? 'none' : `${(100 * share).toFixed(1)} %`);

function unitsOf(value: string): UnitKind {
  if (value === 'words' || value === 'triples') return value;
  throw new InvalidArgumentError('Units are words or triples.');
}

function countOf(value: string): number {
  if (/^[1-9]\d{0,6}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('This is to be a whole number above 0.');
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(messageOf(error), { cause: error });
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function writeText(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}
