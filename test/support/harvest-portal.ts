/** A small portal on loopback whose pages a test changes from day to day, and harvests of it into a workspace that stays open. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadRegistry } from '../../src/assembly/index.js';
import { workspaceOptions } from '../../src/assembly/workspace-options.js';
import { openWorkspace } from '../../src/backends/index.js';
import { completeConnector } from '../../src/connector/complete.js';
import { type CompleteConnector, type ConnectorInput, connectorSchema } from '../../src/connector/index.js';
import { ExchangeReader, makePipeline } from '../../src/crawl/index.js';
import { type DefinitionInput, definitionFromInput } from '../../src/definition/index.js';
import { type HarvestOptions, type HarvestReport, harvest } from '../../src/harvest/index.js';
import type { Workspace } from '../../src/store/index.js';
import { type FixturePage, type FixtureWeb, startFixtureWeb } from '../../src/testing/index.js';

type RunOptions = Partial<Omit<HarvestOptions, 'definition' | 'connector'>> & { readonly definition?: Partial<DefinitionInput> };

export interface HarvestPortal {
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

export const HOST = 'law.example';

/** A connector with an identifier and terms, complete. */
export function connectorOf(input: ConnectorInput, id = 'court'): CompleteConnector {
  const whole = { reuse: { terms: 'free', because: 'a fixture' }, languages: ['en'], content: ['legislation'], ...input } as const;
  connectorSchema.parse(whole);
  const completed = completeConnector(whole as Record<string, unknown>, id);
  if ('lacks' in completed) throw new Error(completed.lacks.map(({ message }) => message).join('\n'));
  return completed.connector;
}

export async function openHarvestPortal(pages: Record<string, FixturePage>): Promise<HarvestPortal> {
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
      ...{ connector: connectorOf(input), workspace, definition: whole, registry, readers: reader, pace: { delayMs: 0, backoffMs: 5 } },
      onRemark: (remark) => remarks.push(remark),
      onDocument: ({ key, operation }) => seen[operation]?.push(key),
      ...options,
    });
  };

  return {
    ...{ pages, web, folder, workspace, seen, remarks, run },
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
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
