/** The knowledge of a workspace, for whoever brings it up to date and for whoever asks. */
import { join } from 'node:path';
import type { Repository, TripleSource } from '../../../store/index.js';
import { openForReading } from '../database.js';
import { SqliteRepository } from '../repository.js';
import { knowledgeFile, type WritingOptions } from './knowledge-file.js';
import { type EmbeddedKnowledge, openKnowledgeStore } from './knowledge-store.js';
import { type KnowledgeReading, openQuadSource } from './quad-source.js';
import { workspaceTriples } from './workspace-triples.js';

export interface WorkspaceKnowledge {
  readonly store: EmbeddedKnowledge;
  readonly repository: Repository;
  readonly triples: TripleSource;
  close(): void;
}

export function openWorkspaceKnowledge(folder: string, options?: WritingOptions): WorkspaceKnowledge {
  const db = openForReading(join(folder, 'core.db'));
  try {
    const store = openKnowledgeStore(knowledgeFile(folder), options);
    return {
      store,
      repository: new SqliteRepository(db),
      triples: workspaceTriples(db),
      close() {
        store.close();
        db.close();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** As it is at this moment: open one for each question. */
export const readKnowledge = (folder: string): KnowledgeReading => openQuadSource(knowledgeFile(folder));

/** Without what it is fed from: for statements that come from elsewhere. */
export const openKnowledge = (folder: string): EmbeddedKnowledge => openKnowledgeStore(knowledgeFile(folder));
