/** Done before anything about a crawl is known: the reader thread takes as long to load as all the rest, and loads beside it. */

import { compiledUrl } from '../platform/index.js';
import { startReader } from '../run/crawl/index.js';

export const prepareCrawl = (): void => startReader(compiledUrl(import.meta.url, './reader-thread.js'));
