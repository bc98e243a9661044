/** A small portal on loopback whose pages a test changes from day to day, and harvests of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHarvest } from '../../src/assembly/index.js';
import { readWorkspace } from '../../src/backends/index.js';
import { completeConnector } from '../../src/definition/connector/complete.js';
import { type CompleteConnector, type ConnectorInput, connectorSchema } from '../../src/definition/connector/index.js';
import type { HarvestReport, HarvestRunOptions } from '../../src/run/harvest/index.js';
import { type FixturePage, type FixtureWeb, startFixtureWeb } from '../../src/testing/index.js';

export interface HarvestPortal {
  /** Path → page; may be changed between harvests. */
  readonly pages: Record<string, FixturePage>;
  readonly web: FixtureWeb;
  /** Documents by what was done with them in the last harvest. */
  readonly seen: Record<string, string[]>;
  readonly remarks: string[];
  run(connector: ConnectorInput, options?: Partial<HarvestRunOptions>): Promise<HarvestReport>;
  /** What is in the workspace now. */
  reading<T>(look: (reading: ReturnType<typeof readWorkspace>) => T): T;
  readonly workspace: string;
  /** Paths asked for since the last call. */
  asked(): string[];
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
  const workspace = join(folder, 'workspace');
  const web = await startFixtureWeb({ [HOST]: pages });
  const seen: Record<string, string[]> = {};
  const remarks: string[] = [];
  let looked = 0;
  return {
    pages,
    web,
    seen,
    remarks,
    workspace,
    run: (input, options = {}) => {
      for (const operation of ['Add', 'Upd', 'Del', 'None']) seen[operation] = [];
      remarks.length = 0;
      return runHarvest({
        connector: connectorOf(input),
        workspace,
        pace: {
          delayMs: 0,
          backoffMs: 5,
        },
        onRemark: (remark) => remarks.push(remark),
        ...options,
        definition: {
          fetch: web.fetch,
          search: { index: false },
          ...options.definition,
        },
        onDocument: ({ key, operation }) => seen[operation]?.push(key),
      } as HarvestRunOptions);
    },
    reading: (look) => {
      const reading = readWorkspace(workspace);
      try {
        return look(reading);
      } finally {
        reading.close();
      }
    },
    asked: () => {
      const paths = web.asked();
      const fresh = paths.slice(looked);
      looked = paths.length;
      return fresh;
    },
    close: async () => {
      await web.close();
      rmSync(folder, {
        recursive: true,
        force: true,
      });
    },
  };
}
