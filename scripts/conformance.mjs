// npm run conformance -- FOLDER: scores of the public test suites in that folder.
import { join } from 'node:path';
import { root, run, setUp } from './setup.mjs';

setUp();
run(join(root, 'node_modules', '.bin', 'tsx'), [join(root, 'test', 'conformance', 'run.ts'), ...process.argv.slice(2)]);
