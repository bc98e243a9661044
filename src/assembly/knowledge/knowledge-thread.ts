/** Entry of the thread that brings the knowledge of workspaces up to date, one after the other, beside a server or a crawl. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { catchUpKnowledge } from './catch-up.js';

/** To the thread. */
export interface KnowledgeWish {
  readonly id: number;
  readonly folder: string;
}

/** From the thread. */
export interface KnowledgeDone {
  readonly id: number;
  readonly isBehind: boolean;
  readonly remarks: readonly string[];
  readonly trouble: string | null;
}

const port = parentPort as MessagePort;
let before: Promise<void> = Promise.resolve();

port.on('message', (wish: KnowledgeWish) => {
  before = before.then(() => fulfil(wish));
});

async function fulfil({ id, folder }: KnowledgeWish): Promise<void> {
  const remarks: string[] = [];
  try {
    const { isBehind } = await catchUpKnowledge(folder, { onRemark: (remark) => void remarks.push(remark) });
    port.postMessage({ id, isBehind, remarks, trouble: null } satisfies KnowledgeDone);
  } catch (error) {
    port.postMessage({ id, isBehind: true, remarks, trouble: (error as Error).message } satisfies KnowledgeDone);
  }
}
