/**
 * How many document groups a second the service takes, each answered when it is durable, and how much memory large ones take:
 * npm run bench:ingest [-- --groups 4000 --store workspace|postgres --large --huge --text --prose].
 * With `--kill 100 --groups 10000`: kills service, database and clients meanwhile, and looks whether each group is there once.
 *
 * The service is a process of its own; eight clients send groups of 50 KB as MTOM. Needs `npm run build`.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase } from '../src/backends/index.js';
import { killCampaign } from '../test/support/ingest-campaign.js';
import { type IngestProcess, inParallel, startIngestProcess, upload } from '../test/support/ingest-process.js';
import { makeGroup, sendRest, type TestGroup } from '../test/support/ingesting.js';
import { startPostgres, type TestPostgres } from '../test/support/postgres.js';

const { values } = parseArgs({
  options: {
    groups: { type: 'string', default: '4000' },
    store: { type: 'string' },
    clients: { type: 'string', default: '8' },
    large: { type: 'boolean', default: false },
    huge: { type: 'boolean', default: false },
    text: { type: 'boolean', default: false },
    prose: { type: 'boolean', default: false },
    kill: { type: 'string' },
  },
});
const clients = Number(values.clients);
const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-'));

async function bench(store: string, args: readonly string[]): Promise<void> {
  const service = await startIngestProcess(
    ['--port', '0', '-w', join(folder, store), ...(values.text ? [] : ['--no-text']), ...args],
    folder,
  );
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const send = async (group: TestGroup) => {
    const answer = await upload(service.port, group, agent);
    if (answer !== 'OK') throw new Error(answer);
  };
  try {
    await inParallel(await groupsOf(200, 50_000), clients, send); // warms it up
    const groups = await groupsOf(Number(values.groups), 50_000);
    const [startedAt, taken] = [performance.now(), service.processorMs()];
    await inParallel(groups, clients, send);
    const seconds = (performance.now() - startedAt) / 1000;
    const each = (service.processorMs() - taken) / groups.length;
    const memory = service.memory();
    console.log(
      `${store}: ${groups.length} groups of 50 KB in ${seconds.toFixed(1)} s, ${(groups.length / seconds).toFixed(0)} a second, ${each.toFixed(1)} ms of processor time each, RSS ${memory.most.toFixed(0)} MB at most`,
    );
    if (values.large) await large(store, send, () => service.memory().most);
    if (values.huge) await huge(store, service, send);
  } finally {
    agent.destroy();
    await service.stop();
  }
}

async function large(store: string, send: (group: TestGroup) => Promise<void>, most: () => number): Promise<void> {
  const groups = await groupsOf(24, 20 << 20);
  const startedAt = performance.now();
  await inParallel(groups, clients, send);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${store}: ${groups.length} documents of 20 MB in ${seconds.toFixed(1)} s, RSS ${most().toFixed(0)} MB at most`);
}

/** One document of 200 MB by each door. */
async function huge(store: string, service: IngestProcess, sendMtom: (group: TestGroup) => Promise<void>): Promise<void> {
  const url = service.url.replace(/\/$/, '');
  const sendForm = async (group: TestGroup) => {
    const { answer } = await sendRest({ url }, group);
    if (answer !== 'OK') throw new Error(answer);
  };
  for (const [door, send] of [
    ['SOAP with MTOM', sendMtom],
    ['REST', sendForm],
  ] as const) {
    const [group] = await groupsOf(1, 200 << 20);
    const startedAt = performance.now();
    await send(group as TestGroup);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${store}: a document of 200 MB by ${door} in ${seconds} s, RSS ${service.memory().most.toFixed(0)} MB at most`);
  }
}

/** Of documents that shrink to a third or so, or not at all as most PDFs. */
const contentOf = (length: number): Buffer => {
  if (!values.prose) return randomBytes(length);
  const words = Array.from({ length: 4000 }, () => randomBytes(4).toString('base64').replace(/\W/g, ''));
  const at = () => words[Math.floor(Math.random() ** 3 * words.length)] as string;
  return Buffer.from(Array.from({ length: length / 5 }, at).join(' ')).subarray(0, length);
};

/** All of the same bytes, which costs the service no less. */
async function groupsOf(count: number, length: number): Promise<TestGroup[]> {
  const content = contentOf(length);
  const first = await makeGroup('Add', [{ file: 'text.pdf', content }]);
  const others = Array.from({ length: count - 1 }, () =>
    makeGroup('Add', [{ file: 'text.pdf', content: '', md5: first.group.documents[0]?.md5 as string }]),
  );
  return [first, ...(await Promise.all(others)).map((group) => ({ ...group, zip: first.zip }))];
}

let server: TestPostgres | null = null;
try {
  const stores = values.store === undefined ? ['workspace', 'postgres'] : [values.store];
  if (stores.includes('postgres')) {
    server = await startPostgres({ fsync: true, connections: 30 });
    await createDatabase({ server: server.folder, catalogue: 'CrawlerFramework', user: 'postgres', password: null }, { drop: false });
  }
  for (const store of stores) {
    const args = store === 'postgres' ? ['--store', 'postgres', '--server', (server as TestPostgres).folder] : [];
    if (values.kill === undefined) await bench(store, args);
    else {
      const report = await killCampaign({
        folder: join(folder, `kill-${store}`),
        args,
        server: store === 'postgres' ? server : null,
        groups: Number(values.groups),
        kills: Number(values.kill),
        clients,
      });
      console.log(`${store}:`, report);
    }
  }
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
