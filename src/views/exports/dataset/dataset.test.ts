import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Quad } from '@rdfjs/types';
import { Parser } from 'n3';
import { isomorphic } from 'rdf-isomorphic';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openKnowledgeStore } from '../../../backends/index.js';
import type { KnowledgeStore } from '../../../store/index.js';
import { graphQuads, graphsOf } from './graph-quads.js';
import { loadDataset } from './load-dataset.js';
import { writeDataset } from './write-dataset.js';

let folder = '';
let stores: KnowledgeStore[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-dataset-'));
  stores = [];
});

afterEach(() => {
  for (const store of stores) store.close();
  rmSync(folder, { recursive: true, force: true });
});

function storeOf(trig = ''): KnowledgeStore {
  const store = openKnowledgeStore(join(folder, `${stores.length}.db`));
  stores.push(store);
  store.write((write) => write.add(new Parser({ format: 'trig' }).parse(trig) as unknown as Quad[]));
  return store;
}

const allOf = (store: KnowledgeStore): Quad[] => graphsOf(store).flatMap((graph) => [...graphQuads(store, graph)]);

const DATA = `
<http://a.test/x> <http://p.test/p> "without a graph" .
<http://a.test/> { _:one <http://p.test/knows> _:two ; <http://p.test/name> "Ada \\"A\\"\\n"@en . _:two <http://p.test/age> 7 }
<http://b.test/?q=1> { _:one <http://p.test/knows> <http://a.test/x> . [] <http://p.test/knows> _:one }
<urn:winnow:memory> { [] <http://purl.org/net/scutter/source> <http://a.test/> }`;

async function dump(store: KnowledgeStore) {
  const to = join(folder, 'dump');
  const report = await writeDataset(store, to, { formats: ['nquads', 'trig'], perSource: true, title: 'All of it', now: 0 });
  return { to, report };
}

const parsed = (file: string): Quad[] =>
  new Parser({ format: file.endsWith('trig') ? 'trig' : 'n-quads', blankNodePrefix: '_:' }).parse(
    readFileSync(file, 'utf8'),
  ) as unknown as Quad[];

describe('a complete dump', () => {
  it.each(['dataset.nq', 'dataset.trig'])(
    'S-60 %s loaded into an empty store gives the same statements and the same sources',
    async (name) => {
      const store = storeOf(DATA);
      const { to } = await dump(store);
      const other = storeOf();
      expect(await loadDataset(other, join(to, name))).toEqual({ quads: 7, sources: 3 });
      expect([...other.graphs()].sort()).toEqual([...store.graphs()].sort());
      expect(isomorphic(allOf(other), allOf(store))).toBe(true);
    },
  );

  it('S-60 is what the files of the sources are together', async () => {
    const { to } = await dump(storeOf(DATA));
    const files = readdirSync(join(to, 'sources'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.nq'));
    expect(files).toHaveLength(4);
    const lines = files.flatMap((name) =>
      readFileSync(join(to, 'sources', name), 'utf8')
        .trim()
        .split('\n'),
    );
    expect(lines.sort()).toEqual(readFileSync(join(to, 'dataset.nq'), 'utf8').trim().split('\n').sort());
    expect(isomorphic(parsed(join(to, 'dataset.trig')), parsed(join(to, 'dataset.nq')))).toBe(true);
  });

  it('S-60 has a description whose counts are right', async () => {
    const { to, report } = await dump(storeOf(DATA));
    expect(report).toMatchObject({ quads: 7, sources: 3 });
    const base = 'http://dump.test/void.ttl';
    const said = new Parser({ baseIRI: base }).parse(readFileSync(join(to, 'void.ttl'), 'utf8'));
    const values = (subject: string, property: string) =>
      said.filter((quad) => quad.subject.value === subject && quad.predicate.value.endsWith(property)).map((quad) => quad.object.value);
    expect(values(`${base}#dataset`, '#triples')).toEqual(['7']);
    expect(values(`${base}#dataset`, '#documents')).toEqual(['3']);
    const counts = values(`${base}#dataset`, '#subset').map((part) => [values(part, '#name')[0] ?? '', values(part, '#triples')[0]]);
    expect(counts).toEqual([
      ['', '1'],
      ['http://a.test/', '3'],
      ['http://b.test/?q=1', '2'],
      ['urn:winnow:memory', '1'],
    ]);
    for (const dumped of values(`${base}#dataset`, '#dataDump')) expect(parsed(join(to, new URL(dumped).pathname))).toHaveLength(7);
  });
});

describe('loading', () => {
  it('replaces the graphs the file has, and leaves the others', async () => {
    const store = storeOf('<http://a.test/> { [] <http://p.test/old> 1 } <http://c.test/> { [] <http://p.test/kept> 1 }');
    const file = join(folder, 'new.trig');
    writeFileSync(file, '<http://a.test/> { _:b <http://p.test/new> 2 }');
    await loadDataset(store, file);
    await loadDataset(store, file);
    expect(allOf(store).map(({ predicate }) => predicate.value)).toEqual(['http://p.test/new', 'http://p.test/kept']);
  });

  it.each([
    ['in a form nobody knows', 'data.bin', '', 'Name a file that ends in'],
    ['broken', 'data.nq', '<http://a.test/> <http://p.test/p> "1" .\nnonsense\n', 'could not be read to its end'],
  ])('a file that is %s is refused with the reason', async (_case, name, text, message) => {
    writeFileSync(join(folder, name), text);
    await expect(loadDataset(storeOf(), join(folder, name))).rejects.toThrow(message);
  });
});
