// npm run build: packages, the compiled program and its types; `npx winnow` then runs it. Packing the package does the same.
import { declare, setUp } from './setup.mjs';

setUp();
declare();
