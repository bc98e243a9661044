/** Statements of a workspace's documents, without the knowledge made of them: for whoever passes them on. */
import { join } from 'node:path';
import type { TripleSource } from '../../../store/index.js';
import { openForReading } from '../database.js';
import { workspaceTriples } from './workspace-triples.js';

export interface TriplesReading extends TripleSource {
  close(): void;
}

export function readTriples(folder: string): TriplesReading {
  const db = openForReading(join(folder, 'core.db'));
  return { ...workspaceTriples(db), close: () => void db.close() };
}
