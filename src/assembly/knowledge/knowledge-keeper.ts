/** Keeps the knowledge of workspaces current, in a thread of its own. Nothing that goes wrong there ends what it runs beside. */
import { Worker } from 'node:worker_threads';
import { compiledUrl } from '../../model/index.js';
import type { KnowledgeCaughtUp } from './catch-up.js';
import type { KnowledgeDone, KnowledgeWish } from './knowledge-thread.js';

const THREAD = compiledUrl(import.meta.url, './knowledge-thread.js');

export interface KnowledgeKeeper {
  /** Resolves when the workspace is up to date, or after `withinMs`: then what is there is asked, and the rest goes on. */
  refresh(folder: string, withinMs?: number): Promise<KnowledgeCaughtUp>;
  close(): Promise<void>;
}

/** Who asks does not wait longer for the newest than this. */
const WITHIN_MS = 20_000;

/** The thread is started when it is first needed. */
export function knowledgeKeeper(onRemark: (remark: string) => void): KnowledgeKeeper {
  let worker: Worker | null = null;
  let last = 0;
  const waiting = new Map<number, (caughtUp: KnowledgeCaughtUp) => void>();
  /** Those who ask for a workspace that is being looked at wait for the same answer. */
  const underWay = new Map<string, Promise<KnowledgeCaughtUp>>();

  const start = (): Worker => {
    const started = new Worker(THREAD);
    started.unref();
    started.on('message', ({ id, isBehind, remarks, trouble }: KnowledgeDone) => {
      remarks.forEach(onRemark);
      if (trouble !== null) onRemark(`The knowledge of a workspace cannot be brought up to date: ${trouble}`);
      waiting.get(id)?.({ isBehind });
    });
    started.on('error', (error: Error) => onRemark(`The thread that gathers knowledge ended: ${error.message}`));
    started.on('exit', () => {
      worker = null;
      for (const resolve of waiting.values()) resolve({ isBehind: true });
    });
    return started;
  };
  const ask = (folder: string): Promise<KnowledgeCaughtUp> => {
    const id = ++last;
    worker ??= start();
    worker.postMessage({ id, folder } satisfies KnowledgeWish);
    return new Promise<KnowledgeCaughtUp>((resolve) => waiting.set(id, resolve)).finally(() => {
      waiting.delete(id);
      underWay.delete(folder);
    });
  };
  return {
    refresh(folder, withinMs = WITHIN_MS) {
      const asked = underWay.get(folder) ?? ask(folder);
      underWay.set(folder, asked);
      return orAfter(withinMs, asked);
    },
    async close() {
      await worker?.terminate();
    },
  };
}

function orAfter(ms: number, asked: Promise<KnowledgeCaughtUp>): Promise<KnowledgeCaughtUp> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<KnowledgeCaughtUp>((resolve) => {
    timer = setTimeout(() => resolve({ isBehind: true }), ms);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

/** At the end of a crawl: for as long as this, and no longer. What is left is gathered before the next question. */
export async function gatherKnowledge(folder: string, withinMs: number, onRemark: (remark: string) => void): Promise<void> {
  const keeper = knowledgeKeeper(onRemark);
  await keeper.refresh(folder, withinMs);
  await keeper.close();
}
