import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knowledgeContract, type OpenedKnowledge } from '../../../store/knowledge/knowledge.contract.js';
import { openKnowledgeStore, openQuadSource } from './index.js';

function open(): OpenedKnowledge {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-knowledge-'));
  const file = join(folder, 'knowledge.db');
  const store = openKnowledgeStore(file);
  return {
    store,
    openSource: () => openQuadSource(file),
    openAgain: () => openKnowledgeStore(file),
    close() {
      store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

knowledgeContract('The embedded knowledge', open);
