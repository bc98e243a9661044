/** A question that takes too long can be ended: SQLite does not stop by itself, the thread around it has to. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Quad } from '@rdfjs/types';
import { Parser } from 'n3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openKnowledgeStore, openQuadSource } from '../../src/backends/index.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-limits-'));
const file = join(folder, 'knowledge.db');
const STATEMENTS = 8_000;

beforeAll(() => {
  const lines = Array.from({ length: STATEMENTS }, (_, n) => `<urn:s${n}> <urn:p> <urn:o${n}> .`);
  const store = openKnowledgeStore(file);
  store.write((write) =>
    write.replaceGraph('urn:g', new Parser().parse([...lines, '<urn:a> <urn:q> <urn:b> .'].join('\n')) as unknown as Quad[]),
  );
  store.close();
});

afterAll(() => rmSync(folder, { recursive: true }));

/** All pairs, sixty-four million of them, counted without a single row for JavaScript to see. */
const ENDLESS = `
  import { parentPort } from 'node:worker_threads';
  import { openQuadSource } from ${JSON.stringify(new URL('../../dist/backends/index.js', import.meta.url).href)};
  const v = (value) => ({ termType: 'Variable', value });
  const n = (value) => ({ termType: 'NamedNode', value });
  const source = openQuadSource(${JSON.stringify(file)});
  parentPort.postMessage('asking');
  source.count([{ subject: v('a'), predicate: n('urn:p'), object: v('b') }, { subject: v('c'), predicate: n('urn:p'), object: v('d') }],
    { kind: 'merged', graphs: null });
  parentPort.postMessage('answered');`;

it('a thread is ended in the midst of a join, and others are unharmed', async () => {
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(ENDLESS)}`));
  const said: unknown[] = [];
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message) => {
      said.push(message);
      resolve();
    });
    worker.on('error', reject);
  });
  // Left alone it would count for hours.
  await worker.terminate();
  expect(said).toEqual(['asking']);
  const source = openQuadSource(file);
  expect([...source.graphs()]).toEqual(['urn:g']);
  source.close();
});
