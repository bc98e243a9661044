/** What meets text and bytes of strangers, with inputs in order to begin with, and the errors each may throw. */
import type { Target } from './target.js';
import { ARCHIVES } from './targets/archives.js';
import { FILES } from './targets/files.js';
import { INGEST } from './targets/ingest.js';
import { PAGES } from './targets/pages.js';
import { RDF } from './targets/rdf.js';
import { SETTINGS_FILES } from './targets/settings.js';
import { WEB } from './targets/web.js';
import { WORDS } from './targets/words.js';

export const TARGETS: readonly Target[] = [...PAGES, ...FILES, ...WEB, ...ARCHIVES, ...RDF, ...SETTINGS_FILES, ...INGEST, ...WORDS];
