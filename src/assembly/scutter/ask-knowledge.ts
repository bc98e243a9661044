/** Asks the knowledge of a workspace, after it was brought up to date. */
import { readKnowledge } from '../../backends/index.js';
import type { KnowledgeCatchUpOptions } from '../../follow/knowledge/index.js';
import type { QuadSource } from '../../store/index.js';
import { writeOut } from '../../views/exports/index.js';
import { writeMemoryText } from '../../views/scutter/index.js';
import { catchUpKnowledge } from '../knowledge/catch-up.js';

/** The source is closed when `use` has come to its end: rows must be gone through inside. */
export async function askKnowledge<T>(
  folder: string,
  use: (source: QuadSource) => T | Promise<T>,
  options?: KnowledgeCatchUpOptions,
): Promise<T> {
  await catchUpKnowledge(folder, options);
  const source = readKnowledge(folder);
  try {
    return await use(source);
  } finally {
    source.close();
  }
}

/** The memory of a workspace as RDF/XML or Turtle, as the name says: the file is whole, or as it was before. */
export async function writeMemory(folder: string, file: string): Promise<void> {
  await askKnowledge(folder, (source) => writeOut(inTurn(writeMemoryText(source, file)), file));
}

async function* inTurn(pieces: Iterable<string>): AsyncGenerator<string> {
  yield* pieces;
}
