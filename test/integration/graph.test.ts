/** The link graph of a real crawl, as the command line shows it: figures, files for graph tools, pictures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProgram } from '../../src/cli/program.js';
import type { Terminal } from '../../src/cli/terminal.js';
import { type FixtureWeb, linking, makeTestWorkspace, startFixtureWeb, type TestWorkspace } from '../../src/testing/index.js';
import { loadGraph } from '../support/load-graph.js';
import { runCli } from '../support/run-cli.js';

const PAGES = Array.from({ length: 10 }, (_, page) => `/p${page + 1}`);
const MORE = Array.from({ length: 5 }, (_, page) => `/q${page + 1}`);
/** As a page writes them, and as they are requested. */
const ODD = {
  "/say'hi'?x=&quot;a&quot;\\b": "/say'hi'?x=%22a%22\\b",
  '/straße/žaba?q=<1>&amp;r=2': '/stra%C3%9Fe/%C5%BEaba?q=%3C1%3E&r=2',
};

const leaves = (paths: readonly string[]): Record<string, string> =>
  Object.fromEntries(paths.map((path) => [path, `<!doctype html><title>${path}</title><p>Nothing leads on from here.`]));

/** Two hubs, a page that repeats a link and names itself, a redirect to what is known, and a site that is closed. */
const WEB = {
  'hub.test': {
    '/': linking(...PAGES, ...Object.keys(ODD), '/moved', 'http://second.test/', 'http://closed.test/'),
    ...leaves([...PAGES, ...Object.values(ODD)]),
    '/p1': linking('/p2', '/p2', '/p1', '/'),
    '/moved': { status: 302, headers: { Location: '/p3' } },
  },
  'second.test': { '/': linking(...MORE, 'http://hub.test/'), ...leaves(MORE) },
  'closed.test': { '/robots.txt': { headers: { 'Content-Type': 'text/plain' }, body: 'User-agent: *\nDisallow: /\n' } },
};

let web: FixtureWeb;
let ws: TestWorkspace;

beforeAll(async () => {
  web = await startFixtureWeb(WEB);
  ws = makeTestWorkspace();
  await ws.crawl({ name: 'two-hubs', seeds: ['http://hub.test/', 'http://second.test/', 'http://closed.test/'], fetch: web.fetch });
});

afterAll(async () => {
  await web.close();
  ws.remove();
});

/** In this process: starting another one for every question would take most of the time. Returns what was printed. */
async function graph(...args: string[]): Promise<string> {
  const printed: string[] = [];
  const terminal: Terminal = {
    print: (text) => printed.push(text),
    remark: () => {},
    live: () => {},
    style: (_style, text) => text,
    isLive: false,
    width: 100,
  };
  const program = await makeProgram(terminal, () => {}, 'graph');
  await program.parseAsync(['graph', ...args, '-w', ws.workspace], { from: 'user' });
  return printed.join('\n');
}

const stats = async (...args: string[]) => JSON.parse(await graph('stats', '--json', ...args)) as Record<string, never>;
const inFolder = (file: string): string => join(ws.folder, file);

describe('figures', () => {
  it('G-36 of the ways the crawler took are those of the fixture', async () => {
    const found = await stats('--hub-factor', '2');
    expect(found).toMatchObject({ view: 'paths', nodes: 20, links: 18, averageDegree: 1.8, selfLinks: 0, parts: 2 });
    expect(found['hubs']).toEqual([
      { url: 'http://hub.test/', degree: 13, in: 0, out: 13, share: 13 / 18 },
      { url: 'http://second.test/', degree: 5, in: 0, out: 5, share: 5 / 18 },
    ]);
    expect(found['degrees']).toEqual([
      { degree: 1, nodes: 18 },
      { degree: 5, nodes: 1 },
      { degree: 13, nodes: 1 },
    ]);
    expect(found['withoutOutlinks']).toHaveLength(18);
    expect(found['closedSites']).toEqual(['http://closed.test']);
  });

  it('G-36 another factor gives another list of hubs', async () => {
    const { out, code } = await runCli(['graph', 'stats', '--hub-factor', '5', '-w', ws.workspace], ws.folder);
    expect(code).toBe(0);
    expect(out).toMatch(/Hubs: 5 times[\s\S]*13 +72\.2% +0 +13 +http:\/\/hub\.test\//);
    expect(out).not.toMatch(/27\.8%/);
    expect(out).toMatch(/Sites closed by Disallow: \/ {2}1\n {2}http:\/\/closed\.test/);
  });

  it('G-36 of all hyperlinks have the links back, the redirect and what leads out', async () => {
    const full = await stats('--full', '--hub-factor', '2');
    // 13 from the hub, 1 to the second, 2 from p1, 1 redirect, 5 + 1 from the second; p1 repeats one.
    expect(full).toMatchObject({ view: 'full', nodes: 20, links: 23, repeated: 24, selfLinks: 1, outside: 1, parts: 1 });
    expect(full['withoutOutlinks']).toHaveLength(16);
    expect(await stats('--full', '--outside')).toMatchObject({ nodes: 21, links: 24, outside: 0 });
    expect(await stats('--full', '--by', 'site')).toMatchObject({ by: 'site', nodes: 2, links: 2, selfLinks: 23 });
  });

  it('says what is wrong with a wish', async () => {
    await expect(graph('stats', '--outside')).rejects.toThrow('use it with --full');
    await expect(graph('export', '-o', inFolder('graph.txt'))).rejects.toThrow('--format');
    await expect(graph('draw', '-o', inFolder('map.gif'))).rejects.toThrow('.svg or .png');
    expect(await runCli(['graph', 'stats', '--hub-factor', '0', '-w', ws.workspace], ws.folder)).toMatchObject({ code: 2 });
  });
});

describe('files', () => {
  it.each([
    ['pajek', 'all.net'],
    ['graphml', 'all.graphml'],
    ['gexf', 'all.gexf'],
  ] as const)('G-37 %s loads in a graph tool with every node and link', async (format, file) => {
    await graph('export', '--full', '-o', inFolder(file));
    const loaded = loadGraph(format, inFolder(file));
    const names = loaded.nodes.map(({ name }) => name);
    expect(loaded.directed).toBe(true);
    expect(new Set(names).size).toBe(20);
    expect(names).toContain('http://hub.test/stra%C3%9Fe/%C5%BEaba?q=%3C1%3E&r=2');
    expect(names).toContain(`http://hub.test/say'hi'?x=%22a%22${format === 'pajek' ? '%5C' : '\\'}b`);
    expect(loaded.links).toHaveLength(23);
    expect(loaded.links).toContainEqual(['http://hub.test/p1', 'http://hub.test/p2', 2]);
    expect(loaded.links).toContainEqual(['http://hub.test/moved', 'http://hub.test/p3', 1]);
    if (format !== 'pajek')
      expect(loaded.nodes.find(({ name }) => name === 'http://hub.test/')).toMatchObject({ site: 'http://hub.test', depth: 0 });
  });
});

describe('pictures', () => {
  it.each(['multilevel', 'forceatlas'])('G-38 the layout %s draws the crawl, hubs largest and named', async (layout) => {
    const draw = (file: string) => graph('draw', '-o', inFolder(file), '--layout', layout, '--width', '900', '--height', '700', '--json');
    expect(JSON.parse(await draw('map.svg'))).toMatchObject({ file: inFolder('map.svg'), layout, nodes: 20, links: 23 });
    const svg = readFileSync(inFolder('map.svg'), 'utf8');
    const discs = discsOf(svg);
    expect(discs.size).toBe(20);
    const hub = discs.get('http://hub.test/') as Disc;
    expect(hub.r).toBe(Math.max(...[...discs.values()].map(({ r }) => r)));
    expect(svg).toMatch(/<text [^>]*>hub\.test<\/text>/);
    expect(svg).toMatch(/<text [^>]*>two-hubs: 20 pages, 23 links<\/text>/);

    const paths = await graph('draw', '--paths', '-o', inFolder('paths.svg'), '--layout', layout, '--json');
    expect(JSON.parse(paths)).toMatchObject({ nodes: 20, links: 18 });

    await draw('map.png');
    const picture = pixelsOf(readFileSync(inFolder('map.png')));
    expect(picture).toMatchObject({ width: 900, height: 700 });
    for (const { x, y, colour } of [hub, discs.get('http://second.test/') as Disc])
      expect(picture.at(Math.round(x), Math.round(y))).toBe(colour);
  });
});

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly colour: string;
}

function discsOf(svg: string): Map<string, Disc> {
  const discs = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)" fill="(#\w+)"><title>([^<]*)</g)];
  return new Map(discs.map(([, x, y, r, colour = '', url = '']) => [url, { x: Number(x), y: Number(y), r: Number(r), colour }]));
}

/** Decoded by somebody else's reader of PNG. */
function pixelsOf(png: Buffer): { width: number; height: number; at: (x: number, y: number) => string } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const data = png.toString('base64');
  const { pixels } = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="data:image/png;base64,${data}"/></svg>`,
  ).render();
  const hex = (value: number | undefined): string => (value ?? 0).toString(16).padStart(2, '0');
  return { width, height, at: (x, y) => `#${[0, 1, 2].map((channel) => hex(pixels[4 * (y * width + x) + channel])).join('')}` };
}
