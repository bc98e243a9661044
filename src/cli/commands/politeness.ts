/** winnow politeness: the gaps between requests as they were recorded, against what was owed. */
import { resolve } from 'node:path';
import { Command } from 'commander';
import { readWorkspace } from '../../assembly/index.js';
import { hostOf } from '../../model/index.js';
import type { Repository, WorkspaceReading } from '../../store/index.js';
import { type PolitenessReport, politenessReport, type SitePoliteness } from '../../views/reports/index.js';
import type { Exit } from '../exit-codes.js';
import { formatPoliteness } from '../format-politeness.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { latestCrawl, optionalWorkspace } from '../workspace-option.js';

const HELP = `
A gap is the time from the end of a site's answer to the next request to it. What is owed is the site's Crawl-delay or
the configured delay, longer after slow answers and trouble. Images and styles belong to their page's turn and owe
nothing. Several crawls are judged together, as the sites saw them.

Examples:
  winnow politeness -w crawls/example.org
  winnow politeness -w crawls/one -w crawls/other     the requests of both, in the order they were sent
  winnow politeness --site example.org --json

Ends with code 4 when a gap was shorter than owed. Only reads: it may run while the crawl does.`;

interface Flags {
  readonly workspace?: string[];
  readonly site?: string;
  readonly json?: boolean;
  readonly all?: boolean;
}

export function politenessCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return new Command('politeness')
    .description('Prove from the recorded requests that sites were left in peace as long as owed')
    .addOption(optionalWorkspace().argParser((folder: string, before: string[] | undefined) => [...(before ?? []), folder]))
    .option('--site <name>', 'only sites with this name: a domain, a host, or a whole origin')
    .option('--all', 'show every site')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (flags: Flags) => {
      const report = await reportOn(foldersOf(flags), flags.site?.toLowerCase());
      terminal.print(flags.json ? JSON.stringify(report, null, 2) : formatPoliteness(report, terminal, flags.all ?? false));
      if (!report.kept) exit('found');
    });
}

function foldersOf({ workspace = [] }: Flags): string[] {
  if (workspace.length) return [...new Set(workspace.map((folder) => resolve(folder)))];
  const latest = latestCrawl();
  if (latest === null) throw new UsageError('Say which crawl: --workspace FOLDER. There is none below ./crawls.');
  return [resolve(latest)];
}

async function reportOn(folders: readonly string[], site: string | undefined): Promise<PolitenessReport> {
  const opened: WorkspaceReading[] = [];
  try {
    for (const folder of folders) opened.push(await readWorkspace(folder));
    const repositories = opened.map(({ repository }) => repository);
    const report = politenessReport(
      repositories.map((repository) => repository.requests()),
      { perSite: Math.max(...repositories.map(perSiteOf)), only: (row) => site === undefined || isNamed(row, site) },
    );
    if (site !== undefined && !report.sites.length) throw new UsageError(`No request went to ${site}.`);
    return report;
  } finally {
    for (const { close } of opened) close();
  }
}

/** Requests in flight to one site that some run of this crawl was told to allow. */
function perSiteOf(repository: Repository): number {
  const settings = repository.runs().flatMap((run) => {
    const { politeness, sites = [] } = JSON.parse(run.definition) as Partial<Record<'politeness', Pace>> & {
      sites?: { politeness?: Pace }[];
    };
    return [politeness, ...sites.map((site) => site.politeness)];
  });
  return settings.reduce((most, pace) => Math.max(most, pace?.perSite ?? 1), 1);
}

interface Pace {
  readonly perSite?: number;
}

const isNamed = ({ site, domain }: SitePoliteness, name: string): boolean =>
  site === name.replace(/\/$/, '') || domain === name || hostOf(site) === name;
