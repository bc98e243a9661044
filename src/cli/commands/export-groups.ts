/** winnow export crawler-framework and crawler-data: documents as the tables, files and packages of the contract for document groups. */

import { resolve } from 'node:path';
import type { Command } from 'commander';
import { CRAWLER_FRAMEWORK_VIEWS, withReading } from '../../assembly/index.js';
import { counted } from '../../model/index.js';
import { sendStates, writeCrawlerData, writeFramework } from '../../views/exports/index.js';
import { printable, type Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { workspaceIn } from '../workspace-option.js';

export interface GroupsFlags {
  readonly workspace?: string;
  readonly output: string;
  readonly views?: boolean;
  readonly crawler?: string;
  readonly packages: boolean;
  readonly json?: boolean;
}

export function addGroupsOptions(command: Command): Command {
  return command
    .option('--views', 'crawler-framework, crawldb: print the statements that show the same tables over core.db, instead of exporting')
    .option('--crawler <name>', 'crawler-data: only what this crawler collected')
    .option('--no-packages', 'crawler-data: without the ZIP files');
}

/** `hasViews`: what is exported can be looked at in core.db as well. */
export function refuseGroupsOptions(flags: Partial<GroupsFlags>, hasViews: boolean): void {
  if (flags.views && !hasViews) throw new UsageError('--views is for winnow export crawler-framework and crawldb only.');
  const given = flags.crawler !== undefined ? '--crawler' : flags.packages === false ? '--no-packages' : null;
  if (given) throw new UsageError(`${given} is for winnow export crawler-data only.`);
}

export async function exportFramework(flags: GroupsFlags, terminal: Terminal): Promise<void> {
  if (flags.views) return terminal.print(CRAWLER_FRAMEWORK_VIEWS.trimEnd());
  const file = targetOf(flags, 'winnow export crawler-framework FILE.sqlite');
  return withReading(
    workspaceIn(flags),
    async ({ repository }) => {
      const report = await writeFramework(repository.deposits, file, {
        onProgress: (groups) => terminal.live(`${counted(groups, 'group')}`),
      });
      terminal.live('');
      if (flags.json) return terminal.print(JSON.stringify({ file, ...report }, null, 2));
      terminal.remark(
        `${counted(report.groups, 'group')} of ${counted(report.crawlers, 'crawler')} with ${counted(report.documents, 'document')}, ${counted(report.log, 'log row')} in ${file}`,
      );
      warn(report.unreadable, 'could not be read from the archive', terminal);
    },
    { all: true },
  );
}

export async function exportCrawlerData(flags: GroupsFlags, terminal: Terminal): Promise<void> {
  const folder = targetOf(flags, 'winnow export crawler-data FOLDER');
  const workspace = workspaceIn(flags);
  return withReading(
    workspace,
    async ({ repository }) => {
      const { crawler, packages } = flags;
      const states = sendStates(workspace, repository);
      const report = await writeCrawlerData(repository.deposits, { folder, states, crawler, packages });
      if (flags.json) return terminal.print(JSON.stringify(report, null, 2));
      terminal.remark(
        `${counted(report.groups, 'group')} with ${counted(report.documents, 'document')} in ${report.file}, ${counted(report.packages, 'package')} beside it`,
      );
      warn(report.unpacked, 'have no package', terminal);
    },
    { all: true },
  );
}

function targetOf({ output }: GroupsFlags, usage: string): string {
  if (output === '-') throw new UsageError(`Say where to: ${usage}`);
  return resolve(output);
}

const SHOWN = 5;

function warn(problems: readonly string[], words: string, terminal: Terminal): void {
  if (problems.length === 0) return;
  terminal.remark(terminal.style('yellow', `${problems.length} ${words}:`));
  for (const problem of problems.slice(0, SHOWN)) terminal.remark(`  ${printable(problem)}`);
}
