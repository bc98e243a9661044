/**
 * Threads run compiled code. A module that runs from src/ (under the test runner) finds its thread in dist/, so the
 * same real thread is used everywhere; `npm test` builds before it tests.
 */
export function compiledUrl(moduleUrl: string, thread: string): URL {
  return new URL(thread, /^[^?]*\.ts$/.test(moduleUrl) ? moduleUrl.replace('/src/', '/dist/') : moduleUrl);
}
