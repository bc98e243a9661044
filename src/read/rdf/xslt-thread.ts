/**
 * Entry of a thread that applies stylesheets (XSLT 1.0). It is kept apart so that one that runs away can be ended.
 *
 * Nothing but the stylesheet and the document is ever read: the library's way to the network is cut below, before it is
 * loaded, and it has no files. What is changed here is this thread's own.
 */
import fs from 'node:fs';
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { XsltAnswer, XsltJob } from './xslt.js';

const MOST_MEMORY = 256 * 1_048_576;
const PAGE = 65_536;
const MOST_SAID = 100;
const LONGEST_RESULT = 20_000_000;

/** As much of it as is changed here. */
interface Machine {
  Suspending: unknown;
  promising: unknown;
  readonly Memory: { readonly prototype: { readonly buffer: ArrayBuffer; grow(pages: number): number } };
}

let said: string[] = [];
cutOff();

const { XmlDocument, XsltStylesheet } = await import('libxslt-wasm');
const { registerModule } = await import('libxslt-wasm/exslt');
for (const name of ['common', 'math', 'sets', 'functions', 'dates-and-times', 'strings'] as const) registerModule(name);

const port = parentPort as MessagePort;
port.on('message', (job: XsltJob) => void apply(job).then((answer) => port.postMessage(answer)));

/**
 * The library waits for the network by means that Node 20 does not have; given none, it is told at once that there is
 * nothing. It writes what is wrong to the standard error, and takes memory without end.
 */
function cutOff(): void {
  const { WebAssembly: machine } = globalThis as unknown as { readonly WebAssembly: Machine };
  machine.Suspending = function Suspending(): () => number {
    return () => 0;
  };
  machine.promising =
    (call: (...given: unknown[]) => unknown) =>
    async (...given: unknown[]): Promise<unknown> =>
      call(...given);
  const memory = machine.Memory.prototype;
  const { grow } = memory;
  memory.grow = function growWithin(pages: number): number {
    if (this.buffer.byteLength + pages * PAGE > MOST_MEMORY) throw new RangeError('too much memory');
    return grow.call(this, pages);
  };
  fs.writeSync = (_file: number, text: unknown): number => {
    if (said.length < MOST_SAID) said.push(String(text));
    return String(text).length;
  };
}

/** Whoever gets an error ends the thread: what the library holds after one is not to be trusted. */
async function apply(job: XsltJob): Promise<XsltAnswer> {
  said = [];
  try {
    const result = await transformed(job);
    return result.length > LONGEST_RESULT ? { error: 'Its result is too long.', said } : { result, said };
  } catch (error) {
    return { error: (error as Error).message, said };
  }
}

async function transformed({ stylesheet, stylesheetUrl, document, url }: XsltJob): Promise<string> {
  const how = { encoding: 'UTF-8', options: { noNet: true, noXxe: true } } as const;
  const sheet = await XsltStylesheet.fromXmlDocument(await XmlDocument.fromString(stylesheet, { ...how, url: stylesheetUrl }));
  const page = await XmlDocument.fromString(document, { ...how, url });
  const result = await sheet.apply(page, {});
  const text = sheet.applyToString(result);
  for (const each of [result, page, sheet]) each.delete();
  return text;
}
