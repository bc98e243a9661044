/** How the campaign opens workspaces in its own process: as a crawl would, with nobody to ask anything of. */
import { workspaceOptions } from '../../src/assembly/workspace-options.js';
import type { EmbeddedOptions } from '../../src/backends/index.js';
import { definitionFromUrls } from '../../src/definition/crawl/index.js';

const { definition } = await definitionFromUrls(['http://north.test/'], { environment: {} });

export const openingOptions = (folder: string): EmbeddedOptions => workspaceOptions(definition, folder, null);
