/** The page as HTML: what comes from the network stays text, and nothing is fetched or run. */
import { describe, expect, it } from 'vitest';
import type { FullReport } from '../full-report.js';
import { duration, size, text } from './markup.js';
import { reportHtml } from './report-html.js';

const AT = Date.UTC(2026, 10, 16, 12);
const EVIL = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u202egpj.exe\u0007';

const report: FullReport = {
  name: `crawl ${EVIL}`,
  run: 3,
  state: 'finished',
  reason: EVIL,
  startedAt: new Date(AT).toISOString(),
  endedAt: new Date(AT + 3_600_000).toISOString(),
  seconds: 3600,
  pagesPerSecond: 1.25,
  profile: null,
  takesRequisites: true,
  visited: 100,
  archiveFiles: ['a.warc.gz'],
  rounds: [],
  tail: null,
  completeness: null,
  obstacles: null,
  partial: false,
  summary: {
    fetches: 1000,
    failures: 20,
    bytes: 5_000_000,
    requisites: { fetches: 600, failures: 2, bytes: 4_000_000 },
    documents: 400,
    operations: { Add: 4, Upd: 3, Del: 2, None: 391 },
    duplicates: { documents: 3, exact: 1, texts: 400, candidates: 9, trueDuplicates: 3, falseCandidates: 6, saved: 79_000, unsettled: 0 },
    traps: { paused: 1, leftOut: 40 },
    setAside: [],
    statuses: [
      { status: 200, count: 900 },
      { status: 404, count: 20 },
    ],
    types: [{ type: EVIL, count: 900, bytes: 5_000_000 }],
    languages: [{ language: EVIL, count: 400 }],
    errors: [],
    rejections: [{ filter: EVIL, count: 7, example: `javascript:${EVIL}` }],
    sites: Array.from({ length: 40 }, (_, index) => ({
      site: `https://s${index}.example`,
      documents: 40 - index,
      fetches: 50,
      failures: 1,
      bytes: 1000,
      queued: 0,
      robots: EVIL,
    })),
    archive: { files: 1, bytes: 4_000_000 },
    suspected: 1,
    heldBack: 50,
  },
  timeline: {
    from: AT,
    to: AT + 3_600_000,
    width: 60_000,
    buckets: Array.from({ length: 60 }, (_, index) => ({
      at: AT + index * 60_000,
      fetches: index,
      bytes: index * 1000,
      failures: index % 3,
    })),
  },
  responseTimes: {
    steps: [
      { upTo: 10, count: 5 },
      { upTo: null, count: 1 },
    ],
    median: 8,
    slowest95: 4000,
  },
  failures: [{ what: 'FETCH_RESET', count: 4, examples: [`https://a.example/${EVIL}`] }],
  changes: [
    {
      sequence: 9,
      operation: 'Upd',
      suspicion: null,
      url: `https://a.example/${EVIL}`,
      title: EVIL,
      at: AT,
      reason: EVIL,
      changed: [EVIL],
      evidence: [],
    },
    {
      sequence: 8,
      operation: 'Del',
      suspicion: null,
      url: 'javascript:alert(1)',
      title: null,
      at: AT,
      reason: 'gone',
      changed: [],
      evidence: ['gone', 'repeated'],
    },
    {
      sequence: 7,
      operation: 'None',
      suspicion: 'suspected',
      url: 'https://a.example/b',
      title: 'B',
      at: AT,
      reason: 'gone',
      changed: [],
      evidence: ['gone'],
    },
  ],
  anomalies: [{ id: 1, run: 3, site: 'https://s0.example', kind: 'same-text', detail: EVIL, documents: 50, at: AT, state: 'open' }],
  history: [1, 2, 3].map((run) => ({ run, startedAt: AT, state: 'finished', pages: 10, fetches: 10, bytes: 10, Add: run, Upd: 1, Del: 0 })),
  duplicates: [
    {
      document: 4,
      url: `https://a.example/${EVIL}`,
      title: EVIL,
      state: 'present',
      copies: 2,
      exact: 1,
      examples: [{ document: 5, url: 'https://a.example/copy', similarity: 0.93 }],
    },
  ],
  traps: [
    {
      id: 2,
      site: 'https://a.example',
      pattern: `/calendar/#/#${EVIL}`,
      reason: EVIL,
      examples: [`javascript:${EVIL}`],
      fetched: 41,
      newText: 0.004,
      state: 'paused',
      by: 'winnow',
      run: 3,
      at: AT,
      releasedAt: null,
      leftOut: 40,
    },
    {
      id: 1,
      site: 'https://a.example',
      pattern: '/shop?sid',
      reason: 'as somebody asked',
      examples: [],
      fetched: 7,
      newText: null,
      state: 'released',
      by: 'user',
      run: 2,
      at: AT,
      releasedAt: AT + 60_000,
      leftOut: 0,
    },
  ],
  politeness: { kept: true, requests: 1000, gaps: 990, tooShort: 0, worst: [] },
};

describe('report page', () => {
  const html = reportHtml(report, { software: 'Winnow/0.1.0' });

  it('shows hostile text as text', () => {
    expect(html).not.toMatch(/<script|<img|onerror=alert\(1\)>(?!&)/i);
    expect(html).toContain('&quot;&gt;&lt;script&gt;');
    expect(html).not.toMatch(/[\u202e\u0007]/);
  });

  it('links to addresses of the Web only', () => {
    const targets = [...html.matchAll(/href="([^"]*)"/g)].map(([, target = '']) => target);
    expect(targets.length).toBeGreaterThan(2);
    expect(targets.filter((target) => !target.startsWith('https://'))).toEqual([]);
    expect(html).toContain('<bdi>javascript:alert(1)</bdi>');
  });

  it('needs nothing from anywhere and lets nothing run', () => {
    const withoutValues = html.replace(/"[^"]*"/g, '""');
    expect(withoutValues).not.toMatch(/<[^>]*\s(src|on\w+)=|@import|url\(|<link|<iframe|<object/i);
    expect(html).toContain("default-src 'none'");
  });

  it('is balanced', () => {
    for (const tag of [
      'section',
      'div',
      'table',
      'tbody',
      'tr',
      'td',
      'svg',
      'g',
      'ul',
      'li',
      'small',
      'span',
      'a',
      'bdi',
      'b',
      'main',
      'header',
      'footer',
    ])
      expect([...html.matchAll(new RegExp(`<${tag}[ >]`, 'g'))].length, tag).toBe([...html.matchAll(new RegExp(`</${tag}>`, 'g'))].length);
  });

  it('has every section that has something to say, and bounds its rows', () => {
    const ids = [...html.matchAll(/<section[^>]* id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([
      'anomalies',
      'operations',
      'pages',
      'bytes',
      'history',
      'answers',
      'types',
      'languages',
      'response-times',
      'sites',
      'failures',
      'rejections',
      'traps',
      'duplicates',
      'politeness',
      'changes',
    ]);
    expect(html).toContain('and 25 more sites');
    expect([...html.matchAll(/https:\/\/s\d+\.example/g)].length).toBeLessThan(20);
  });

  it('shows what is suspected and held back', () => {
    expect(html).toMatch(/1 document is suspected[\s\S]*50 changes are held back/);
    expect(html).toContain('evidence: gone, repeated');
  });

  it('G-33 shows the largest clusters of near-duplicates, and counts the others', () => {
    expect(html).toContain('3 documents say the same as others, 1 with the very same words.');
    expect(html).toContain('9 pairs were compared in this run: 3 alike, 6 not; 79,000 comparisons were saved.');
    expect(html).toMatch(
      /id="duplicates"[\s\S]*href="https:\/\/a\.example\/copy"[\s\S]*93 %[\s\S]*and 1 more duplicates of other documents/,
    );
  });

  it('A-48 shows what was spent on each trap, how little was new, and whether it was released', () => {
    const [, paused = '', released = ''] = /id="traps"([\s\S]*?)<\/section>/.exec(html)?.[1]?.split('<tr>').slice(1) ?? [];
    expect(paused).toMatch(/\/calendar\/#\/#[\s\S]*>41<[\s\S]*>0\.4 %<[\s\S]*>40<[\s\S]*>paused</);
    expect(released).toMatch(/\/shop\?sid[\s\S]*>7<[\s\S]*>–<[\s\S]*released<\/span><small>2026-11-16 12:01/);
  });

  it('shows completeness where it is known', () => {
    const limits = [{ by: 'depth' as const, urls: 3, detail: 'three links deep' }];
    const counts = {
      documents: 5,
      known: 9,
      unfetched: 4,
      unchecked: 0,
      failed: 0,
      unanswered: 0,
      excluded: 0,
      listed: 0,
      listedUnfetched: 0,
    };
    const site = { site: 'https://s0.example', state: 'limited' as const, limits, ...counts, rejected: {}, estimate: null };
    const completeness = { run: 3, complete: false, documents: 5, unfetched: 4, outside: 0, sites: [site], seeds: [] };
    expect(reportHtml({ ...report, completeness })).toMatch(/4 known pages were not fetched[\s\S]*three links deep \(3 URLs\)/);
  });

  it('says little where there is little', () => {
    const empty = {
      ...report,
      timeline: null,
      failures: [],
      changes: [],
      anomalies: [],
      history: [],
      duplicates: [],
      traps: [],
      summary: {
        ...report.summary,
        duplicates: { ...report.summary.duplicates, documents: 0 },
        traps: { paused: 0, leftOut: 0 },
      },
    };
    expect(reportHtml(empty)).not.toMatch(/id="(pages|failures|changes|anomalies|history|duplicates|traps)"/);
  });
});

describe('markup', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1234, '1.2 KB'],
    [56_789_000, '57 MB'],
  ])('%i bytes are %s', (bytes, shown) => expect(size(bytes)).toBe(shown));

  it.each([
    [12_000, '12 s'],
    [130_000, '2 min 10 s'],
    [1_201_000, '20 min'],
    [11_100_000, '3 h 05 min'],
    [183_600_000, '2 d 3 h'],
  ])('%i ms are %s', (ms, shown) => expect(duration(ms)).toBe(shown));

  it('cuts what goes on for ever, and not through a character', () => {
    expect(text('x'.repeat(1000))).toHaveLength(301);
    expect(text(`${'x'.repeat(299)}😀`)).toBe(`${'x'.repeat(299)}\ufffd…`);
  });
});
