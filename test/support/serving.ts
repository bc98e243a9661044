/** Servers over workspaces for a test file, closed after each test, and ways to ask them. */
import { afterEach } from 'vitest';
import { readWorkspace, workspaceSigns } from '../../src/backends/index.js';
import { type ServerOptions, startServer } from '../../src/server/index.js';

export interface TestServer {
  /** Without a slash at its end. */
  readonly url: string;
  /** What went wrong inside. */
  readonly errors: readonly unknown[];
  close(): Promise<void>;
}

export function serving(): (workspaces: readonly string[], options?: Partial<ServerOptions>) => Promise<TestServer> {
  const open: TestServer[] = [];
  afterEach(async () => {
    for (const server of open.splice(0)) await server.close();
  });
  return async (workspaces, options = {}) => {
    const errors: unknown[] = [];
    const server = await startServer({
      workspaces,
      below: '',
      host: '127.0.0.1',
      port: 0,
      token: null,
      version: '0.0.0-test',
      open: readWorkspace,
      signs: workspaceSigns,
      onError: (error) => errors.push(error),
      ...options,
    });
    const test = { url: server.url.replace(/\/$/, ''), errors, close: () => server.close() };
    open.push(test);
    return test;
  };
}

/** The answer as JSON, which it must be. */
export async function json<Answer = Record<string, unknown>>(url: string, init?: RequestInit): Promise<Answer> {
  const answer = await fetch(url, init);
  return (await answer.json()) as Answer;
}

export const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
