/** Tells the memory where the copies of sources lie. The list of them is small and is written as a whole, so it is read as one. */
import { readFileSync, statSync } from 'node:fs';
import type { Quad, Quad_Subject } from '@rdfjs/types';
import type { KnowledgeFeed, KnowledgeWriting } from '../../../store/index.js';
import { cacheIndexFile } from '../cache/cache-index.js';
import { inMemory, representationOf } from './statements.js';
import { LOCAL_COPY, MEMORY_GRAPH, statement, text, variable } from './vocabulary.js';

export function localCopiesFeed(workspace: string): KnowledgeFeed {
  const file = cacheIndexFile(workspace);
  return {
    name: 'local-copies',
    next(write, cursor) {
      const stamp = stampOf(file);
      if (stamp === (cursor ?? NO_FILE)) return null;
      write.remove(copiesIn(write));
      write.add(Object.entries(readCopies(file)).map(([url, path]) => inMemory(representationOf(url), LOCAL_COPY, text(path))));
      return stamp;
    },
    isOf: () => true,
  };
}

const NO_FILE = 'none';

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs} ${stats.size} ${stats.ino}` : NO_FILE;
}

/** A list that cannot be read is made anew by the next run. */
function readCopies(file: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

function copiesIn(write: KnowledgeWriting): Quad[] {
  const pattern = { subject: variable('it'), predicate: LOCAL_COPY, object: variable('path') };
  const { variables, rows } = write.solve([pattern], { kind: 'merged', graphs: [MEMORY_GRAPH] });
  const [it, path] = [variables.indexOf('it'), variables.indexOf('path')];
  return [...rows].map((row) => statement(MEMORY_GRAPH, row[it] as Quad_Subject, LOCAL_COPY, row[path] as Quad['object']));
}
