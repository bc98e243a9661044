/**
 * The address of a thread's compiled code. A module that runs from src/ (under the test runner) finds its thread in
 * dist/, so tests use the same real thread as the program.
 */
export function compiledUrl(moduleUrl: string, thread: string): URL {
  return new URL(thread, /^[^?]*\.ts$/.test(moduleUrl) ? moduleUrl.replace('/src/', '/dist/') : moduleUrl);
}
