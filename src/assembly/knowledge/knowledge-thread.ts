/** Entry of the thread that brings the knowledge of one workspace up to date and ends. What it remarks on is its messages. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { catchUpKnowledge } from './catch-up.js';

const port = parentPort as MessagePort;

await catchUpKnowledge(workerData as string, { onRemark: (remark) => port.postMessage(remark) });
