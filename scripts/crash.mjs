// npm run test:crash: kills, power cuts and disk errors against a real crawl; test/crash/run.ts lists the flags.
// tsx is registered here, not by --import: threads would inherit that, and the campaign starts thousands of them.
import { register } from 'tsx/esm/api';
import { build, setUp } from './setup.mjs';

await setUp();
build();
register();
await import('../test/crash/run.ts');
