/** Ends the process when the one that started it is gone. Its main thread may be in the midst of a query that never ends. */
import { workerData } from 'node:worker_threads';

const LOOK_MS = 1000;

setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);
