/** winnow validate: descriptions of document groups against a profile of the contract, and packages against their descriptions. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import {
  checkPackage,
  decodeMetaInfo,
  examineMetaInfo,
  type Fault,
  MetaInfoError,
  PROFILES,
  type Profile,
  schemaText,
} from '../../formats/document-groups/index.js';
import type { Exit } from '../exit-codes.js';
import { printable, type Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

const HELP = `
Examples:
  winnow validate judgment.xml                      what a service of the contract accepts
  winnow validate judgment.xml --profile strict     what it should have been sent
  winnow validate judgment.zip                      the description beside it, and the files inside
  winnow validate --print-schema --profile strict   the XSD itself

Exit code 4 when something is wrong.`;

interface Flags {
  readonly profile: Profile;
  readonly extraFormat?: readonly string[];
  readonly articles?: boolean;
  readonly printSchema?: boolean;
  readonly json?: boolean;
}

interface Verdict {
  readonly file: string;
  readonly faults: readonly Fault[];
  readonly notes: readonly string[];
}

export function validateCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return new Command('validate')
    .description('Check descriptions of document groups, and packages, against the contract')
    .argument('[files...]', 'descriptions (XML), or packages (ZIP) with their description beside them')
    .addOption(
      new Option('--profile <name>', 'published: the patterns as printed; strict: as meant').choices(PROFILES).default('published'),
    )
    .option('--extra-format <types...>', 'further media types of documents')
    .option('--articles', 'allow type 3, journal articles')
    .option('--print-schema', 'print the XSD of the profile')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((files: string[], flags: Flags) => run(files, flags, terminal, exit));
}

async function run(files: readonly string[], flags: Flags, terminal: Terminal, exit: (how: Exit) => void): Promise<void> {
  const leave = { extraFormats: flags.extraFormat ?? [], articles: flags.articles === true };
  if (flags.printSchema) return terminal.print(schemaText(flags.profile, leave).trimEnd());
  if (files.length === 0) throw new UsageError('Name a description (XML) or a package (ZIP).');
  const verdicts: Verdict[] = [];
  for (const file of files) verdicts.push(await judge(file, { ...leave, profile: flags.profile }));
  terminal.print(
    flags.json ? JSON.stringify(verdicts, null, 2) : verdicts.map((verdict) => shown(verdict, flags.profile, terminal)).join('\n'),
  );
  if (verdicts.some(({ faults }) => faults.length > 0)) exit('found');
}

async function judge(file: string, options: Parameters<typeof examineMetaInfo>[1]): Promise<Verdict> {
  const isPackage = /\.zip$/i.test(file);
  const description = isPackage ? file.replace(/\.zip$/i, '.xml') : file;
  if (!existsSync(description))
    throw new UsageError(`There is no ${description}${isPackage ? ': the description of the package lies beside it' : ''}.`);
  try {
    const { group, faults, notes } = await examineMetaInfo(decodeMetaInfo(await readFile(description)), options);
    const problems = isPackage && group ? await checkPackage(group, file) : [];
    return { file, faults: [...faults, ...problems.map((message): Fault => ({ severity: 'Error', message, line: null }))], notes };
  } catch (error) {
    if (!(error instanceof MetaInfoError)) throw error;
    return { file, faults: error.faults, notes: [] };
  }
}

function shown({ file, faults, notes }: Verdict, profile: Profile, terminal: Terminal): string {
  const verdict =
    faults.length === 0
      ? `valid in profile ${profile}`
      : `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'} in profile ${profile}`;
  const lines = [
    `${terminal.style('bold', printable(file))}: ${verdict}`,
    ...faults.map(({ message, line }) => `  ${line === null ? '' : `line ${line}: `}${printable(message)}`),
    ...notes.map((note) => `  note: ${printable(note)}`),
  ];
  return lines.join('\n');
}
