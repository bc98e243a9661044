/**
 * What a crawl of linked data costs: documents of RDF fetched, parsed and stored a second, the same again as statements
 * that can be asked about, and what a second crawl asks for when nothing has changed.
 *
 *   npm run build && npm run bench:rdf -- [--people 2000]
 *
 * The documents are those of the demo web's site `people`, in five syntaxes, followed by rdfs:seeAlso from one plan. The
 * crawl runs as a user starts it, in a process of its own; the server, which is this process, shares the processors.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readWorkspace } from '../src/backends/index.js';
import { demoDefinition, startDemoWeb } from '../src/webs/demo/index.js';

const { values } = parseArgs({ options: { people: { type: 'string', default: '2000' } } });
const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-rdf-'));
const workspace = join(folder, 'workspace');
const file = join(folder, 'definition.json');

interface Ran {
  readonly ms: number;
  readonly output: string;
  /** Kilobytes; null where the system does not tell. */
  readonly mostMemory: number | null;
}

/** One command of the built program, to its end. */
async function winnow(...words: string[]): Promise<Ran> {
  const started = performance.now();
  const child = spawn(process.execPath, ['dist/cli/main.js', ...words], { env: { ...process.env, WINNOW_STATE: join(folder, 'state') } });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
  let mostMemory: number | null = null;
  const watch = setInterval(() => (mostMemory = peakOf(child.pid ?? 0) ?? mostMemory), 50);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`winnow ${words[0]} ended with ${String(code)}:\n${errors || output}`);
  return { ms: performance.now() - started, output, mostMemory };
}

function peakOf(pid: number): number | null {
  try {
    return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) || null;
  } catch {
    return null;
  }
}

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const inMemory = ({ mostMemory }: Ran): string => (mostMemory === null ? 'memory unknown' : `at most ${Math.round(mostMemory / 1000)} MB`);

interface Answers {
  readonly status: number;
  readonly count: number;
  readonly bytes: number;
}

/** What servers answered in the last run, by status; robots.txt apart. */
function answersOfLastRun(): Answers[] {
  const { repository, close } = readWorkspace(workspace);
  try {
    const run = repository.runs().at(-1)?.id;
    const fetches = [...repository.rows('fetches')].filter((row) => row['run'] === run && !String(row['url']).endsWith('/robots.txt'));
    const answers = new Map<number, Answers>();
    for (const row of fetches) {
      const { status, count, bytes } = answers.get(Number(row['status'])) ?? { status: Number(row['status']), count: 0, bytes: 0 };
      answers.set(status, { status, count: count + 1, bytes: bytes + Number(row['length']) });
    }
    return [...answers.values()];
  } finally {
    close();
  }
}

const told = (answers: readonly Answers[]): string =>
  answers.map(({ status, count, bytes }) => `${count} × ${status} with ${bytes} bytes of body`).join(', ');

const COUNT =
  'SELECT (COUNT(*) AS ?statements) (COUNT(DISTINCT ?g) AS ?graphs) { GRAPH ?g { ?s ?p ?o } FILTER(STRSTARTS(STR(?g), "http")) }';

const web = await startDemoWeb({ sites: ['people'], people: Number(values.people), delayFactor: 0 });
try {
  const definition = demoDefinition(web);
  writeFileSync(
    file,
    JSON.stringify({
      ...definition,
      rdf: { follow: ['rdfs:seeAlso'] },
      budget: {},
      politeness: { delay: 0, perSite: 16, perAddress: 16 },
      fetch: { ...definition.fetch, concurrency: 16 },
    }),
  );
  const first = await winnow('crawl', file, '--workspace', workspace);
  const documents = answersOfLastRun().find(({ status }) => status === 200)?.count ?? 0;
  console.log(`first crawl: ${told(answersOfLastRun())}; ${inSeconds(first.ms)}, ${inMemory(first)}`);
  const ask = await winnow('sparql', workspace, COUNT, '--format', 'csv');
  const [statements, graphs] = (ask.output.trim().split(/\r?\n/)[1] ?? '').split(',');
  console.log(`asked: ${statements} statements of ${graphs} documents; ${inSeconds(ask.ms)}, ${inMemory(ask)}`);
  const all = (first.ms + ask.ms) / 1000;
  console.log(
    `parsed and stored: ${(documents / (first.ms / 1000)).toFixed(0)} documents a second, ${(documents / all).toFixed(0)} until they were asked about`,
  );
  const second = await winnow('crawl', file, '--workspace', workspace);
  console.log(`second crawl: ${told(answersOfLastRun())}; ${inSeconds(second.ms)}`);
} finally {
  await web.close();
  rmSync(folder, { recursive: true, force: true });
}
