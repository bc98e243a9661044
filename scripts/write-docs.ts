/** npm run docs: writes the generated pages of docs/reference and docs/portals anew. Tests fail when one of them is stale. */
import { writeFile } from 'node:fs/promises';
import { writePortalPages } from '../src/cli/portals/write-portal-pages.js';
import { writeCliReference } from '../src/cli/write-cli-reference.js';
import { writeConnectorReference } from '../src/definition/connector/index.js';
import { writeReference } from '../src/definition/crawl/index.js';
import { writeExpressionReference } from '../src/definition/expressions/index.js';
import { nameMappingPage } from '../src/formats/document-groups/index.js';

await writeReference('docs/reference');
await writeCliReference('docs/reference');
await writeConnectorReference('docs/reference');
await writePortalPages('docs/portals');
await writeExpressionReference('docs/reference');
await writeFile('docs/reference/name-mapping.md', nameMappingPage());
