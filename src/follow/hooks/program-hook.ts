/** A program when a run has ended. It counts as called once it could be started, whatever its exit code says. */
import { type ProgramOptions, runProgram } from '../../platform/index.js';
import type { Hook } from './hook.js';
import { variablesOf } from './run-end.js';

export interface ProgramHookOptions
  extends Pick<ProgramOptions, 'argv' | 'folder' | 'environment' | 'timeoutMs'>,
    Pick<Hook, 'name' | 'when'> {}

export function programHook({ name, when, environment, ...options }: ProgramHookOptions): Hook {
  return {
    name,
    when,
    async perform({ end, id, attempt, signal }) {
      const own = { WINNOW_RUN_HOOK: id, WINNOW_RUN_ATTEMPT: String(attempt) };
      const input = `${JSON.stringify({ id, attempt, ...end })}\n`;
      try {
        const { failure, said } = await runProgram({
          ...options,
          environment: { ...environment, ...variablesOf(end), ...own },
          input,
          signal,
        });
        const words = said === '' ? '' : `: ${said.slice(-300)}`;
        if (failure !== null && signal.aborted) return { state: 'again', detail: failure };
        return failure === null ? { state: 'done', detail: `ended well${words}` } : { state: 'failed', detail: `${failure}${words}` };
      } catch (error) {
        return { state: 'failed', detail: (error as Error).message };
      }
    },
  };
}
