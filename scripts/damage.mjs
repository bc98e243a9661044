// npm run test:damage: flips and cuts in the files of a workspace, and what every reading command makes of them; test/damage/run.ts lists the flags.
import { setUp } from './setup.mjs';

setUp();
const { register } = await import('tsx/esm/api'); // not before it is installed
register();
await import('../test/damage/run.ts');
