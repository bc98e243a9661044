/** A takedown from what a user names to its end: URLs get their identity by the definition, indexes are written anew. */
import { forget, planTakedown, readWorkspace, type Takedown, type TakedownPlan, type TakedownWish } from '../backends/index.js';
import { identifier } from '../crawl/index.js';
import type { Definition } from '../definition/index.js';
import { indexAnew } from './retention.js';
import { withoutSavedFiles } from './save-files.js';
import { pruneCache } from './scutter/save-cache.js';

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

export const planForgetting = (forgetting: Forgetting): TakedownPlan => planTakedown(forgetting.workspace, wishOf(forgetting));

export async function forgetAll(forgetting: Forgetting, options: ForgettingOptions): Promise<Takedown> {
  const wish = wishOf(forgetting);
  const takedown = await withoutSavedFiles(
    forgetting.workspace,
    () => forget(forgetting.workspace, { ...options, wish }),
    options.onProgress,
  );
  await pruneCache(forgetting.workspace);
  if (takedown.captures > 0 || takedown.finishedEarlier) await indexAnew(forgetting.workspace);
  return takedown;
}

function wishOf({ workspace, ...named }: Forgetting): TakedownWish {
  const urls = lastUrlRules(workspace);
  return { ...named, ...(urls && { identify: (secret: Uint8Array) => identifier(urls, secret) }) };
}

/** How the last run told URLs apart: under these keys they are known. */
function lastUrlRules(workspace: string): Definition['urls'] | null {
  const { repository, close } = readWorkspace(workspace);
  try {
    const run = repository.runs().at(-1);
    return run ? (JSON.parse(run.definition) as Definition).urls : null;
  } finally {
    close();
  }
}
