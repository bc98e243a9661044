/**
 * Whether `winnow serve` answers while others do their worst: npm run bench:serve [-- --seconds 30 --rate 200 --entries 25820].
 *
 * A crawl writes into a workspace whose journal is long already. Fifty clients listen to it from the beginning, a thousand
 * connections say nothing, five hundred bring half a request, and again as each is closed; beside them requests come at a fixed
 * rate, each timed from the moment it was asked (how late that was is told apart). Everything is on loopback, and every party a process of its own. Needs `npm run build`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openForWriting } from '../src/backends/embedded/database.js';
import { runCli, startCli } from '../test/support/run-cli.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    rate: { type: 'string', default: '200' },
    entries: { type: 'string', default: '25820' },
    listeners: { type: 'string', default: '50' },
    idle: { type: 'string', default: '1000' },
    half: { type: 'string', default: '500' },
    role: { type: 'string', default: 'bench' },
    url: { type: 'string', default: '' },
  },
});
const count = (name: 'seconds' | 'rate' | 'entries' | 'listeners' | 'idle' | 'half'): number => Number(values[name]);

const PATHS = [
  '/healthz',
  '/api/v1/status',
  '/api/v1/crawls/crawl',
  '/api/v1/crawls/crawl/journal?after=100&limit=20',
  '/api/v1/crawls/crawl/documents?limit=20',
  '/',
  '/metrics',
];

const heard = { entries: 0, caughtUp: 0, lost: 0 };

async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
  const workspace = join(folder, 'crawl');
  const children: ChildProcess[] = [];
  try {
    const web = await inProcess('site', '', children);
    await runCli(['crawl', definition(folder, web, 200), '--workspace', workspace, '--quiet'], folder);
    lengthenJournal(workspace, count('entries'));
    const server = startCli(['serve', '-w', workspace, '--port', '0', '--json'], folder);
    children.push(server.child);
    const url = await addressOf(server.said);
    const crawl = startCli(['crawl', definition(folder, web, 1_000_000), '--workspace', workspace, '--quiet'], folder);
    children.push(crawl.child);
    await Promise.all([inProcess('listeners', url, children), inProcess('crowd', url, children)]);
    const before = await used(url);
    const timed = await requests(url);
    print(timed, before, await used(url));
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** The same program in another part; resolves with what it says first. */
async function inProcess(role: string, url: string, children: ChildProcess[]): Promise<string> {
  const child = fork(new URL(import.meta.url).pathname, [...process.argv.slice(2), '--role', role, '--url', url]);
  children.push(child);
  if (role === 'listeners') child.on('message', (said) => Object.assign(heard, said));
  const [said] = (await once(child, 'message')) as [unknown];
  return String(said);
}

function definition(folder: string, web: string, pages: number): string {
  const file = join(folder, `${pages}.json`);
  const politeness = { delay: '5ms', responseFactor: 0 };
  writeFileSync(
    file,
    JSON.stringify({
      name: 'crawl',
      seeds: [`${web}/`, `${web}/${pages}`],
      politeness,
      budget: { pages },
      fetch: { allowAddresses: ['127.0.0.1'] },
      search: { index: false },
    }),
  );
  return file;
}

/** As a crawl would have left it: more entries about a document that is there. */
function lengthenJournal(workspace: string, entries: number): void {
  const db = openForWriting(join(workspace, 'core.db'));
  const insert = db.prepare(
    "INSERT INTO journal (operation, document, version, run, at, reason, changed) VALUES ('Upd', 1, 1, 1, 0, 'the text differs', '[\"text\"]')",
  );
  db.transaction(() => {
    for (let index = 0; index < entries; index++) insert.run();
  })();
  db.close();
}

async function addressOf(said: { readonly out: string; readonly err: string }): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    if (said.out.includes('}')) return (JSON.parse(said.out) as { url: string }).url.replace(/\/$/, '');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The server does not say where it listens: ${said.err}`);
}

/** Pages that lead to further pages, without end. */
async function site(): Promise<void> {
  const text = 'A sentence of a page that is long enough to be read. '.repeat(60);
  const server = createServer((request, response) => {
    const number = Number(request.url?.slice(1)) || 0;
    response.setHeader('content-type', 'text/html');
    if (request.url === '/robots.txt') response.statusCode = 404;
    response.end(
      `<title>Page ${number}</title>${[1, 2, 3].map((n) => `<a href="/${number * 3 + n}">${n}</a>`).join('')}<p>${number} ${text}`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** Clients of the events from the beginning; they tell how far they are. */
async function listeners(): Promise<void> {
  const entries = count('entries');
  const state = { entries: 0, caughtUp: 0, lost: 0 };
  for (let index = 0; index < count('listeners'); index++) {
    let own = 0;
    get(`${values.url}/api/v1/crawls/crawl/events?after=0`, { agent: false }, (answer) => {
      answer.on('data', (chunk: Buffer) => {
        const before = own;
        for (let at = chunk.indexOf('event: journal'); at !== -1; at = chunk.indexOf('event: journal', at + 1)) own++;
        state.entries += own - before;
        if (before < entries && own >= entries) state.caughtUp++;
      });
      answer.on('end', () => state.lost++);
    });
  }
  process.send?.('here');
  setInterval(() => process.send?.(state), 500);
}

/** Connections that say nothing and half requests; for each that is closed another one comes. */
async function crowd(): Promise<void> {
  const { port } = new URL(values.url);
  const texts = [
    'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Never',
    'POST /api/v1/crawls/crawl/stop HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  ];
  const hold = (text: string): void => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    socket.on('error', () => {});
    socket.on('close', () => setTimeout(() => hold(text), 2000));
    socket.resume();
  };
  for (let index = 0; index < count('idle'); index++) hold('');
  for (let index = 0; index < count('half'); index++) hold(texts[index % texts.length] as string);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  process.send?.('here');
}

interface Timed {
  /** Of answers on connections that were kept, and on new ones. */
  readonly took: Readonly<Record<'kept' | 'new', number[]>>;
  readonly refused: Map<string, number>;
  /** How late the asking process itself was: what is not the server's doing. */
  readonly late: number[];
}

/** Half of them on connections that are kept, half on new ones. */
async function requests(url: string): Promise<Timed> {
  const timed: Timed = { took: { kept: [], new: [] }, refused: new Map(), late: [] };
  const kept = new Agent({ keepAlive: true, maxSockets: 50 });
  const total = count('seconds') * count('rate');
  const start = performance.now();
  const pending: Promise<void>[] = [];
  for (let index = 0; index < total; index++) {
    const due = start + (index * 1000) / count('rate');
    while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    timed.late.push(performance.now() - due);
    pending.push(ask(`${url}${PATHS[index % PATHS.length]}`, index % 2 ? kept : false, timed));
  }
  await Promise.all(pending);
  kept.destroy();
  return timed;
}

function ask(url: string, agent: Agent | false, { took, refused }: Timed): Promise<void> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const end = (reason: string | null): void => {
      if (reason === null) took[agent ? 'kept' : 'new'].push(performance.now() - begun);
      else refused.set(reason, (refused.get(reason) ?? 0) + 1);
      resolve();
    };
    get(url, { agent }, (answer) => {
      answer.resume();
      answer.on('end', () => end(answer.statusCode === 200 ? null : `${answer.statusCode} ${new URL(url).pathname}`));
    }).on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}

/** Seconds of processor time and megabytes of the server. */
async function used(url: string): Promise<{ cpu: number; rss: number }> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]);
  return { cpu: value('process_cpu_seconds_total'), rss: value('process_resident_memory_bytes') / (1 << 20) };
}

function print({ took, refused, late }: Timed, before: { cpu: number }, after: { cpu: number; rss: number }): void {
  const at = (values: readonly number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))]?.toFixed(1);
  const all = [...took.kept, ...took.new];
  const figures = (values: readonly number[]) =>
    `p50 ${at(values, 0.5)} ms, p95 ${at(values, 0.95)}, p99 ${at(values, 0.99)}, longest ${at(values, 1)}`;
  console.log(
    `${all.length} answers at ${values.rate} a second beside ${values.listeners} listeners, ${values.idle} silent, ${values.half} half-open`,
  );
  console.log(`answered in: ${figures(all)}`);
  console.log(`on kept connections: ${figures(took.kept)}; on new ones: ${figures(took.new)}`);
  console.log(`the asking process was late by: ${figures(late)}`);
  console.log(`refused: ${refused.size ? JSON.stringify(Object.fromEntries(refused)) : 'nobody'}`);
  console.log(
    `listeners: ${heard.entries} entries, ${heard.caughtUp} have the journal as it was when they came, ${heard.lost} were cut off`,
  );
  console.log(
    `server: ${(after.cpu - before.cpu).toFixed(1)} s of processor time (${(((after.cpu - before.cpu) / all.length) * 1000).toFixed(2)} ms an answer, streams and crowd included), ${after.rss.toFixed(0)} MB; load of the machine ${loadavg()[0]?.toFixed(1)}`,
  );
}

const roles: Readonly<Record<string, () => Promise<void>>> = { bench, site, listeners, crowd };
process.on('disconnect', () => process.exit()); // parts end with the whole
await roles[values.role]?.();
