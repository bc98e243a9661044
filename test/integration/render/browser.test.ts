/**
 * The browser by itself: what it cannot reach, what pages cannot do to it, and that it never outlives the crawl.
 *
 * The barriers are tried without the network namespace, which would hide whether the others hold.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserProcess, ChromiumRenderer, type RenderedPage, RenderUnavailable } from '../../../src/fetch/browser/index.js';
import { makeTestWorkspace, startFixtureWeb } from '../../../src/testing/index.js';
import { startBrowser } from '../../support/browser.js';
import { startCli } from '../../support/run-cli.js';
import { shop } from '../../support/script-web.js';
import { until } from '../../support/until.js';

const LIMITS = {
  timeout: 5000,
  settle: 2000,
  maxRequests: 20,
  maxNodes: 5000,
  maxSize: 1_000_000,
  concurrency: 2,
  restartAfter: 9,
  maxPageMemory: 512e6,
  maxMemory: 1e9,
  isolate: false,
};
const renderer = new ChromiumRenderer(LIMITS);
afterAll(() => renderer.close());

const asked: string[] = [];

async function show(body: string, by = renderer): Promise<RenderedPage & { readonly text: string }> {
  const page = await by.render({
    url: 'http://page.test/',
    status: 200,
    headers: [['Content-Type', 'text/html; charset=utf-8']],
    bytes: new TextEncoder().encode(`<!doctype html><title>Page</title>${body}`),
    answer: async ({ url }) => {
      asked.push(url);
      if (url.includes('/slow/')) await new Promise((resolve) => setTimeout(resolve, 200));
      return { status: 200, headers: [['Content-Type', 'text/plain']], bytes: new TextEncoder().encode('answered') };
    },
  });
  return { ...page, text: page.html ? new TextDecoder().decode(page.html) : '' };
}

describe('the network', () => {
  const tcp = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  const udp = createSocket('udp4', () => packets++); // the STUN server that a page asks who it is
  let connections = 0;
  let packets = 0;
  beforeAll(async () => {
    tcp.listen(0, '127.0.0.1');
    udp.bind(0, '127.0.0.1');
    await Promise.all([once(tcp, 'listening'), once(udp, 'listening')]);
  });
  afterAll(() => {
    tcp.close();
    udp.close();
  });

  it('G-09 is out of reach: by sockets, frames, workers, windows, prefetching or anything else', async () => {
    const at = `127.0.0.1:${(tcp.address() as { port: number }).port}`;
    const stun = `127.0.0.1:${(udp.address() as { port: number }).port}`;
    const frame = (inner: string): string => `<iframe srcdoc="${inner.replaceAll('"', '&quot;')}"></iframe>`;
    const { text } = await show(`
      <link rel=preconnect href="http://${at}"><link rel=dns-prefetch href="//${at}"><link rel=prefetch href="http://${at}/p">
      <link rel=prerender href="http://${at}/r"><link rel=modulepreload href="http://${at}/m.js"><link rel=icon href="http://${at}/i.ico">
      <link rel=manifest href="http://${at}/m.json"><script type=speculationrules>{"prefetch":[{"urls":["http://${at}/s"]}]}</script>
      <img src="http://${at}/i.png"><video src="http://${at}/v.mp4" autoplay></video><iframe src="http://${at}/f"></iframe>
      <object data="http://${at}/o"></object><form id=f action="http://${at}/post" method=post target=_blank></form>
      ${frame(`<script>try { new WebSocket('ws://${at}') } catch {} fetch('http://${at}/inner', { mode: 'no-cors' })</script>`)}
      <p id=p><script>
        const attempt = (name, does) => { try { does(); } catch {} };
        attempt('socket', () => new WebSocket('ws://${at}/'));
        attempt('frame socket', () => { const f = document.createElement('iframe'); document.body.append(f); new f.contentWindow.WebSocket('ws://${at}/'); });
        attempt('frame window', () => { const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.open('http://${at}/opened'); });
        attempt('transport', () => new WebTransport('https://${at}/'));
        attempt('peer', () => { const c = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${stun}' }] }); c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o)); });
        attempt('worker', () => new Worker(URL.createObjectURL(new Blob(["fetch('http://${at}/w')"]))));
        attempt('service worker', () => navigator.serviceWorker.register('/sw.js'));
        attempt('beacon', () => navigator.sendBeacon('http://${at}/b', 'x'));
        attempt('event source', () => new EventSource('http://${at}/e'));
        attempt('window', () => window.open('http://${at}/w'));
        attempt('form', () => f.submit());
        attempt('file', () => fetch('file:///etc/passwd').then((a) => a.text()).then((t) => p.append('file: ' + t), () => p.append('no file')));
        attempt('away', () => { location.href = 'http://${at}/away'; });
        setTimeout(() => p.append('came to its end'), 500);
      </script>`);
    expect(text).toContain('no file');
    expect(text).toContain('came to its end');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect({ connections, packets }).toEqual({ connections: 0, packets: 0 });
  });

  /**
   * Asks the test's STUN server for its address and shows the ways it can be reached. The page's clock runs ahead, its
   * network does not: so it fetches slow things meanwhile, for which that clock waits.
   */
  const peerPage = (): string => `<p id=p><script>
    const candidates = [];
    const wait = async () => { for (let times = 0; times < 8; times++) await fetch('/slow/' + times); };
    const connect = async () => {
      const connection = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udp.address().port}' }] });
      connection.onicecandidate = ({ candidate }) => candidate && candidates.push(candidate.candidate);
      connection.createDataChannel('x');
      await connection.setLocalDescription(await connection.createOffer());
    };
    Promise.all([wait(), connect()]).then(() => p.append('[' + (candidates.join() || 'nothing') + ']'), (error) => p.append('[' + error.name + ']'));
  </script>`;

  it('G-09 WebRTC reaches out of a browser without barriers', async () => {
    packets = 0;
    const open = await startBrowser();
    try {
      const page = await open.browser.newPage();
      await page.setContent(peerPage());
      await until(() => packets > 0);
    } finally {
      await open.close();
    }
  });

  // Without the test above, none of these would say anything.
  it.each([
    ['the flags of the browser', { guard: false }, '[nothing]'],
    ['what is taken out of the page', {}, '[ReferenceError]'],
  ])('G-09 WebRTC of a page reaches nothing: %s', async (_barrier, options, text) => {
    packets = 0;
    const own = new ChromiumRenderer({ ...LIMITS, timeout: 10_000, ...options });
    try {
      const page = await show(peerPage(), own);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(packets).toBe(0);
      expect(page.text).toContain(text);
    } finally {
      await own.close();
    }
  });
});

describe('pages that misbehave', () => {
  it.each([
    ['an endless loop', '<p id=p><script>p.append("so far"); while (true);</script>', 'so far', /took more than 5 s/],
    ['an endless row of promises', '<p>so far<script>(async () => { for (;;) await 0 })()</script>', 'so far', /took more than 5 s/],
    ['dialogs without end', '<p>so far<script>for (let i = 0; i < 1e6; i++) alert(i)</script>', 'so far', null],
    ['a timer without end', '<p id=p>so far<script>(function again() { p.append("."); setTimeout(again, 0) })()</script>', '....', null],
    [
      'too many elements',
      '<p>so far<script>for (let i = 0; i < 6e3; i++) document.body.append(document.createElement("b"))</script>',
      '',
      /60\d\d elements/,
    ],
    [
      'too many requests',
      '<p id=p><script>for (let i = 0; i < 50; i++) fetch("/n" + i).then((a) => a.text()).then((t) => p.append(t))</script>',
      'answered',
      /more than 20 things/,
    ],
  ])('%s', async (_case, body, text, note) => {
    const page = await show(body);
    expect(page.text).toContain(text);
    if (note) expect(page.notes.join()).toMatch(note);
  });

  it('a page whose process dies costs itself, and the next one is shown', async () => {
    const dying = show('<p>so far<script>while (true);</script>');
    await until(() => ownRenderers().length > 0);
    // Again and again: the first one may be a spare.
    const killing = setInterval(() => {
      for (const id of ownRenderers()) killed(id);
    }, 300);
    expect((await dying).notes).toEqual([expect.stringMatching(/crashed|failed/)]);
    clearInterval(killing);
    expect((await show('<p id=p><script>p.append("made")</script>')).text).toContain('made</p>');
  });

  it.each([
    ['buffers', 'const a = []; setInterval(() => a.push(new Uint8Array(4 << 20).fill(1)), 0)'],
    [
      'WebAssembly',
      'const a = []; for (;;) { const m = new WebAssembly.Memory({ initial: 500 }); new Uint8Array(m.buffer).fill(1); a.push(m) }',
    ],
    ['bodies of requests', 'const b = "x".repeat(70 << 20); fetch("/post", { method: "POST", body: b })'],
  ])('a page that wants all memory is ended, and others go on: %s', async (_case, script) => {
    const own = new ChromiumRenderer({ ...LIMITS, timeout: 60_000, maxPageMemory: 250e6 });
    try {
      const hog = show(`<p>so far<script>${script}</script>`, own);
      expect((await show('<p id=p><script>p.append("made")</script>', own)).text).toContain('made</p>');
      expect(await hog).toMatchObject({ html: null, notes: [expect.stringContaining('render.maxPageMemory')] });
      expect((await show('<p id=p><script>p.append("made")</script>', own)).text).toContain('made</p>');
    } finally {
      await own.close();
    }
  });

  it('nothing of one page is there for the next', async () => {
    await show('<script>localStorage.mark = 1; document.cookie = "mark=1"</script>');
    const { text } = await show('<p id=p><script>p.append("[" + localStorage.mark + document.cookie + "]")</script>');
    expect(text).toContain('[undefined]');
  });
});

describe('what is read of a page', () => {
  it('shadow trees, and addresses relative to where the page went', async () => {
    const { text, links } = await show(`<x-y></x-y><script>
      customElements.define('x-y', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = '<a href="in-shadow">s</a>' } });
      history.replaceState(null, '', '/deep/down/');</script>`);
    expect(text).toContain('<a href="in-shadow">');
    expect(text).toContain('<base href="http://page.test/deep/down/">');
    expect(links).toEqual(['http://page.test/deep/down/']);
  });

  it('G-14 where click handlers lead, as far as they say so', async () => {
    const { links } = await show(`<div data-href="/data">d</div><button id=a>a</button><b id=b>b</b><i id=c>c</i><script>
      a.addEventListener('click', () => { window.location = '/listened' });
      b.onclick = () => { location.assign("/property") };
      c.addEventListener('click', (event) => { event.preventDefault(); history.pushState({}, '', '/pushed?x=1') });</script>`);
    expect([...links].sort()).toEqual(['data', 'listened', 'property', 'pushed?x=1'].map((path) => `http://page.test/${path}`));
  });
});

describe('the process', () => {
  it('a program that is none is said to be none', async () => {
    await expect(BrowserProcess.start({ program: '/bin/false' })).rejects.toThrow(RenderUnavailable);
    await expect(BrowserProcess.start({ program: '/nowhere/chromium' })).rejects.toThrow('There is no program at /nowhere/chromium');
  });

  it('is sandboxed, has neither rights nor network, and ends when the crawl is killed', async () => {
    const web = await startFixtureWeb({ 'shop.test': shop(40) });
    const to = makeTestWorkspace();
    try {
      const crawl = startCli(
        ['crawl', to.define({ seeds: ['http://shop.test/'], fetch: web.fetch }), '--workspace', to.workspace],
        to.folder,
      );
      await until(() => web.asked().some((path) => path.startsWith('/api/item-')));
      const mine = `winnow-chromium-${crawl.child.pid}-`;
      const browser = commandsWith(mine).find(({ command }) => !command.includes('--type='));
      expect(commandsWith(mine).filter(({ command }) => command.includes('--no-sandbox'))).toEqual([]);
      expect(readFileSync(`/proc/${browser?.id}/status`, 'utf8')).toMatch(process.getuid?.() === 0 ? /^Uid:\s+65534\s+65534\s/m : /^Uid:/m);
      expect(readlinkSync(`/proc/${browser?.id}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'));
      crawl.child.kill('SIGKILL');
      await crawl.ended;
      await until(() => commandsWith(mine).length === 0);
    } finally {
      await web.close();
      to.remove();
    }
  });
});

/** Processes that show pages and descend from this one. */
function killed(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It was quicker.
  }
}

function ownRenderers(): number[] {
  return commandsWith('--type=renderer')
    .map(({ id }) => Number(id))
    .filter((id) => {
      for (let at = id; at > 1; at = parentOf(at)) if (at === process.pid) return true;
      return false;
    });
}

function parentOf(id: number): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function commandsWith(text: string): { id: string; command: string }[] {
  return readdirSync('/proc').flatMap((id) => {
    if (!/^\d+$/.test(id)) return [];
    try {
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8');
      return command.includes(text) ? [{ id, command }] : [];
    } catch {
      return [];
    }
  });
}

it('a definition that needs a browser does not begin without one', async () => {
  const to = makeTestWorkspace();
  const begun = to.crawl({ seeds: ['http://a.test/'], capture: { render: 'always' }, render: { browser: '/nowhere/chromium' } });
  await expect(begun).rejects.toThrow('capture.render is "always", but there is no program at /nowhere/chromium (render.browser)');
  to.remove();
});
