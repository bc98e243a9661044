/** A request when a run has ended, with what there is to tell as JSON. Redirects are not followed, as for everything that is signed. */

import { signedHeaders } from '../notify/index.js';
import { type Answer, type Connection, connectionTo, exchange, UnavailableError } from '../outbox/index.js';
import type { Hook, HookOutcome } from './hook.js';

export interface CallHookOptions extends Pick<Hook, 'name' | 'when'> {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly secret?: string | undefined;
  readonly timeoutMs: number;
}

/** Of the answer only the status counts. */
const MAX_ANSWER = 65_536;

export function callHook({ name, when, url, method, headers, secret, timeoutMs }: CallHookOptions): Hook {
  const timeOuts = { open: timeoutMs, send: timeoutMs, receive: timeoutMs, close: 0 };
  const connection: Connection = connectionTo({ to: url, timeOuts, maxAnswer: MAX_ANSWER });
  return {
    name,
    when,
    async perform({ end, id, attempt, signal }) {
      const body = Buffer.from(JSON.stringify({ id, attempt, run: end }));
      const own = { ...headers, ...Object.fromEntries(signedHeaders(id, method === 'GET' ? NOTHING : body, secret)) };
      const sent =
        method === 'GET' ? { headers: without(own, 'Content-Type') } : { headers: own, length: body.length, body: () => once(body) };
      try {
        return outcomeOf(await exchange(connection, { method, ...sent }, signal), connection.url.host);
      } catch (error) {
        if (error instanceof UnavailableError) return { state: 'again', detail: error.message };
        return { state: 'again', detail: `${connection.url.host} was not reached: ${(error as Error).message}` };
      }
    },
    close: async () => connection.agent.destroy(),
  };
}

const NOTHING = new Uint8Array();

async function* once(body: Uint8Array): AsyncIterable<Uint8Array> {
  yield body;
}

const without = (headers: Record<string, string>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));

/** What a server says of itself may pass; what it says of the request will not. */
function outcomeOf({ status }: Answer, host: string): HookOutcome {
  const detail = `${host} answered ${status}`;
  if (status >= 200 && status < 300) return { state: 'done', detail };
  if (status >= 300 && status < 400)
    return { state: 'failed', detail: `${detail}: redirects are not followed. Write the final address into the definition` };
  return { state: status >= 500 || status === 408 || status === 429 ? 'again' : 'failed', detail };
}
