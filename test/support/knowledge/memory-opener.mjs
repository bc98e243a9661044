// Opens knowledge for query threads in tests: the file knowledge.trig of a workspace, kept in memory for one query.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'n3';
import { MemorySource, writeQuads } from '../../../dist/views/sparql/index.js';

export function openKnowledge(folder) {
  const file = join(folder, 'knowledge.trig');
  const source = new MemorySource(new Parser({ format: 'application/trig' }).parse(readFileSync(file, 'utf8')));
  return {
    source,
    write(change) {
      const result = change(source);
      writeFileSync(file, [...writeQuads(source.quads(), 'trig')].join(''));
      return result;
    },
    close() {},
  };
}
