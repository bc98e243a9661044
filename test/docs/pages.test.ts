/** The pages hang together: every link leads somewhere, and every page is found from the overview. */
import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { brokenLinks } from '../../scripts/docs-site/broken-links.js';
import { OVERVIEW, parsePage, readPages, targetOf } from '../../scripts/docs-site/pages.js';

const ROOT = new URL('../../', import.meta.url).pathname;
const pages = readPages(ROOT);

it('every link of every page leads to a file and a heading that are there', () => {
  expect(brokenLinks(pages, ROOT)).toEqual([]);
});

it('a link to a missing file or heading is found', () => {
  const page = parsePage('docs/a.md', '# A\n\n[gone](b.md) [no heading](#z) [out](../../x.md) [fine](#a) [web](https://example.org/)\n');
  expect(brokenLinks([page], ROOT)).toEqual([
    'docs/a.md: b.md: there is no file docs/b.md',
    'docs/a.md: #z: docs/a.md has no heading #z',
    'docs/a.md: ../../x.md: there is no file ../x.md',
  ]);
});

it('the overview leads to every guide and every reference page', () => {
  const overview = pages.find(({ file }) => file === OVERVIEW);
  const linked = new Set(overview?.links.map((href) => targetOf(overview, href)?.file));
  expect(globSync(['docs/guides/*.md', 'docs/reference/*.md'], { cwd: ROOT }).filter((file) => !linked.has(file))).toEqual([]);
});
