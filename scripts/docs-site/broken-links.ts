/** Links between pages that lead nowhere: to a file that is not there, or to a heading the page does not have. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, targetOf } from './pages.js';

/** A line for each broken link: the page, the link as written, and what is missing. */
export function brokenLinks(pages: readonly Page[], root: string): string[] {
  const byFile = new Map(pages.map((page) => [page.file, page]));
  return pages.flatMap((page) =>
    page.links.flatMap((href) => {
      const fault = faultOf(page, href, byFile, root);
      return fault ? [`${page.file}: ${href}: ${fault}`] : [];
    }),
  );
}

function faultOf(page: Page, href: string, byFile: ReadonlyMap<string, Page>, root: string): string | null {
  const target = targetOf(page, href);
  if (!target) return null;
  const { file, anchor } = target;
  const linked = byFile.get(file);
  if (!linked) return file.startsWith('..') || !existsSync(join(root, file)) ? `there is no file ${file}` : anchorOfOther(anchor);
  return anchor === '' || linked.headings.some(({ id }) => id === anchor) ? null : `${file} has no heading #${anchor}`;
}

const anchorOfOther = (anchor: string): string | null => (anchor === '' ? null : 'only pages have headings');
