/** winnow archive check: every digest of every record, and whether the files are what the repository thinks they are. */

import { statSync } from 'node:fs';
import { type ArchiveCheck, ArchiveError, checkArchive } from '../../formats/warc/index.js';
import { counted } from '../../model/index.js';
import type { IndexProblem } from '../../views/exports/index.js';
import type { Exit } from '../exit-codes.js';
import { printable, shortSize, type Terminal, table } from '../terminal.js';
import type { ArchiveFile } from './archive-files.js';

const SHOWN = 50;

/** `indexes`: what is wrong with those of the workspace; none are looked at for files that were named. */
export async function checkFiles(
  files: readonly ArchiveFile[],
  indexes: readonly IndexProblem[],
  asJson: boolean,
  terminal: Terminal,
): Promise<Exit> {
  const checks = [...(await checkEach(files, terminal)), ...indexes.map(asCheck)];
  const problems = countProblems(checks);
  terminal.print(asJson ? JSON.stringify({ problems, files: checks }, null, 2) : formatChecks(checks, terminal));
  return problems ? 'found' : 'ok';
}

export async function checkEach(files: readonly ArchiveFile[], terminal: Terminal): Promise<ArchiveCheck[]> {
  const checks: ArchiveCheck[] = [];
  for (const [index, file] of files.entries()) {
    terminal.live(`checking ${index + 1} of ${files.length}  ${file.name}  ${shortSize(sizeOf(file))}`);
    checks.push(await checkOne(file));
  }
  terminal.live('');
  return checks;
}

export const countProblems = (checks: readonly ArchiveCheck[]): number =>
  checks.reduce((sum, check) => sum + check.problems.length + check.unlisted, 0);

async function checkOne(file: ArchiveFile): Promise<ArchiveCheck> {
  const size = statSync(file.path, { throwIfNoEntry: false })?.size;
  if (size === undefined)
    return unreadable(file, `the file is not there${file.length ? `: ${lackOf(file.length, await file.captures?.(0))}` : ''}`);
  const short = (file.length ?? 0) - size;
  try {
    const check = {
      ...(await checkArchive(file.path, file.length === undefined ? {} : { length: Math.min(size, file.length) })),
      file: file.name,
    };
    return short > 0
      ? {
          ...check,
          problems: [...check.problems, { offset: size, recordId: null, problem: lackOf(short, await file.captures?.(size)) }],
        }
      : check;
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    return unreadable(file, error.message);
  }
}

/** `captures`: how many of those the repository knows lie in the part that is lost. */
const lackOf = (bytes: number, captures: number | undefined): string =>
  `${counted(bytes, 'byte that was committed is', 'bytes that were committed are')} missing${captures === undefined ? '' : `, with ${counted(captures, 'capture')} in them`}`;

const unreadable = ({ name }: ArchiveFile, problem: string): ArchiveCheck => ({
  file: name,
  records: 0,
  types: {},
  digests: 0,
  problems: [{ offset: 0, recordId: null, problem }],
  remarks: [],
  unlisted: 0,
});

const asCheck = ({ file, line, problem }: IndexProblem): ArchiveCheck =>
  unreadable({ name: file, path: file }, `line ${line}: ${problem}; winnow archive index writes it anew`);

const sizeOf = ({ path, length }: ArchiveFile): number => length ?? statSync(path, { throwIfNoEntry: false })?.size ?? 0;

export function formatChecks(checks: readonly ArchiveCheck[], terminal: Terminal): string {
  if (!checks.length) return 'There are no WARC files yet.';
  const problems = countProblems(checks);
  const rows = checks.map(({ file, records, digests, problems: found, unlisted }) => [
    found.length ? terminal.style('red', 'damaged') : terminal.style('green', 'good'),
    file,
    counted(records, 'record'),
    counted(digests, 'digest'),
    found.length ? counted(found.length + unlisted, 'problem') : '',
  ]);
  const listed = checks.flatMap(({ file, problems: found }) =>
    found.map(({ offset, problem }) => `  ${file}:${offset}  ${printable(problem)}`),
  );
  const more = problems > SHOWN ? [`  … and ${problems - SHOWN} more; --json shows a thousand per file`] : [];
  const verdict = problems ? terminal.style('red', counted(problems, 'problem')) : terminal.style('green', 'no problems');
  const total = `${counted(checks.length, 'file')}, ${counted(sum(checks, 'records'), 'record')}, ${counted(sum(checks, 'digests'), 'digest')} recomputed: ${verdict}`;
  const unusual = remarkLines(checks);
  return [
    table(rows),
    ...(listed.length ? ['', ...listed.slice(0, SHOWN), ...more] : []),
    ...(unusual.length ? ['', 'Unusual, and not wrong', ...unusual] : []),
    '',
    total,
  ].join('\n');
}

/** The same remark on many records is said once. */
function remarkLines(checks: readonly ArchiveCheck[]): string[] {
  const found = new Map<string, { count: number; first: string }>();
  for (const { file, remarks } of checks)
    for (const { offset, problem } of remarks) {
      const known = found.get(problem);
      found.set(problem, { count: (known?.count ?? 0) + 1, first: known?.first ?? `${file}:${offset}` });
    }
  const lines = [...found].map(([problem, { count, first }]) => `  ${first}  ${printable(problem)}${count > 1 ? ` (${count} times)` : ''}`);
  return lines.length > SHOWN ? [...lines.slice(0, SHOWN), `  … and ${lines.length - SHOWN} more`] : lines;
}

const sum = (checks: readonly ArchiveCheck[], field: 'records' | 'digests'): number =>
  checks.reduce((total, check) => total + check[field], 0);
