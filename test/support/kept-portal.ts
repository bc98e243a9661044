/** A small portal on loopback and harvests of it, like harvest-portal.ts, but into one workspace that stays open: no thread is started anew. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadRegistry } from '../../src/assembly/index.js';
import { workspaceOptions } from '../../src/assembly/workspace-options.js';
import { openWorkspace } from '../../src/backends/index.js';
import type { ConnectorInput } from '../../src/definition/connector/index.js';
import { type DefinitionInput, definitionFromInput } from '../../src/definition/crawl/index.js';
import { ExchangeReader, makePipeline } from '../../src/run/crawl/index.js';
import { type HarvestOptions, type HarvestReport, harvest } from '../../src/run/harvest/index.js';
import type { Workspace } from '../../src/store/index.js';
import { type FixturePage, type FixtureWeb, startFixtureWeb } from '../../src/testing/index.js';
import { connectorOf, HOST } from './harvest-portal.js';

type RunOptions = Partial<Omit<HarvestOptions, 'definition' | 'connector'>> & { readonly definition?: Partial<DefinitionInput> };

export interface KeptPortal {
  /** Path → page; may be changed between harvests. */
  readonly pages: Record<string, FixturePage>;
  readonly web: FixtureWeb;
  readonly folder: string;
  readonly workspace: Workspace;
  /** Documents by what was done with them in the last harvest. */
  readonly seen: Record<string, string[]>;
  readonly remarks: string[];
  run(connector: ConnectorInput, options?: RunOptions): Promise<HarvestReport>;
  /** Paths asked for since the last call. */
  asked(): string[];
  /** As text, out of the archive. */
  contentOf(key: string, file: string): Promise<string>;
  close(): Promise<void>;
}

export async function openKeptPortal(pages: Record<string, FixturePage>): Promise<KeptPortal> {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-harvest-'));
  const web = await startFixtureWeb({ [HOST]: pages });
  const settings = { seeds: [`http://${HOST}/`], name: 'court', fetch: web.fetch, search: { index: false } };
  const { definition } = await definitionFromInput(settings);
  const workspace = openWorkspace(workspaceOptions(definition, join(folder, 'workspace'), null));
  const seen: Record<string, string[]> = {};
  const remarks: string[] = [];
  let looked = 0;

  const run = async (input: ConnectorInput, { definition: own = {}, ...options }: RunOptions = {}): Promise<HarvestReport> => {
    for (const operation of ['Add', 'Upd', 'Del', 'None']) seen[operation] = [];
    remarks.length = 0;
    const { definition: whole } = await definitionFromInput({ ...settings, ...own }, { directory: folder });
    const registry = await loadRegistry(whole.plugins, folder);
    const reader = new ExchangeReader(whole, makePipeline({ definition: whole, registry, secret: workspace.secret, seedHosts: [] }));
    return harvest({
      connector: connectorOf(input),
      workspace,
      definition: whole,
      registry,
      readers: reader,
      pace: {
        delayMs: 0,
        backoffMs: 5,
      },
      onRemark: (remark) => remarks.push(remark),
      onDocument: ({ key, operation }) => seen[operation]?.push(key),
      ...options,
    });
  };

  return {
    pages,
    web,
    folder,
    workspace,
    seen,
    remarks,
    run,
    asked: () => {
      const paths = web.asked();
      const fresh = paths.slice(looked);
      looked = paths.length;
      return fresh;
    },
    contentOf: async (key, name) => {
      const { deposits } = workspace.repository;
      const file = deposits.byKey('court', key)?.files.find((each) => each.name === name);
      return file ? Buffer.from(await deposits.read(file)).toString('utf8') : 'none';
    },
    close: async () => {
      await workspace.close();
      await web.close();
      rmSync(folder, {
        recursive: true,
        force: true,
      });
    },
  };
}
