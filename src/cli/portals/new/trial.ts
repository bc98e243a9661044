/** A short harvest with a connector that was just written: what it had, what went wrong, and every answer for the fixture. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runHarvest } from '../../../assembly/index.js';
import { type CompleteConnector, loadConnector } from '../../../definition/connector/index.js';
import type { Definition } from '../../../definition/crawl/index.js';
import { printable, type Terminal } from '../../terminal.js';
import { type Asked, Recorder } from './recorder.js';

export interface Trial {
  readonly keys: readonly string[];
  readonly asked: readonly Asked[];
  readonly problems: readonly string[];
}

export interface TrialOptions {
  /** File of the connector. */
  readonly connector: string;
  /** Documents at most. */
  readonly most: number;
  readonly definition: Definition;
  readonly terminal: Terminal;
  readonly stop: AbortSignal;
}

/** What goes wrong is told, never thrown: the connector is a draft. */
export async function trialHarvest(options: TrialOptions): Promise<Trial> {
  const { terminal, most } = options;
  const recorder = new Recorder();
  const keys: string[] = [];
  const problems: string[] = [];
  if (most < 1) return { keys, asked: [], problems };
  const workspace = await mkdtemp(join(tmpdir(), 'winnow-trial-'));
  try {
    const report = await runHarvest({
      connector: await limited(options),
      workspace,
      definition: Object.freeze(options.definition),
      accepted: true,
      stop: options.stop,
      onExchange: (exchange) => recorder.keep(exchange),
      onDocument: ({ key, operation }) => {
        if (operation === 'Add') keys.push(key);
        terminal.live(`trial: ${keys.length} of ${most} documents`);
      },
      onRemark: (remark) => problems.push(remark),
    });
    problems.push(...[...report.problems, ...report.notes].map(({ rule, message }) => `${rule}: ${message}`));
  } catch (error) {
    problems.push(printable((error as Error).message));
  } finally {
    terminal.live('');
    await rm(workspace, { recursive: true, force: true });
  }
  return { keys, asked: recorder.asked, problems };
}

async function limited({ connector: file, most }: TrialOptions): Promise<CompleteConnector> {
  const { connector } = await loadConnector(file, { folders: [dirname(file)] });
  const routes = connector.routes.map((route) => ({ ...route, reuse: { ...route.reuse, quota: { run: most } } }));
  return { ...connector, reuse: { ...connector.reuse, quota: { run: most } }, routes };
}
