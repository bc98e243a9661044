/** winnow archive: check, repair, list, read and index WARC files, of a crawl or anybody's. */
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { holdWorkspace, withReading } from '../../assembly/index.js';
import { indexArchive } from '../../views/exports/index.js';
import { archiveFiles, workspaceFolder } from '../archive/archive-files.js';
import { type CatPart, catTo } from '../archive/cat-record.js';
import { checkFiles } from '../archive/check-files.js';
import { indexProblems } from '../archive/check-indexes.js';
import { type ListWish, listFiles } from '../archive/list-files.js';
import { repairFiles } from '../archive/repair-files.js';
import type { Exit } from '../exit-codes.js';
import { type Terminal, table } from '../terminal.js';
import { optionalWorkspace } from '../workspace-option.js';

const EXAMPLES = `
Examples:
  winnow archive check -w crawls/example.org         recompute every digest
  winnow archive list --type response --url /news/   what is there, and where
  winnow archive cat https://example.org/ --payload  the newest capture of a page
  winnow archive cat FILE.warc.gz:1234               the record at an offset
  winnow archive index                               CDXJ for replay tools`;

const OF_DAMAGED_RECORDS = 'What was in it is in a backup, or can be fetched again; winnow archive check says more.';

interface Flags {
  readonly workspace?: string;
  readonly json?: boolean;
}

export function archiveCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return new Command('archive')
    .description('Check, repair, list, read and index WARC files')
    .addHelpText('after', EXAMPLES)
    .addCommand(checkCommand(terminal, exit))
    .addCommand(repairCommand(terminal, exit))
    .addCommand(listCommand(terminal, exit))
    .addCommand(catCommand())
    .addCommand(indexCommand(terminal));
}

const onFiles = (name: string): Command =>
  new Command(name).argument('[files...]', 'WARC files; left out: those of the crawl').addOption(optionalWorkspace());

function checkCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return onFiles('check')
    .description('Recompute every digest and check every record; exit code 4 when something is wrong')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  winnow archive check -w crawls/example.org\n  winnow archive check old/*.warc.gz --json\n\nMay run while the crawl does: only what is committed counts.',
    )
    .action(async (files: string[], { workspace, json }: Flags) =>
      exit(await checkFiles(await archiveFiles(files, workspace), await indexesOf(files, workspace), json === true, terminal)),
    );
}

const indexesOf = async (files: readonly string[], workspace: string | undefined) =>
  files.length ? [] : indexProblems(workspaceFolder(workspace));

function repairCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return onFiles('repair')
    .description('Cut files that end in a torn record back to the last whole one; what is cut is kept beside them')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  winnow archive repair download.warc.gz\n  winnow archive repair -w crawls/example.org\n\nNever touches a crawl that is running.',
    )
    .action(async (files: string[], { workspace, json }: Flags) =>
      exit(await repairFiles(await archiveFiles(files, workspace), json === true, terminal, holdWorkspace)),
    );
}

function listCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return onFiles('list')
    .description('List records: place, length, type, status, date, media type, URL')
    .option('--type <type>', 'only records of this type, such as response')
    .option('--url <part>', 'only records whose URL contains this')
    .option('--json', 'print one JSON object per line')
    .addHelpText(
      'after',
      '\nExamples:\n  winnow archive list -w crawls/example.org --type response\n  winnow archive list capture.warc.gz --json | head\n\nA damaged record does not end the list: it is named on standard error, and the exit code is 4.',
    )
    .action(async (files: string[], { workspace, ...wish }: Flags & ListWish) => {
      const damaged = await listFiles(await archiveFiles(files, workspace), wish, process.stdout, (file, { offset, problem }) =>
        terminal.remark(`${file}:${offset}  damaged: ${problem}. ${OF_DAMAGED_RECORDS}`),
      );
      exit(damaged ? 'found' : 'ok');
    });
}

function catCommand(): Command {
  return new Command('cat')
    .description('Write the bytes of one record: as archived, or only the body, decoded')
    .argument('<what>', 'URL (its newest capture) or FILE:OFFSET')
    .addOption(optionalWorkspace())
    .addOption(new Option('--payload', 'the body alone, without chunks and content coding').conflicts('head'))
    .addOption(new Option('--head', "the record's own head"))
    .option('--json', 'print an object with the bytes as base64')
    .addHelpText(
      'after',
      '\nExamples:\n  winnow archive cat https://example.org/ --payload > index.html\n  winnow archive cat crawl-00000.warc.gz:1234',
    )
    .action(async (what: string, flags: Flags & { payload?: boolean; head?: boolean }) => {
      const part: CatPart = flags.payload ? 'payload' : flags.head ? 'head' : 'block';
      await catTo(process.stdout, what, part, flags.workspace, flags.json === true);
    });
}

function indexCommand(terminal: Terminal): Command {
  return new Command('index')
    .description('Write a CDXJ index beside each WARC file of a crawl, from what is committed')
    .addOption(optionalWorkspace())
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  winnow archive index -w crawls/example.org\n\nA crawl writes them by itself when it ends.')
    .action(async ({ workspace, json }: Flags) => {
      const folder = workspaceFolder(workspace);
      return withReading(folder, async ({ repository }) => {
        const written = await indexArchive(repository.streams, join(folder, 'archive'));
        terminal.print(
          json
            ? JSON.stringify(written, null, 2)
            : table(written.map(({ file, captures }) => [captures, 'captures', file])) || 'There are no captures yet.',
        );
      });
    });
}
