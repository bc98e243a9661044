/**
 * Rendering: script-built pages a second of one core, whether the browser grows over hundreds of pages, what the look for
 * signs costs, and that nothing of the browser is left.
 *
 *   npm run bench:render            500 pages
 *   npm run bench:render -- 100     fewer
 */
import { readdirSync, readFileSync } from 'node:fs';
import { ChromiumRenderer, scriptSigns } from '../src/render/index.js';

const COUNT = Number(process.argv[2] ?? 500);
const LIMITS = { timeout: 10_000, settle: 3000, maxRequests: 100, maxNodes: 200_000, maxSize: 8e6, concurrency: 2, maxMemory: 1e9 };
const WORDS = 'Timber from the northern woods, sawn to measure and dried for two years in the open sheds. '.repeat(40);

const encoder = new TextEncoder();
const shell = encoder.encode('<!doctype html><title>Shop</title><div id="app"></div><script src="/app.js"></script>');
const app = encoder.encode(`
fetch('/api' + location.pathname).then((answer) => answer.json()).then((data) => {
  document.title = data.title;
  for (const paragraph of data.text.split('. ')) { const p = document.createElement('p'); p.textContent = paragraph; app.append(p); }
  for (let i = 0; i < 60; i++) { const a = document.createElement('a'); a.href = '/item/' + i; a.textContent = 'Item ' + i; app.append(a); }
});`);

/** All processes that descend from this one: milliseconds of CPU and bytes of memory. */
function family(): { cpu: number; memory: number; count: number } {
  const all = readdirSync('/proc').flatMap((id) => {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + (fields[at] ?? 0), 0);
      const [, resident = 0, shared = 0] = readFileSync(`/proc/${id}/statm`, 'utf8').split(' ').map(Number);
      return [{ id: Number(id), parent: fields[1] ?? 0, cpu: 10 * ticks, memory: 4096 * (resident - shared) }];
    } catch {
      return [];
    }
  });
  const members = new Set([process.pid]);
  for (let before = 0; before !== members.size; ) {
    before = members.size;
    for (const { id, parent } of all) if (members.has(parent)) members.add(id);
  }
  const own = all.filter(({ id }) => members.has(id) && id !== process.pid);
  return { cpu: own.reduce((sum, { cpu }) => sum + cpu, 0), memory: own.reduce((sum, { memory }) => sum + memory, 0), count: own.length };
}

function signs(): void {
  const page = encoder.encode(
    `<html><head><style>${'a{color:red}'.repeat(300)}</style></head><body>${`<p class=x>${WORDS}<a href=/b>b</a>`.repeat(8)}<script>var q=[]</script>`,
  );
  const rounds = 2000;
  for (let i = 0; i < 200; i++) scriptSigns(page);
  const started = performance.now();
  for (let i = 0; i < rounds; i++) scriptSigns(page);
  console.log(`signs: ${((performance.now() - started) / rounds).toFixed(3)} ms for a page of ${Math.round(page.length / 1024)} KB`);
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
  const [before, began] = [family(), performance.now()];
  let made = 0;
  const memory: number[] = [];
  let next = 1;
  const worker = async (): Promise<void> => {
    for (let number = next++; number <= COUNT; number = next++) {
      const page = await show(number);
      if (page.html && Buffer.from(page.html).includes('Item 59')) made++;
      if (number % Math.ceil(COUNT / 5) === 0) memory.push(Math.round(family().memory / 2 ** 20));
    }
  };
  await Promise.all(Array.from({ length: LIMITS.concurrency }, worker));
  const [wall, after] = [(performance.now() - began) / 1000, family()];
  const cpu = (after.cpu - before.cpu) / 1000;
  await renderer.close();
  const told = restartAfter > COUNT ? `${(COUNT / cpu).toFixed(1)} a second of CPU, ` : '';
  console.log(
    `${COUNT} pages, ${made} made by their scripts, in ${wall.toFixed(1)} s (${(COUNT / wall).toFixed(1)}/s); ${told}memory ${memory.join(', ')} MB`,
  );
  console.log(
    `left over: ${family().count} processes, ${readdirSync('/tmp').filter((name) => name.startsWith(`winnow-chromium-${process.pid}-`)).length} folders`,
  );
}

signs();
console.log('One browser for all:');
await pages(COUNT + 1000);
console.log('A fresh browser after 200 pages:');
await pages(200);
