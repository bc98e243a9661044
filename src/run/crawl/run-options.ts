/** What a crawl is given by whoever begins it: a command, the watch, a hook, a test. */
import type { Definition } from '../../definition/crawl/index.js';
import type { Clock } from '../../definition/schedule/index.js';
import type { CrawlOptions } from './crawl.js';

export interface RunOptions extends Pick<CrawlOptions, 'stop' | 'abort' | 'planAt' | 'onStart' | 'onDrop' | 'onProgress' | 'progressMs'> {
  readonly definition: Definition;
  /** Folder the definition's paths are relative to. */
  readonly folder: string;
  /** Folder of the workspace. */
  readonly workspace: string;
  /** Folder where the crawls of this machine agree on whose turn it is: see stateFolder. */
  readonly state: string;
  /** How long an owner of the workspace may give no sign of life. */
  readonly leaseMs?: number | undefined;
  /** Writes the memory of a scutter, where the definition asks for it. */
  readonly writeMemory?: (workspace: string, file: string) => Promise<void>;
  /** Workspaces of the runs that led to this one, where a hook began it. */
  readonly chain?: readonly string[];
  /** The clock that delays and budgets are kept by, where days are to take no time; left out: the machine's. */
  readonly time?: Clock;
  /** Told in a sentence what was found and mended. */
  readonly onRemark?: (remark: string) => void;
}
