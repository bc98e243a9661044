/** A takedown from what a user names to its end: URLs get their identity by the definition, indexes are written anew, outboxes cleared. */
import {
  forget,
  forgottenVersions,
  mustBeWorkspace,
  planTakedown,
  type Takedown,
  type TakedownPlan,
  type TakedownWish,
} from '../backends/index.js';
import type { Definition } from '../definition/crawl/index.js';
import { forgetConversions } from '../follow/convert/index.js';
import { type ForgottenParcels, forgetParcels } from '../follow/outbox/index.js';
import { identifier } from '../run/crawl/index.js';
import { withoutSavedFiles } from '../views/exports/index.js';
import { pruneCache } from '../views/scutter/index.js';
import { withReading } from './open-workspace.js';
import { indexAnew } from './retention.js';

export interface Forgetting {
  readonly workspace: string;
  readonly urls?: readonly string[];
  readonly sites?: readonly string[];
  readonly prefixes?: readonly string[];
  readonly documents?: readonly string[];
}

export interface ForgettingOptions {
  readonly reason?: string | null;
  readonly allowAgain?: boolean;
  readonly onProgress?: (sentence: string) => void;
}

export type { TakedownPlan };

export async function planForgetting(forgetting: Forgetting): Promise<TakedownPlan> {
  mustBeWorkspace(forgetting.workspace);
  return planTakedown(forgetting.workspace, await wishOf(forgetting));
}

/** What was taken down, and what others have of it. */
export interface Forgotten extends Takedown {
  readonly outbox: ForgottenParcels;
}

export async function forgetAll(forgetting: Forgetting, options: ForgettingOptions): Promise<Forgotten> {
  const wish = await wishOf(forgetting);
  const takedown = await withoutSavedFiles(forgetting.workspace, () => forget(forgetting.workspace, { ...options, wish }), {
    reading: withReading,
    onRemark: options.onProgress,
  });
  const outbox = await clearOutboxes(forgetting.workspace);
  await pruneCache(forgetting.workspace, withReading);
  if (takedown.captures > 0 || takedown.finishedEarlier) await indexAnew(forgetting.workspace);
  return { ...takedown, outbox };
}

/** And what conversions keep. Of every takedown so far: one that was interrupted is made up for. */
async function clearOutboxes(workspace: string): Promise<ForgottenParcels> {
  const versions = forgottenVersions(workspace);
  return withReading(workspace, async ({ repository }) => {
    forgetConversions(workspace, repository, (version) => versions.has(version));
    return await forgetParcels(workspace, repository, (version) => versions.has(version));
  });
}

async function wishOf({ workspace, ...named }: Forgetting): Promise<TakedownWish> {
  const urls = await lastUrlRules(workspace);
  return { ...named, ...(urls && { identify: (secret: Uint8Array) => identifier(urls, secret) }) };
}

/** How the last run told URLs apart: under these keys they are known. */
function lastUrlRules(workspace: string): Promise<Definition['urls'] | null> {
  return withReading(workspace, ({ repository }) => {
    const run = repository.runs().at(-1);
    return run ? (JSON.parse(run.definition) as Definition).urls : null;
  });
}
