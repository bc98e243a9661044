/** winnow explain: why a URL was queued, skipped, scored, delayed and typed as it was. */
import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { loadRegistry, withReading } from '../../assembly/index.js';
import { type Definition, loadDefinition } from '../../definition/crawl/index.js';
import { asUrl } from '../../model/index.js';
import { withKeptChanges } from '../../run/control/index.js';
import { checkDefinition, readSeeds } from '../../run/crawl/index.js';
import type { Repository } from '../../store/index.js';
import { type Explanation, explainUrl } from '../../views/explain/index.js';
import type { Exit } from '../exit-codes.js';
import { formatExplanation } from '../format-explanation.js';
import { widthOf } from '../lines.js';
import { readStoredDefinition } from '../stored-definition.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { workspaceOption } from '../workspace-option.js';

const HELP = `
Tells how the URL was found and why it was queued or not followed, each rule that speaks for or against it with its
numbers, when its turn comes, every visit with its place in the archive, and why its document was typed as it was. Of a
URL nobody has met it tells what would happen if it were found now.

Examples:
  winnow explain https://example.org/news/1
  winnow explain https://example.org/private/ -w crawls/example.org --json
  winnow explain https://example.org/new --from https://example.org/     as if that page linked to it
  winnow explain https://example.org/a --definition changed.yaml         as another definition would judge it

Only reads: it may run while the crawl does.`;

interface Flags {
  readonly workspace: string;
  readonly definition?: string;
  readonly from?: string;
  readonly json?: boolean;
}

export function explainCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  return new Command('explain')
    .description('Explain a URL: why it was queued, skipped, delayed, and typed as it was')
    .argument('<url>', 'the URL, in any spelling')
    .addOption(workspaceOption())
    .option('--from <page>', 'page on which an unknown URL is taken to be found')
    .option('--definition <file>', 'judge by this definition instead of the one of the last run')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (url: string, flags: Flags) => {
      const explanation = await explain(url, flags);
      terminal.print(flags.json ? JSON.stringify(explanation, null, 2) : formatExplanation(explanation, terminal, widthOf(terminal)));
    });
}

async function explain(url: string, { workspace, definition: file, from }: Flags): Promise<Explanation> {
  const folder = resolve(workspace);
  return withReading(folder, async ({ repository, archive }) => {
    const judged = file === undefined ? await definitionOf(repository, folder) : await definitionIn(file);
    const { definition, base } = judged;
    const registry = await loadRegistry(definition.plugins, base);
    const seedHosts = await hostsOfSeeds(definition, base, repository);
    return await explainUrl({ url, definition, registry, seedHosts, repository, archive, foundOn: from });
  });
}

/** What the last run was told, with what was changed while it ran. */
async function definitionOf(repository: Repository, folder: string): Promise<{ definition: Definition; base: string }> {
  const last = repository.runs().at(-1);
  if (!last) throw new UsageError('No crawl has run in this workspace yet.');
  const { definition } = await readStoredDefinition(last.definition);
  return { definition: last.state === 'finished' ? definition : await withKeptChanges(folder, definition), base: process.cwd() };
}

async function definitionIn(file: string): Promise<{ definition: Definition; base: string }> {
  const loaded = await loadDefinition({ file });
  const base = loaded.file ? dirname(loaded.file) : process.cwd();
  checkDefinition(loaded, await loadRegistry(loaded.definition.plugins, base));
  return { definition: loaded.definition, base };
}

/** A seed file may lie elsewhere by now; then the seeds that were crawled tell. */
async function hostsOfSeeds(definition: Definition, base: string, repository: Repository): Promise<readonly string[]> {
  try {
    return (await readSeeds(definition, base)).hosts;
  } catch {
    const seeds = repository.completeness.seeds().filter(({ link }) => link === 'seed');
    return [...new Set(seeds.map(({ url }) => asUrl(url)?.host ?? ''))];
  }
}
