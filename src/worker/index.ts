export {
  type Told,
  TRACE_LEVELS,
  type TraceLevel,
  type Work,
  type WorkEnd,
  WORKER_STATES,
  WorkerError,
  type WorkerResults,
  type WorkerState,
} from './port.js';
export { type TraceLine, traceText } from './trace.js';
export { Worker } from './worker.js';
export { WorkerDesk } from './worker-desk.js';
