/**
 * The examination behind `winnow doctor --deep`: everything in a workspace that has a checksum is read and compared, and
 * everything that can be told from something else is compared with that.
 */

import { join } from 'node:path';
import { examineDatabases, type FoundDamage } from '../../assembly/index.js';
import type { ArchiveCheck } from '../../formats/warc/index.js';
import { counted } from '../../model/index.js';
import { archiveFiles } from '../archive/archive-files.js';
import { checkEach } from '../archive/check-files.js';
import { indexProblems } from '../archive/check-indexes.js';
import type { Terminal } from '../terminal.js';

export interface DeepExamination {
  readonly workspace: string;
  readonly damage: readonly FoundDamage[];
  /** WARC files and their records that were read; null when the database that names them is damaged. */
  readonly archive: { readonly files: number; readonly records: number } | null;
}

export async function examineDeeply(folder: string, terminal: Terminal): Promise<DeepExamination> {
  const { damage, isArchiveKnown } = await examineDatabases(folder, (sentence) => terminal.live(sentence));
  terminal.live('');
  if (!isArchiveKnown) return { workspace: folder, damage, archive: null };
  const checks = await checkEach(await archiveFiles([], folder), terminal);
  return {
    workspace: folder,
    damage: [...damage, ...checks.flatMap((check) => damageIn(check, folder)), ...(await damageInIndexes(folder))],
    archive: { files: checks.length, records: checks.reduce((sum, { records }) => sum + records, 0) },
  };
}

const damageIn = ({ file, problems }: ArchiveCheck, folder: string): FoundDamage[] =>
  problems.map(({ offset, problem }) => ({
    file: join(folder, 'archive', file),
    place: `offset ${offset}: ${problem}`,
    remedy: 'Restore the file from a backup; without one, the next crawl fetches anew what changed since.',
  }));

async function damageInIndexes(folder: string): Promise<FoundDamage[]> {
  return (await indexProblems(folder)).map(({ file, line, problem }) => ({
    file: join(folder, 'archive', file),
    place: line > 0 ? `line ${line}: ${problem}` : problem,
    remedy: `It is made from core.db: winnow archive index -w ${folder} writes it anew.`,
  }));
}

export function formatDeep({ workspace, damage, archive }: DeepExamination, terminal: Terminal): string {
  const read = archive
    ? `${workspace}: databases, ${counted(archive.files, 'WARC file')} with ${counted(archive.records, 'record')} and their indexes read`
    : `${workspace}: databases read; the archive was not, since core.db says what belongs to it`;
  if (!damage.length) return `${read}. ${terminal.style('green', 'Nothing is damaged.')}`;
  const lines = damage.map(({ file, place, remedy }) => `${terminal.style('red', 'damaged')}  ${file}: ${place}.\n         ${remedy}`);
  return [...lines, '', `${read}. ${terminal.style('red', `${counted(damage.length, 'damaged place')}.`)}`].join('\n');
}
