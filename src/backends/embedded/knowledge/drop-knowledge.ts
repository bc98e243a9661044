/** Throwing away what can be made anew. */
import { existsSync } from 'node:fs';
import { isDamage, knowledgeFile, removeKnowledge } from './knowledge-file.js';

/**
 * The knowledge's part of a takedown. All of it goes, and is made anew when somebody asks next: statements about what was
 * forgotten may stand in graphs of any feed, and forgetting must not wait for them.
 */
export function dropKnowledge(folder: string): void {
  const file = knowledgeFile(folder);
  if (existsSync(file)) removeKnowledge(file);
}

/** Was it damage that made this error? Then the file goes. */
export function dropDamagedKnowledge(folder: string, error: unknown): boolean {
  if (!isDamage(error)) return false;
  dropKnowledge(folder);
  return true;
}

export const hasKnowledge = (folder: string): boolean => existsSync(knowledgeFile(folder));
