import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SearchSource } from '../../../store/index.js';
import { type OpenedSearch, searchContract } from '../../../store/search/search.contract.js';
import { openSearch, openSearchIndex } from './index.js';

function open(source: SearchSource): OpenedSearch {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-search-'));
  const file = join(folder, 'search.db');
  const index = openSearchIndex(file, source);
  return {
    index,
    openSearch: () => openSearch(file, source),
    close() {
      index.close();
      rmSync(folder, { recursive: true });
    },
  };
}

searchContract('The embedded search', open);
