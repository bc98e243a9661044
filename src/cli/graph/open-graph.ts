/** The graph a command is about: which workspace, which view, pages or sites. */
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { lastRunOf, withReading } from '../../assembly/index.js';
import type { Definition } from '../../definition/crawl/index.js';
import { identifier } from '../../run/crawl/index.js';
import type { Repository } from '../../store/index.js';
import { bySite, type Graph, type GraphView, readGraph } from '../../views/graph/index.js';
import { readStoredDefinition } from '../stored-definition.js';
import { UsageError } from '../usage-error.js';
import { workspaceOption } from '../workspace-option.js';

export interface GraphFlags {
  readonly workspace: string;
  readonly full?: boolean;
  readonly paths?: boolean;
  readonly outside?: boolean;
  readonly by: 'page' | 'site';
  readonly json?: boolean;
}

export interface OpenedGraph {
  readonly graph: Graph;
  readonly view: GraphView;
  readonly definition: Definition;
  readonly repository: Repository;
}

/** `usual`: the view that is taken when none is named. */
export const onGraph = (name: string, usual: GraphView = 'paths'): Command =>
  new Command(name)
    .addOption(workspaceOption())
    .addOption(
      new Option('--paths', `links are the ways the crawler took: who led to whom first${usual === 'paths' ? ' (default)' : ''}`).conflicts(
        'full',
      ),
    )
    .option('--full', `links are all hyperlinks and redirects between visited pages${usual === 'full' ? ' (default)' : ''}`)
    .option('--outside', 'with --full: also what is linked to but was not visited')
    .addOption(new Option('--by <nodes>', 'what a node is').choices(['page', 'site']).default('page'));

/** Reads the graph and passes it on; closes the workspace afterwards. */
export async function withGraph<T>(flags: GraphFlags, use: (opened: OpenedGraph) => T | Promise<T>): Promise<T> {
  if (flags.outside && !flags.full) throw new UsageError('--outside is about hyperlinks: use it with --full.');
  const folder = resolve(flags.workspace);
  return withReading(folder, async ({ repository }) => {
    const last = await lastRunOf(folder);
    if (!last) throw new UsageError(`Nothing has been crawled into ${flags.workspace} yet.`);
    const { definition } = await readStoredDefinition(last.definition);
    const view = flags.full ? 'full' : 'paths';
    const identify = identifier(definition.urls, repository.explain.secret() ?? new Uint8Array(16));
    const pages = readGraph(repository, { view, outside: flags.outside ?? false, identify });
    return await use({ graph: flags.by === 'site' ? bySite(pages) : pages, view, definition, repository });
  });
}

export const VIEWS: Readonly<Record<GraphView, string>> = { paths: 'Ways the crawler took', full: 'Hyperlinks' };
