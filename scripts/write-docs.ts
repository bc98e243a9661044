/** npm run docs: writes the generated pages of docs/reference anew. Tests fail when one of them is stale. */
import { writeCliReference } from '../src/cli/write-cli-reference.js';
import { writeReference } from '../src/definition/index.js';

await writeReference('docs/reference');
await writeCliReference('docs/reference');
