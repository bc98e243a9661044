/** A store in PostgreSQL, and a workspace that is brought what comes in there: at once, and again after whatever went wrong. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { GroupStore } from '../port.js';

const LOOK_MS = 2000;
const PATIENCE_MS = 30_000;

export interface FollowedGroups {
  readonly store: GroupStore;
  /** Brings what is left, as far as there is somebody to ask, and closes the store in PostgreSQL. */
  close(): Promise<void>;
}

/** A store that others follow, each by a name. */
export interface FollowableGroups extends GroupStore {
  follower(name: string): { bring(target: GroupStore, folder: string): Promise<unknown> };
}

export function followGroups(
  source: FollowableGroups,
  target: GroupStore & { readonly workspace: { readonly folder: string } },
  spoolFolder: string,
  onError: (error: unknown) => void,
): FollowedGroups {
  const folder = join(spoolFolder, 'followed');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const follower = source.follower(target.workspace.folder);
  let bringing: Promise<void> | null = null;
  let failures = 0;
  let isClosed = false;
  const bring = async (): Promise<void> => {
    try {
      await follower.bring(target, folder);
      failures = 0;
    } catch (error) {
      if (failures++ === 0) onError(error); // a database that is away is told of once
    }
  };
  const look = (): Promise<void> =>
    (bringing ??= bring().finally(() => {
      bringing = null;
      if (!isClosed) timer = setTimeout(() => void look(), Math.min(PATIENCE_MS, LOOK_MS * 2 ** Math.min(failures, 5))).unref();
    }));
  let timer = setTimeout(() => void look(), 0);
  return {
    store: source,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await bringing;
      await bring();
      await source.close();
    },
  };
}
