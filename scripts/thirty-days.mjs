// npm run test:thirty-days: all portals watched together for thirty simulated days; test/portal-days/run.ts lists the flags.
import { register } from 'tsx/esm/api';
import { build, setUp } from './setup.mjs';

await setUp();
build();
register();
await import('../test/portal-days/run.ts');
