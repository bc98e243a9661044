// npm run test:crash: kills, power cuts and disk errors against a real crawl; test/crash/run.ts lists the flags.
// tsx is registered here, not by --import: threads would inherit that, and the campaign starts thousands of them.
import { setUp } from './setup.mjs';

setUp();
const { register } = await import('tsx/esm/api'); // not before it is installed
register();
await import('../test/crash/run.ts');
