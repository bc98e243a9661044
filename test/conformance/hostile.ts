/**
 * Hostile strings in every place of a page: each must give a Page, and none may reach further than text.
 *
 * A line passes when every function takes it without throwing, the page has the expected shape, and
 * no link leads to a scheme that would run something.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { detectCharset, detectLanguage, READERS, read, sniffType } from '../../src/read/index.js';
import type { Score } from './score.js';

export async function run(dir: string): Promise<Score[]> {
  const folder = join(dir, 'hostile');
  const scores: Score[] = [];
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort()) {
    const lines = (await readFile(join(folder, file), 'utf8')).split('\n').filter((line) => line !== '');
    const failures = lines.flatMap((line) => problemsOf(line).map((problem) => `${JSON.stringify(line).slice(0, 200)}: ${problem}`));
    const failed = new Set(failures.map((failure) => failure.slice(0, failure.lastIndexOf(': ')))).size;
    scores.push({ suite: `hostile/${file.replace('.txt', '')}`, passed: lines.length - failed, total: lines.length, failures });
  }
  return scores;
}

/** The line as text, attribute, link, metadata, whole document, XML, style sheet, header and declared type. */
const PLACES: Readonly<Record<string, (line: string) => { body: string; contentType: string; header?: string; url?: string }>> = {
  text: (line) => ({ body: `<p>before</p><p>${line}</p><p>after</p>`, contentType: 'text/html' }),
  attribute: (line) => ({
    body: `<div title="${line}" class='${line}' id=${line}><img alt="${line}" srcset="${line}" src=a></div>`,
    contentType: 'text/html',
  }),
  href: (line) => ({
    body: `<base href="${line}"><a href="${line}">x</a><a href='${line}'>x</a><a href=${line}>x</a>`,
    contentType: 'text/html',
  }),
  meta: (line) => ({
    body: `<title>${line}</title><meta name="${line}" content="${line}"><meta charset="${line}"><meta http-equiv=refresh content="${line}">`,
    contentType: 'text/html',
  }),
  document: (line) => ({ body: line, contentType: 'text/html' }),
  unknown: (line) => ({ body: line, contentType: '' }),
  xml: (line) => ({ body: `<?xml version="1.0"?><r a="${line}">${line}</r>`, contentType: 'application/xml' }),
  css: (line) => ({ body: `a{b:url(${line})} @import "${line}"; /* ${line}`, contentType: 'text/css' }),
  header: (line) => ({ body: '<p>x</p>', contentType: line, header: line }),
};

const RUNS_SOMETHING = /^(?:javascript|vbscript|data|blob|about):/i;

function problemsOf(line: string): string[] {
  const problems: string[] = [];
  const bytes = Buffer.from(line, 'utf8');
  for (const [name, work] of [
    ['sniffType', () => sniffType(bytes, line)],
    ['detectCharset', () => detectCharset(bytes, line)],
    ['detectLanguage', () => detectLanguage(line, line)],
  ] as const) {
    const problem = attempt(work);
    if (problem !== null) problems.push(`${name} ${problem}`);
  }
  for (const [place, make] of Object.entries(PLACES)) {
    const problem = attempt(() => checkPage(make(line)));
    if (problem !== null) problems.push(`as ${place} ${problem}`);
  }
  return problems;
}

function checkPage({ body, contentType, header }: { body: string; contentType: string; header?: string }): void {
  const headers =
    header === undefined
      ? []
      : ([
          ['X-Robots-Tag', header],
          ['Link', header],
          ['tdm-reservation', header],
        ] as const);
  const page = read({ url: 'https://page.example/folder/', bytes: Buffer.from(body, 'utf8'), headers, contentType }, READERS);
  if (page === null || page instanceof Promise || typeof page.text !== 'string' || !Array.isArray(page.links))
    throw new Error('gave no page');
  for (const { url } of page.links) if (RUNS_SOMETHING.test(url) || !URL.canParse(url)) throw new Error(`kept the link ${url}`);
  structuredClone(page);
}

function attempt(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return `threw ${String(error)}`;
  }
}
