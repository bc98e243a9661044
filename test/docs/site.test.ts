/** The documentation site: it is whole, it finds things, and it needs nothing from anywhere. */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSections } from '../../scripts/docs-site/find.js';
import type { Section } from '../../scripts/docs-site/sections.js';
import { writeSite } from '../../scripts/docs-site/write-site.js';

const ROOT = new URL('../../', import.meta.url).pathname;
let folder: string;
let pages: readonly string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-site-'));
  pages = await writeSite(ROOT, folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Reference {
  readonly page: string;
  readonly tag: string;
  readonly address: string;
}

function referencesOf(page: string): Reference[] {
  const found: Reference[] = [];
  const parser = new Parser({
    onopentag(tag, { href, src }) {
      for (const address of [href, src]) if (address !== undefined) found.push({ page, tag, address });
    },
  });
  parser.end(readFileSync(join(folder, page), 'utf8'));
  return found;
}

const idsOf = (page: string): string[] => [...readFileSync(page, 'utf8').matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
const isOutside = ({ address }: Reference): boolean => /^[a-z][a-z0-9+.-]*:|^\/\//i.test(address);

describe('the documentation site', () => {
  it('has every page of docs and the root', () => {
    const written = globSync(['docs/**/*.md', '*.md'], { cwd: ROOT });
    expect(pages.length).toBeGreaterThanOrEqual(written.length);
    expect(pages).toEqual(expect.arrayContaining(['index.html', 'readme.html', 'guides/tour.html', 'decisions/index.html']));
  });

  it('loads nothing from outside: only what a reader clicks leads there', () => {
    const loaded = pages.flatMap(referencesOf).filter((reference) => isOutside(reference) && reference.tag !== 'a');
    expect(loaded).toEqual([]);
    expect(readFileSync(join(folder, 'style.css'), 'utf8')).not.toMatch(/url\(|@import/);
    const unguarded = pages.filter((page) => !readFileSync(join(folder, page), 'utf8').includes("content=\"default-src 'none'"));
    expect(unguarded).toEqual([]);
  });

  it('has no link into nothing', () => {
    const broken = pages.flatMap(referencesOf).filter((reference) => {
      if (isOutside(reference)) return false;
      const [path = '', anchor = ''] = reference.address.split('#');
      const file = path === '' ? join(folder, reference.page) : join(folder, dirname(reference.page), path);
      return !existsSync(file) || (anchor !== '' && !idsOf(file).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  it('finds what pages say by the beginnings of words, whatever their case and accents', () => {
    const index = readFileSync(join(folder, 'search-index.js'), 'utf8');
    const sections = JSON.parse(index.slice(index.indexOf('['), index.lastIndexOf(']') + 1)) as Section[];
    expect(sections.filter(({ address }) => !existsSync(join(folder, address.split('#')[0] ?? '')))).toEqual([]);
    expect(addresses(sections, 'Legifrance')).toContain('portals/legifrance.html');
    expect(addresses(sections, 'site in troub')[0]).toBe('guides/politeness.html#a-site-in-trouble');
    expect(addresses(sections, 'winnow resume')[0]).toBe('reference/cli.html#winnow-resume');
    expect(addresses(sections, 'no-such-word-anywhere-qqq')).toEqual([]);
  });
});

const addresses = (sections: readonly Section[], query: string): string[] =>
  findSections(sections, query).map(({ section }) => section.address);
