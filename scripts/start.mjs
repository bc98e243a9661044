// npm start: sets everything up, crawls the bundled demo web and shows what came of it. `npm start -- --once` ends after the report.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureChromium } from './debian-packages.mjs';
import { root, setUp } from './setup.mjs';

setUp();
ensureChromium();
const { status } = spawnSync(process.execPath, [join(root, 'dist', 'cli', 'main.js'), 'demo', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
