/**
 * Brings the knowledge of a workspace to where its journal is: before a question, and at the end of a crawl.
 *
 * Another process that is at it already is waited for a little while; then what is there is asked. A file that turns out to
 * be damaged on the way is made anew, once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { KnowledgeBusy, type KnowledgeFeed, type Repository, type TripleSource } from '../../store/index.js';

/** Opens a feed over the workspace the knowledge is of. */
export type FeedOpener = (opened: FedWorkspace, onRemark?: (remark: string) => void) => KnowledgeFeed;

export interface FedWorkspace {
  readonly repository: Repository;
  readonly triples: TripleSource;
  readonly folder: string;
}

/** Where knowledge is kept, and what brings statements into it, in the order it is asked. */
export interface KnowledgeParts {
  readonly feeds: readonly FeedOpener[];
  open(folder: string, onRemark?: (remark: string) => void): OpenedKnowledge;
  /** Whether the error says that what is kept is damaged; then it is removed. */
  dropDamaged(folder: string, error: unknown): boolean;
}

interface OpenedKnowledge extends Omit<FedWorkspace, 'folder'> {
  readonly store: { take(feed: KnowledgeFeed, signal?: AbortSignal): unknown };
  close(): void;
}

export interface KnowledgeCatchUpOptions {
  /** Left out: all there are. */
  readonly feeds?: readonly FeedOpener[];
  /** A step was taken by this feed, which is so far. */
  readonly onProgress?: (feed: string, cursor: string) => void;
  readonly onRemark?: (remark: string) => void;
  readonly signal?: AbortSignal | undefined;
  /** How often to try when another process is at it. */
  readonly attempts?: number;
}

export interface KnowledgeCaughtUp {
  /** Another process is at it, and the newest may be missing. */
  readonly isBehind: boolean;
}

const PAUSE_MS = 400;

export async function catchUpKnowledge(
  folder: string,
  parts: KnowledgeParts,
  options: KnowledgeCatchUpOptions = {},
): Promise<KnowledgeCaughtUp> {
  const { attempts = 4, signal } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      takeAll(folder, parts, options);
      return { isBehind: signal?.aborted ?? false };
    } catch (error) {
      if (!(error instanceof KnowledgeBusy)) throw error;
      if (attempt >= attempts || signal?.aborted) return { isBehind: true };
      await pause(PAUSE_MS);
    }
  }
}

function takeAll(folder: string, parts: KnowledgeParts, options: KnowledgeCatchUpOptions): void {
  try {
    takeOnce(folder, parts, options);
  } catch (error) {
    if (!parts.dropDamaged(folder, error)) throw error;
    options.onRemark?.(`The knowledge of ${folder} is damaged (${(error as Error).message}): it is made anew.`);
    takeOnce(folder, parts, options);
  }
}

function takeOnce(folder: string, parts: KnowledgeParts, options: KnowledgeCatchUpOptions): void {
  const { feeds = parts.feeds, onRemark, signal } = options;
  const opened = parts.open(folder, onRemark);
  try {
    for (const open of feeds) opened.store.take(told(open({ ...opened, folder }, onRemark), options), signal);
  } finally {
    opened.close();
  }
}

/** A feed that also tells how far it is. */
function told(feed: KnowledgeFeed, { onProgress }: KnowledgeCatchUpOptions): KnowledgeFeed {
  return {
    name: feed.name,
    isOf: (cursor) => feed.isOf(cursor),
    next(write, cursor) {
      const next = feed.next(write, cursor);
      if (next !== null) onProgress?.(feed.name, next);
      return next;
    },
  };
}
