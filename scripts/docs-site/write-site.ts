/** Writes the documentation site: static HTML, one style, one script, and what the search looks through. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { brokenLinks } from './broken-links.js';
import { OVERVIEW, readPages } from './pages.js';
import { renderPage, type Site } from './render-page.js';
import { type Section, sectionsOf } from './sections.js';
import { sidebarOf } from './sidebar.js';
import { filePath, pagePath } from './site-paths.js';

const HERE = import.meta.dirname;

/** `folder` is emptied first. Returns the pages written, or throws with a line for each broken link. */
export async function writeSite(root: string, folder: string): Promise<readonly string[]> {
  const pages = readPages(root);
  const broken = brokenLinks(pages, root);
  if (broken.length > 0) throw new Error(`These links lead nowhere:\n${broken.join('\n')}`);
  const overview = pages.find(({ file }) => file === OVERVIEW);
  if (!overview) throw new Error(`There is no ${OVERVIEW}, which the sidebar is made of.`);
  const site: Site = { root, overview, pages: new Map(pages.map((page) => [page.file, page])), sidebar: sidebarOf(overview) };
  rmSync(folder, { recursive: true, force: true });
  for (const page of pages) {
    const { path, html, files } = renderPage(page, site);
    write(join(folder, path), html);
    for (const file of files) cpSync(join(root, file), join(folder, filePath(file)));
  }
  await writeSearch(
    folder,
    pages.flatMap((page) => sectionsOf(page, pagePath(page.file))),
  );
  write(join(folder, 'style.css'), readFileSync(join(HERE, 'style.css'), 'utf8'));
  return pages.map(({ file }) => pagePath(file));
}

/** The sections are a script, since a page that was opened from a folder may load scripts but not read files. */
async function writeSearch(folder: string, sections: readonly Section[]): Promise<void> {
  write(join(folder, 'search-index.js'), `globalThis.winnowSections = ${JSON.stringify(sections)};\n`);
  const entryPoints = [join(HERE, 'browser', 'search.ts')];
  await build({ entryPoints, outfile: join(folder, 'search.js'), bundle: true, format: 'iife', target: 'es2022', logLevel: 'error' });
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
