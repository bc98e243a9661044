/** An Asker whose portal is a plain function, with cookies, for tests of what is asked and what is made of the answers. */
import type { Answered, Asker, Question } from '../../src/run/harvest/index.js';

export interface Reply {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly cookie?: string;
}

export interface Request {
  readonly url: URL;
  readonly method: string;
  readonly form: URLSearchParams;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What was set before in the same jar. */
  readonly cookie: string | null;
}

export type Portal = (request: Request) => Reply | string | null;

export interface TestAsker extends Asker {
  /** Addresses in the order they were asked for, with the method where it is not GET. */
  readonly log: string[];
}

/** Null of the portal is a 404. */
export function askerOf(portal: Portal): TestAsker {
  const jars = new Map<string, string>();
  const log: string[] = [];
  return {
    log,
    forget: async (jar) => void jars.delete(jar),
    async ask(question) {
      log.push(`${question.method === 'GET' ? '' : `${question.method} `}${question.url}`);
      const cookie = question.jar === null ? null : (jars.get(question.jar) ?? null);
      const reply = portal(requestOf(question, cookie)) ?? { status: 404, body: 'not found' };
      const given = typeof reply === 'string' ? { body: reply } : reply;
      if (given.cookie && question.jar !== null) jars.set(question.jar, given.cookie);
      return answered(question, given);
    },
  };
}

function requestOf(question: Question, cookie: string | null): Request {
  const body = question.body ? Buffer.from(question.body).toString('utf8') : '';
  const headers = Object.fromEntries(question.headers.map(([name, value]) => [name.toLowerCase(), value]));
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  return { url: new URL(question.url), method: question.method, body, headers, cookie, form: new URLSearchParams(isForm ? body : '') };
}

function answered(question: Question, { status = 200, headers = {}, body = '', type }: Reply): Answered {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const found = type ?? guessed(typeof body === 'string' ? body : '');
  return { question, url: question.url, status, headers: Object.entries(headers), bytes, type: found, declaredType: found, exchanges: [] };
}

function guessed(body: string): string {
  const start = body.trimStart();
  if (start.startsWith('{') || start.startsWith('[')) return 'application/json';
  return start.startsWith('<?xml') ? 'application/xml' : 'text/html';
}
