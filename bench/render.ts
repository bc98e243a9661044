/**
 * Rendering: script-built pages a second of one core, whether the browser grows over hundreds of pages, what the look for
 * signs costs, and that nothing of the browser is left.
 *
 *   npm run bench:render            500 pages
 *   npm run bench:render -- 100     fewer
 */
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { ChromiumRenderer, scriptSigns } from '../src/fetch/browser/index.js';

const COUNT = Number(process.argv[2] ?? 500);
const LIMITS = {
  timeout: 10_000,
  settle: 3000,
  maxRequests: 100,
  maxNodes: 200_000,
  maxSize: 8e6,
  concurrency: 2,
  maxPageMemory: 512e6,
  maxMemory: 1e9,
};
const WORDS = 'Timber from the northern woods, sawn to measure and dried for two years in the open sheds. '.repeat(40);

const encoder = new TextEncoder();
const shell = encoder.encode('<!doctype html><title>Shop</title><div id="app"></div><script src="/app.js"></script>');
const app = encoder.encode(`
fetch('/api' + location.pathname).then((answer) => answer.json()).then((data) => {
  document.title = data.title;
  for (const paragraph of data.text.split('. ')) { const p = document.createElement('p'); p.textContent = paragraph; app.append(p); }
  for (let i = 0; i < 60; i++) { const a = document.createElement('a'); a.href = '/item/' + i; a.textContent = 'Item ' + i; app.append(a); }
});`);

interface Member {
  readonly id: number;
  /** Milliseconds of CPU. */
  readonly cpu: number;
  readonly memory: number;
}

/** All processes that descend from this one and belong to a browser. */
function family(): Member[] {
  const all = readdirSync('/proc').flatMap((id) => {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const [, resident = 0, shared = 0] = readFileSync(`/proc/${id}/statm`, 'utf8').split(' ').map(Number);
      const cpu = 10 * ((fields[11] ?? 0) + (fields[12] ?? 0));
      return [{ id: Number(id), parent: fields[1] ?? 0, isBrowser: stat.includes('chrom'), cpu, memory: 4096 * (resident - shared) }];
    } catch {
      return [];
    }
  });
  const members = new Set([process.pid]);
  for (let before = 0; before !== members.size; ) {
    before = members.size;
    for (const { id, parent } of all) if (members.has(parent)) members.add(id);
  }
  return all.filter(({ id, isBrowser }) => isBrowser && members.has(id));
}

const megabytes = (members: readonly Member[]): number => Math.round(members.reduce((sum, { memory }) => sum + memory, 0) / 2 ** 20);

/** CPU of processes that come and go: each counts with the most it was seen to have used. */
class CpuWatch {
  readonly #used = new Map<number, number>();
  readonly #timer = setInterval(() => this.look(), 100);

  look(): void {
    for (const { id, cpu } of family()) this.#used.set(id, cpu);
  }

  seconds(): number {
    return [...this.#used.values()].reduce((sum, cpu) => sum + cpu, 0) / 1000;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}

function signs(): void {
  const page = encoder.encode(
    `<html><head><style>${'a{color:red}'.repeat(300)}</style></head><body>${`<p class=x>${WORDS}<a href=/b>b</a>`.repeat(8)}<script>var q=[]</script>`,
  );
  const rounds = 2000;
  for (let i = 0; i < 200; i++) scriptSigns(page);
  const before = process.cpuUsage();
  for (let i = 0; i < rounds; i++) scriptSigns(page);
  console.log(
    `signs: ${(process.cpuUsage(before).user / 1000 / rounds).toFixed(3)} ms of CPU for a page of ${Math.round(page.length / 1024)} KB`,
  );
}

async function pages(restartAfter: number): Promise<void> {
  const renderer = new ChromiumRenderer({ ...LIMITS, restartAfter });
  const show = (number: number) =>
    renderer.render({
      url: `http://shop.test/item/${number}`,
      status: 200,
      headers: [['Content-Type', 'text/html; charset=utf-8']],
      bytes: shell,
      answer: async ({ url }) =>
        url.endsWith('/app.js')
          ? { status: 200, headers: [['Content-Type', 'text/javascript']], bytes: app }
          : {
              status: 200,
              headers: [['Content-Type', 'application/json']],
              bytes: encoder.encode(JSON.stringify({ title: `Item ${number}`, text: WORDS })),
            },
    });
  await show(0);
  const watch = new CpuWatch();
  watch.look();
  const [before, began] = [watch.seconds(), performance.now()];
  let made = 0;
  const memory: number[] = [];
  let next = 1;
  const worker = async (): Promise<void> => {
    for (let number = next++; number <= COUNT; number = next++) {
      const page = await show(number);
      if (page.html && Buffer.from(page.html).includes('Item 59')) made++;
      if (number % Math.ceil(COUNT / 5) === 0) memory.push(megabytes(family()));
    }
  };
  await Promise.all(Array.from({ length: LIMITS.concurrency }, worker));
  const wall = (performance.now() - began) / 1000;
  watch.look();
  watch.end();
  const cpu = watch.seconds() - before;
  await renderer.close();
  console.log(`${COUNT} pages, ${made} made by their scripts, in ${wall.toFixed(1)} s: ${(COUNT / wall).toFixed(1)} a second`);
  console.log(
    `  ${((1000 * cpu) / COUNT).toFixed(0)} ms of CPU a page: ${(COUNT / cpu).toFixed(1)} a second of one core; memory ${memory.join(', ')} MB`,
  );
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(`winnow-chromium-${process.pid}-`));
  console.log(`  left over: ${family().length} processes, ${folders.length} folders`);
}

signs();
console.log('One browser for all:');
await pages(COUNT + 1000);
console.log('A fresh browser after 200 pages:');
await pages(200);
