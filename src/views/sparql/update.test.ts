import type { Quad } from '@rdfjs/types';
import { Parser } from 'n3';
import { describe, expect, it } from 'vitest';
import { MemorySource } from './memory-source.js';
import { update } from './update.js';

const DATA = '@prefix : <http://x/> . :a :p 1 . <http://g/> { :b :p 2 . :c :p 3 . }';

function after(text: string): { done: ReturnType<typeof update>; left: string[] } {
  const source = new MemorySource(new Parser({ format: 'application/trig' }).parse(DATA) as unknown as Quad[]);
  const done = update(source, `PREFIX : <http://x/> ${text}`);
  const left = Array.from(source.quads(), ({ subject, object, graph }) =>
    [subject.value, object.value, graph.value].join(' ').replaceAll('http://x/', ':').trim(),
  );
  return { done, left: left.toSorted((a, b) => a.localeCompare(b)) };
}

describe('updates', () => {
  it.each([
    ['INSERT DATA { :d :p 4 }', { added: 1, removed: 0 }, [':a 1', ':b 2 http://g/', ':c 3 http://g/', ':d 4']],
    ['INSERT DATA { :a :p 1 }', { added: 0, removed: 0 }, [':a 1', ':b 2 http://g/', ':c 3 http://g/']],
    ['DELETE DATA { GRAPH <http://g/> { :b :p 2 } }', { added: 0, removed: 1 }, [':a 1', ':c 3 http://g/']],
    [
      'WITH <http://g/> DELETE { ?s :p ?n } INSERT { ?s :p ?m } WHERE { ?s :p ?n BIND(?n * 10 AS ?m) }',
      { added: 2, removed: 2 },
      [':a 1', ':b 20 http://g/', ':c 30 http://g/'],
    ],
    ['DELETE WHERE { GRAPH <http://g/> { :b ?p ?o } }', { added: 0, removed: 1 }, [':a 1', ':c 3 http://g/']],
    ['CLEAR GRAPH <http://g/>', { added: 0, removed: 2 }, [':a 1']],
    ['DROP ALL', { added: 0, removed: 3 }, []],
    ['MOVE <http://g/> TO DEFAULT', { added: 2, removed: 3 }, [':b 2', ':c 3']],
    ['COPY DEFAULT TO <http://g/>', { added: 1, removed: 2 }, [':a 1', ':a 1 http://g/']],
    ['LOAD SILENT <http://x/y>; CLEAR DEFAULT', { added: 0, removed: 1 }, [':b 2 http://g/', ':c 3 http://g/']],
  ])('%s', (text, done, left) => expect(after(text)).toEqual({ done, left }));

  it.each([
    ['LOAD <http://x/y>', 'not-allowed'],
    ['COPY <http://none/> TO DEFAULT', 'no-such-graph'],
    ['CREATE GRAPH <http://g/>', 'no-such-graph'],
    ['SELECT * { ?s ?p ?o }', 'not-a-query'],
    ['INSERT DATA { ?s :p 1 }', 'syntax'],
  ])('%s is refused', (text, code) => expect(() => after(text)).toThrow(expect.objectContaining({ problem: code }) as Error));
});
