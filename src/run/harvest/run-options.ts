/** What a harvest is given by whoever begins it: a command, the watch, a hook, a worker of the server. */
import type { CompleteConnector } from '../../definition/connector/index.js';
import type { Definition, DefinitionInput } from '../../definition/crawl/index.js';
import type { Clock } from '../../definition/schedule/index.js';
import type { Readers } from './answer-keeper.js';
import type { LogRules } from './log/log-rules.js';
import type { LogLine } from './log/run-log.js';
import type { HarvestOptions } from './run/harvest.js';

export interface HarvestRunOptions
  extends Omit<HarvestOptions, 'connector' | 'workspace' | 'definition' | 'registry' | 'readers' | 'turns' | 'clock' | 'sleep'> {
  /** Loaded, or by id, legacy name or path. */
  readonly connector: CompleteConnector | string;
  /** Folders of connectors beside the shipped ones. */
  readonly connectors?: readonly string[];
  /** Folder of the workspace. */
  readonly workspace: string;
  /** Settings of a crawl that hold for harvests too: fetch, politeness, archive, deliver, plug-ins; or a whole definition. */
  readonly definition?: Partial<DefinitionInput> | Definition;
  /** Folder that modules of the definition are relative to. */
  readonly folder?: string;
  /** File of the run's log. */
  readonly log?: string;
  /** How much is said, in the log and to onRemark and onLog; left out: what happens, not each document. */
  readonly logging?: LogRules;
  /** Told what the log has beside remarks: each document, each request, where that is asked for. */
  readonly onLog?: (line: LogLine) => void;
  /** Where the crawls of this machine agree on whose turn it is: see stateFolder. Null: nobody else asks these sites. */
  readonly state?: string | null;
  /** Workspaces of the runs that led to this one, where a hook began it. */
  readonly chain?: readonly string[];
  /** Threads that several harvests share, and that stay open; left out: its own. */
  readonly readers?: Readers;
  /** The clock that delays are kept by, where days are to take no time; left out: the machine's. */
  readonly time?: Clock;
}

/** What may differ from harvest to harvest of a workspace that stays open. */
export type OneHarvestOptions = Omit<
  HarvestRunOptions,
  'connector' | 'connectors' | 'workspace' | 'definition' | 'folder' | 'log' | 'logging' | 'onLog' | 'state' | 'chain' | 'readers' | 'time'
>;
