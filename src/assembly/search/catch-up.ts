import { openWorkspaceIndex } from '../../backends/index.js';
import { type CatchUpOptions, type CaughtUp, catchUp as catchUpWith } from '../../follow/search/index.js';

/** Everything there is in a workspace now, then it ends. */
export const catchUp = (folder: string, options?: CatchUpOptions): Promise<CaughtUp> => catchUpWith(folder, openWorkspaceIndex, options);
