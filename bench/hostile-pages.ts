/**
 * Pages that want all memory: what the process tree holds at most while each is shown, and whether others are shown meanwhile.
 *
 *   npm run bench:hostile-pages
 */
import { readdirSync, readFileSync } from 'node:fs';
import { ChromiumRenderer } from '../src/fetch/browser/index.js';

const HOGS: Readonly<Record<string, string>> = {
  'array buffers': 'const a = []; for (;;) a.push(new Uint8Array(64 << 20).fill(1))',
  'buffers bit by bit': 'const a = []; setInterval(() => { for (let i = 0; i < 50; i++) a.push(new Uint8Array(1 << 20).fill(1)) }, 0)',
  'large strings': 'let s = "x".repeat(1 << 20); const a = []; for (let i = 0; ; i++) a.push((s + i).split("").join(""))',
  canvas:
    'const a = []; for (;;) { const c = document.createElement("canvas"); c.width = c.height = 8000; const g = c.getContext("2d"); g.fillRect(0, 0, 8000, 8000); g.getImageData(0, 0, 1, 1); a.push(c) }',
  'image data':
    'const a = []; const g = document.createElement("canvas").getContext("2d"); for (;;) { const d = g.createImageData(4000, 4000); d.data.fill(7); a.push(d) }',
  'structured clones': 'const b = new Uint8Array(32 << 20).fill(1); const a = []; for (;;) a.push(structuredClone(b))',
  'WebAssembly memory':
    'const a = []; for (;;) { const m = new WebAssembly.Memory({ initial: 1000, maximum: 65536 }); new Uint8Array(m.buffer).fill(1); a.push(m) }',
  blobs: 'const a = []; const b = new Uint8Array(32 << 20).fill(1); for (;;) a.push(new Blob([b, Math.random()]))',
  frames:
    'for (let i = 0; i < 1000; i++) { const f = document.createElement("iframe"); f.srcdoc = "<script>const a=[];for(let i=0;i<8;i++)a.push(new Uint8Array(8<<20).fill(1))</" + "script>"; document.body.append(f) }',
  'large request bodies':
    'const b = "x".repeat(100 << 20); (async () => { for (;;) await fetch("/post", { method: "POST", body: b }).catch(() => 0) })()',
  'many request bodies': 'const b = "x".repeat(8 << 20); for (let i = 0; i < 90; i++) fetch("/post" + i, { method: "POST", body: b })',
  'message ports':
    'const { port1, port2 } = new MessageChannel(); const b = new Uint8Array(32 << 20).fill(1); for (;;) port1.postMessage(b)',
  'shared buffers': 'const a = []; for (;;) { const b = new SharedArrayBuffer(64 << 20); new Uint8Array(b).fill(1); a.push(b) }',
  'data on disk':
    'const b = new Blob([new Uint8Array(64 << 20).fill(1)]); caches.open("x").then(async (c) => { for (let i = 0; ; i++) await c.put("/" + i, new Response(b)) }).catch(() => 0); const r = indexedDB.open("x"); r.onupgradeneeded = () => r.result.createObjectStore("s"); r.onsuccess = () => { for (let i = 0; i < 100; i++) r.result.transaction("s", "readwrite").objectStore("s").put(b, i) }',
  elements: 'for (;;) { const d = document.createElement("div"); d.innerHTML = "<b>x</b>".repeat(10000); document.body.append(d) }',
};

const renderer = new ChromiumRenderer({
  timeout: 10_000,
  settle: 3000,
  maxRequests: 100,
  maxNodes: 200_000,
  maxSize: 8e6,
  concurrency: 2,
  restartAfter: 200,
  maxPageMemory: 512e6,
  maxMemory: 1e9,
});

const show = (body: string) =>
  renderer.render({
    url: 'http://page.test/',
    status: 200,
    headers: [['Content-Type', 'text/html']],
    bytes: new TextEncoder().encode(`<!doctype html><title>x</title><body>${body}`),
    answer: () => Promise.resolve({ status: 200, headers: [], bytes: new Uint8Array(1) }),
  });

/** What this process and all below it hold, in bytes. */
function tree(): number {
  const parents = new Map<number, number>();
  const held = new Map<number, number>();
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      parents.set(Number(id), field('PPid'));
      held.set(Number(id), (field('RssAnon') + field('RssShmem')) * 1024);
    } catch {
      // It has ended.
    }
  }
  const isBelow = (id: number): boolean => id === process.pid || (id > 1 && isBelow(parents.get(id) ?? 0));
  return [...held].filter(([id]) => isBelow(id)).reduce((sum, [, bytes]) => sum + bytes, 0);
}

const only = process.argv.slice(2);
console.log(`before: ${Math.round(tree() / 1e6)} MB`);
for (const [name, script] of Object.entries(HOGS)) {
  if (only.length && !only.some((word) => name.includes(word))) continue;
  let peak = 0;
  const looking = setInterval(() => {
    peak = Math.max(peak, tree());
  }, 20);
  const startedAt = Date.now();
  const hog = show(`<p>so far<script>${script}</script>`);
  const good: boolean[] = [];
  let isOver = false;
  void hog.finally(() => {
    isOver = true;
  });
  while (!isOver && good.length < 20) good.push(((await show('<p id=p><script>p.append("made")</script>')).html?.length ?? 0) > 0);
  const { notes, html } = await hog;
  clearInterval(looking);
  const others = `${good.filter(Boolean).length} of ${good.length} others shown`;
  console.log(
    `${name.padEnd(22)} ${String(Math.round(peak / 1e6)).padStart(6)} MB  ${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${others}  ${html ? 'read' : 'as sent'}  ${notes.join('; ').slice(0, 90)}`,
  );
}
await renderer.close();
