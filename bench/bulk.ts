/**
 * How many files of an archive a second are read, decided, archived and in the workspace, and how much memory that takes:
 * npm run bench:bulk [-- --known 60000 --files 100000 --seed 1 --search].
 *
 * A folder as DILA serves it, made from a seed: a full archive of `known` decisions, then a delta of `files`, of which some
 * are new, some changed and some as they were, with a list of deletions. `winnow portals run` harvests both as a process of
 * its own; what comes of the delta must be exactly what was planted. Needs `npm run build`.
 */
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { decisionsOf, type PlantedDelta, plantDelta, tarOfDecisions } from '../test/support/bulk-archives.js';
import { startCli } from '../test/support/run-cli.js';

const { values } = parseArgs({
  options: {
    known: { type: 'string', default: '60000' },
    files: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    search: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});

interface Harvested extends Taken {
  readonly seconds: number;
  readonly operations: Readonly<Record<'Add' | 'Upd' | 'Del' | 'None', number>>;
}

/** Megabytes at most, and milliseconds of processor time, all threads together. */
interface Taken {
  readonly most: number;
  readonly processorMs: number;
}

const folder = mkdtempSync(join(tmpdir(), 'winnow-bulk-'));
const archives = join(folder, 'OPENDATA', 'CASS');
mkdirSync(archives, { recursive: true });

async function write(name: string, members: Iterable<Buffer>): Promise<void> {
  await pipeline(Readable.from(members, { objectMode: true }), createGzip({ level: 6 }), createWriteStream(join(archives, name)));
  console.log(`${name}: ${(statSync(join(archives, name)).size / 2 ** 20).toFixed(1)} MB packed`);
}

/** The folder as a web server shows it. */
function serve(): Server {
  return createServer((request, response) => {
    const name = basename(request.url ?? '');
    if (request.url === '/OPENDATA/CASS/') {
      response.setHeader('content-type', 'text/html');
      response.end(
        readdirSync(archives)
          .map((each) => `<a href="${each}">${each}</a>`)
          .join('\n'),
      );
    } else if (readdirSync(archives).includes(name)) {
      response.setHeader('content-type', 'application/gzip');
      response.setHeader('content-length', statSync(join(archives, name)).size);
      createReadStream(join(archives, name)).pipe(response);
    } else response.writeHead(404).end();
  });
}

async function harvest(port: number): Promise<Harvested> {
  const startedAt = performance.now();
  const where = ['--workspace', join(folder, 'workspace'), '--param', 'Funds=CASS'];
  const target = ['--resolve', `echanges.dila.gouv.fr=http://127.0.0.1:${port}`, '--allow-addresses', '127.0.0.1'];
  const manner = ['--json', '--quiet', ...(values.search ? [] : ['--no-search-index'])];
  const run = startCli(['portals', 'run', 'legifrance', ...where, ...target, ...manner], folder);
  let taken: Taken = { most: 0, processorMs: 0 };
  const watch = setInterval(() => {
    taken = takenBy(run.child.pid as number) ?? taken;
  }, 100);
  await run.ended;
  clearInterval(watch);
  const seconds = (performance.now() - startedAt) / 1000;
  const report = JSON.parse(run.said.out) as Pick<Harvested, 'operations'> & { isSuspicious: boolean };
  if (report.isSuspicious) throw new Error(run.said.out);
  return { seconds, ...taken, operations: report.operations };
}

/** So far; null when it has ended. */
function takenBy(pid: number): Taken | null {
  try {
    const most = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    // Linux counts in hundredths of a second.
    return Number.isNaN(most) ? null : { most, processorMs: (Number(fields[11]) + Number(fields[12])) * 10 };
  } catch {
    return null;
  }
}

function tell(what: string, files: number, { seconds, most, processorMs, operations }: Harvested): void {
  const rate = (files / seconds).toFixed(0);
  const each = (processorMs / files).toFixed(2);
  console.log(
    `${what}: ${files} files in ${seconds.toFixed(1)} s, ${rate} a second, ${each} ms of processor time each, RSS ${most.toFixed(0)} MB at most`,
    operations,
  );
}

function check(planted: PlantedDelta, { operations }: Harvested): void {
  const { Add, Upd, Del, None } = planted;
  const expected = { Add: Add.length, Upd: Upd.length, Del: Del.length, None: None.length };
  for (const [operation, count] of Object.entries(expected))
    if (operations[operation as keyof typeof expected] !== count) throw new Error(`${operation} should be ${count}`);
}

const [known, files, seed] = [Number(values.known), Number(values.files), Number(values.seed)];
const server = serve();
try {
  console.log(`seed ${seed}, ${known} decisions known, ${files} in the delta`);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await write('Freemium_cass_global_20310101-000000.tar.gz', tarOfDecisions(decisionsOf(known, seed)));
  tell('full', known, await harvest(port));
  const planted = plantDelta(known, files, seed);
  await write('CASS_20310102-210000.tar.gz', tarOfDecisions(planted.members, planted.deletes));
  const delta = await harvest(port);
  tell('delta', files, delta);
  check(planted, delta);
  console.log('exactly as planted');
} finally {
  server.close();
  if (values.keep) console.log(folder);
  else rmSync(folder, { recursive: true, force: true });
}
