/** What a portal lists, for looking at and for downloading by hand: what `winnow portals items` calls. */
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompleteConnector } from '../definition/connector/index.js';
import type { Definition } from '../definition/crawl/index.js';
import { crawlClock, MachineRegister } from '../frontier/politeness/index.js';
import { draftBeside } from '../platform/index.js';
import { type HarvestOptions, type Items, openItems } from '../run/harvest/index.js';
import { loadRegistry } from './registry.js';

export interface PortalItemsOptions
  extends Pick<HarvestOptions, 'parameters' | 'accepted' | 'now' | 'pace' | 'stop' | 'onRemark' | 'onExchange'> {
  readonly connector: CompleteConnector;
  readonly definition: Definition;
  /** Where the crawls of this machine agree on whose turn it is. Null: nobody else asks these sites. */
  readonly state?: string | null;
}

/** To be closed. */
export async function openPortalItems(options: PortalItemsOptions): Promise<Items> {
  const { definition, state = null, onRemark = () => {} } = options;
  const registry = await loadRegistry(definition.plugins, process.cwd());
  const spoolFolder = draftBeside(join(tmpdir(), 'items'));
  await mkdir(spoolFolder, { mode: 0o700 });
  const clock = crawlClock();
  const turns = state === null ? null : new MachineRegister({ folder: state, onRemark });
  const close = async (): Promise<void> => {
    turns?.close(clock());
    await rm(spoolFolder, { recursive: true, force: true });
  };
  const items = await openItems({ ...options, registry, spoolFolder, turns, clock }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    list: () => items.list(),
    download: (item) => items.download(item),
    end: () => items.end(),
    close: async () => {
      await items.close();
      await close();
    },
  };
}
