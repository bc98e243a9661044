/** npm run docs:site [-- FOLDER]: makes a site with search of the Markdown pages. It needs no server: open index.html. */
import { join, resolve } from 'node:path';
import { writeSite } from './docs-site/write-site.js';

const root = join(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(root, 'site'));
try {
  const pages = await writeSite(root, folder);
  process.stdout.write(`${pages.length} pages written. Open ${join(folder, 'index.html')}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
