/** `winnow ingest` as a process of its own, and clients that send to it until everything is there. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { envelope, include, MTOM_TYPE, mtomBody, SOAP_PATH, type TestGroup } from './ingesting.js';
import { type CliRun, startCli } from './run-cli.js';

export interface IngestProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Megabytes it takes now, and took at most. */
  memory(): { now: number; most: number };
  /** Milliseconds of processor time it has taken, all threads together. */
  processorMs(): number;
  kill(): Promise<void>;
  /** As Ctrl-C does. */
  stop(): Promise<void>;
}

export const startIngestProcess = (args: readonly string[], folder: string): Promise<IngestProcess> =>
  startServing(['ingest', ...args], folder);

/** Any command that prints where it listens. */
export async function startServing(args: readonly string[], folder: string): Promise<IngestProcess> {
  const run = startCli([...args, '--json'], folder);
  const { url } = JSON.parse(await untilJson(run)) as { url: string };
  const { port } = new URL(url);
  const pid = run.child.pid as number;
  return {
    url,
    port: Number(port),
    pid,
    memory: () => memoryOf(pid),
    processorMs: () => processorMsOf(pid),
    async kill() {
      run.child.kill('SIGKILL');
      await run.ended;
    },
    async stop() {
      run.child.kill('SIGINT');
      await run.ended;
    },
  };
}

async function untilJson({ said, child }: CliRun): Promise<string> {
  while (!said.out.includes('}')) {
    if (child.exitCode !== null) throw new Error(`winnow ingest ended: ${said.err}`);
    await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), once(child, 'close')]);
  }
  return said.out;
}

function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { now: field('VmRSS'), most: field('VmHWM') };
}

/** Linux counts in hundredths of a second. */
function processorMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The string of the answer. Rejects when there is none, for whatever reason. */
export function upload(port: number, { metaInfo, zip }: Pick<TestGroup, 'metaInfo' | 'zip'>, agent: Agent): Promise<string> {
  const body = mtomBody(envelope(include('cid:data@test'), metaInfo), [['data@test', zip]]);
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': MTOM_TYPE, 'content-length': body.length };
    const sent = request({ host: '127.0.0.1', port, path: SOAP_PATH, method: 'POST', headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => {
        text += piece;
      });
      answer.on('end', () => {
        const [, result] = /<UploadFileResult>([\s\S]*?)<\//.exec(text) ?? [];
        if (result === undefined) reject(new Error(`${answer.statusCode} ${text}`));
        else resolve(result);
      });
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.setTimeout(60_000, () => sent.destroy(new Error('no answer')));
    sent.end(body);
  });
}

/** So many at a time, until there is nothing left. */
export async function inParallel<Item>(items: readonly Item[], clients: number, work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  const client = async () => {
    while (next < items.length) await work(items[next++] as Item);
  };
  await Promise.all(Array.from({ length: clients }, client));
}
