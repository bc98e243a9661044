export {
  type Told,
  TRACE_LEVELS,
  type TraceLevel,
  WORKER_STATES,
  type Work,
  type WorkEnd,
  WorkerError,
  type WorkerResults,
  type WorkerState,
} from './port.js';
export { type TraceLine, traceText } from './trace.js';
export { Worker } from './worker.js';
export { WorkerDesk } from './worker-desk.js';
