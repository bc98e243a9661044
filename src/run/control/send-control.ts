/** Asks the process that owns a workspace for something, and waits for its answer. */
import { connect } from 'node:net';
import type { Problem } from '../../definition/crawl/index.js';
import { linesOf } from './lines.js';
import { notedPlace, placeInWorkspace } from './place.js';
import type { ControlAnswer, ControlRequest } from './requests.js';

const MAX_ANSWER = 8_000_000;
const TIMEOUT_MS = 10_000;

export type ControlFailure = 'not-running' | 'no-answer' | 'refused';

export class ControlError extends Error {
  override readonly name = 'ControlError';
  constructor(
    readonly code: ControlFailure,
    message: string,
    readonly problems: readonly Problem[] = [],
  ) {
    super(message);
  }
}

/** What the owner answered. Throws ControlError when nobody is there, nothing comes back, or the request is refused. */
export async function sendControl(folder: string, request: ControlRequest, timeoutMs: number = TIMEOUT_MS): Promise<unknown> {
  const places = [placeInWorkspace(folder), notedPlace(folder)?.path].filter((path) => typeof path === 'string');
  for (const path of new Set(places)) {
    const answer = await ask(path, request, folder, timeoutMs);
    if (answer === null) continue;
    if ('ok' in answer) return answer.ok;
    throw new ControlError('refused', answer.error, answer.problems);
  }
  throw new ControlError('not-running', `no crawl is running in ${folder}`);
}

/** Null when nobody listens there. */
async function ask(path: string, request: ControlRequest, folder: string, timeoutMs: number): Promise<ControlAnswer | null> {
  const socket = connect(path);
  socket.setEncoding('utf8');
  const silence = () => new ControlError('no-answer', `the crawl in ${folder} does not answer within ${timeoutMs / 1000} s`);
  const timer = setTimeout(() => socket.destroy(silence()), timeoutMs);
  socket.once('connect', () => socket.write(`${JSON.stringify(request)}\n`));
  try {
    for await (const line of linesOf(socket as AsyncIterable<string>, MAX_ANSWER)) return JSON.parse(line) as ControlAnswer;
    throw cutOff(folder);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (NOBODY.has(code)) return null;
    throw CUT_OFF.has(code) ? cutOff(folder) : error;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

const cutOff = (folder: string) => new ControlError('no-answer', `the crawl in ${folder} ended before it answered`);

const CUT_OFF: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET']);
/** No socket, a socket nobody owns, a file that is none, a path too long to be one. */
const NOBODY: ReadonlySet<string> = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENOTDIR', 'EINVAL', 'ENAMETOOLONG']);
