// npm run build: packages and the compiled program; `npx winnow` then runs it.
import { setUp } from './setup.mjs';

setUp();
