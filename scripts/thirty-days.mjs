// npm run test:thirty-days: all portals watched together for thirty simulated days; test/portal-days/run.ts lists the flags.
import { setUp } from './setup.mjs';

setUp();
const { register } = await import('tsx/esm/api'); // not before it is installed
register();
await import('../test/portal-days/run.ts');
