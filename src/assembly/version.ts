import { createRequire } from 'node:module';

/** Version of the package, read from the one place that has it. */
export const VERSION: string = (createRequire(import.meta.url)('../../package.json') as { version: string }).version;
export const SOFTWARE = `Winnow/${VERSION}`;
