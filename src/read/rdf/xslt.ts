/** Stylesheets, applied in a thread that is ended when one takes too long. It is started when it is needed, and kept. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { compiledUrl } from '../../platform/index.js';

export interface XsltJob {
  readonly stylesheet: string;
  /** What relative addresses in it refer to. */
  readonly stylesheetUrl: string;
  /** Well-formed XML. */
  readonly document: string;
  readonly url: string;
}

/** What the library said besides, line by line. */
export type XsltAnswer = { readonly said: readonly string[] } & ({ readonly result: string } | { readonly error: string });

const THREAD = compiledUrl(import.meta.url, './xslt-thread.js');
const START_MS = 30_000;
const LONGEST_MS = 5000;
const LONGEST_TEXT = 10_000_000;

export class Xslt {
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** One at a time. Throws an error that says what is wrong with the stylesheet. */
  apply(job: XsltJob): Promise<string> {
    const turn = this.#last.then(() => this.#apply(job));
    this.#last = turn.catch(() => null);
    return turn;
  }

  async #apply(job: XsltJob): Promise<string> {
    if (job.document.length > LONGEST_TEXT) throw new Error(`The document is longer than ${LONGEST_TEXT} characters.`);
    const worker = this.#worker ?? (await started());
    this.#worker = null;
    const answer = await answered(worker, job);
    const refused = refusedIn(answer.said, job.stylesheetUrl);
    if ('result' in answer) this.#worker = worker;
    else await worker.terminate();
    if (refused !== null) throw new Error(`It asks for ${refused}; stylesheets may read nothing but the document.`);
    if ('error' in answer) throw new Error(wordsFor(answer.error, answer.said));
    return answer.result;
  }
}

async function started(): Promise<Worker> {
  const worker = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 } });
  worker.on('error', () => {}); // told to whoever waits for an answer; nobody does while it is idle
  await once(worker, 'online', { signal: AbortSignal.timeout(START_MS) });
  worker.unref();
  return worker;
}

async function answered(worker: Worker, job: XsltJob): Promise<XsltAnswer> {
  worker.ref();
  worker.postMessage(job);
  try {
    const [answer] = await once(worker, 'message', { signal: AbortSignal.timeout(LONGEST_MS) });
    return answer as XsltAnswer;
  } catch (error) {
    const isLate = (error as Error).name === 'AbortError';
    return { error: isLate ? `It took longer than ${LONGEST_MS / 1000} s.` : (error as Error).message, said: [] };
  } finally {
    worker.unref();
  }
}

const ASKED = /fetchExternalEntity\(\) on (\S+),|^(\S+?):\d+: I\/O (?:error|warning)|unable to load (\S+)/;

/** The address of something else the stylesheet wanted. It may look at itself. */
function refusedIn(said: readonly string[], own: string): string | null {
  for (const line of said) {
    const match = ASKED.exec(line);
    const address = match?.[1] ?? match?.[2] ?? match?.[3];
    if (address !== undefined && address !== own) return address.slice(0, 300);
  }
  return null;
}

/** Of the library's words those that say something; a fault of the machine inside it means that it had no room left. */
function wordsFor(error: string, said: readonly string[]): string {
  if (/out of bounds|call stack|unreachable|memory/i.test(error)) return 'It nests too deep or takes too much memory.';
  const words = said.join('').replace(/\s+/g, ' ').trim();
  return words === '' ? error : `${error}: ${words.slice(0, 300)}`;
}
