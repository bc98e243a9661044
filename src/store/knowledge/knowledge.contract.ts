/** What every back end of the knowledge must keep. Everything goes through the port. */
import type { Quad, Variable } from '@rdfjs/types';
import { DataFactory, Parser, Writer } from 'n3';
import { describe, expect, it } from 'vitest';
import { KnowledgeBusy } from './errors.js';
import type { Bindings, GraphScope, KnowledgeFeed, KnowledgeStore, QuadSource, Term, TriplePattern } from './port.js';

export interface OpenedKnowledge {
  readonly store: KnowledgeStore;
  /** A second way in, for whoever reads while the store writes. */
  openSource(): QuadSource & { close(): void };
  /** A second store over the same statements, as another process would have it. */
  openAgain(): KnowledgeStore;
  close(): void;
}

const { namedNode, literal, variable, quad, defaultGraph } = DataFactory;

const PREFIXES = '@prefix : <http://x.test/>. @prefix xsd: <http://www.w3.org/2001/XMLSchema#>.';
const A = 'http://x.test/graph/a';
const B = 'http://x.test/graph/b';

const UNNAMED: GraphScope = { kind: 'unnamed' };
const ALL: GraphScope = { kind: 'merged', graphs: null };
const merged = (...graphs: string[]): GraphScope => ({ kind: 'merged', graphs });
const each = (...graphs: string[]): GraphScope => ({ kind: 'each', variable: 'g', graphs: graphs.length ? graphs : null });

const triples = (turtle: string): Quad[] => new Parser({ blankNodePrefix: '' }).parse(`${PREFIXES} ${turtle}`) as unknown as Quad[];
const inGraph = (graph: string, turtle: string): Quad[] =>
  triples(turtle).map(
    ({ subject, predicate, object }) => quad(subject as never, predicate as never, object as never, namedNode(graph)) as unknown as Quad,
  );

/** `?x :knows ?y`, or a list of such. */
function pattern(text: string): TriplePattern[] {
  return text.split(' . ').map((one) => {
    const [subject, predicate, object] = one.trim().split(/\s+/).map(term) as [Term, Term, Term];
    return { subject, predicate, object };
  });
}

function term(text: string): Term | Variable {
  if (text.startsWith('?')) return variable(text.slice(1)) as unknown as Variable;
  if (text.startsWith(':')) return namedNode(`http://x.test/${text.slice(1)}`) as unknown as Term;
  return triples(`:s :p ${text} .`)[0]?.object as Term;
}

/** Solutions as lines, sorted, blank nodes as `_`. */
function found(source: QuadSource, text: string, scope: GraphScope = ALL, given?: Bindings): string[] {
  const { variables, rows } = source.solve(pattern(text), scope, given);
  return [...rows].map((row) => lineOf(variables, row)).toSorted();
}

const lineOf = (variables: readonly string[], row: readonly (Term | undefined)[]): string =>
  variables
    .map((name, index) => `${name}=${shown(row[index])}`)
    .toSorted()
    .join(' ');

function shown(value: Term | undefined): string {
  if (!value) return '-';
  if (value.termType === 'NamedNode') return value.value.replace('http://x.test/', ':');
  if (value.termType === 'BlankNode') return '_';
  if (value.language) return `${value.value}@${value.language}`;
  return value.datatype.value.endsWith('#string') ? value.value : `${value.value}^${value.datatype.value.split('#')[1]}`;
}

const values = (source: QuadSource, text: string, scope: GraphScope = ALL): Term[] =>
  [...source.solve(pattern(text), scope).rows].map(([first]) => first as Term);

/** Ten people in a ring, three of them also friends of the first. */
const PEOPLE = Array.from({ length: 10 }, (_, n) => `:p${n} :knows :p${(n + 1) % 10} ; :name "P${n}" .`).join(' ');

/** Counts to `last`, a number a step, and says so in a graph. */
function counting(last: number, { name = 'counting', breaksAt = -1, of = 'w1' } = {}): KnowledgeFeed {
  return {
    name,
    isOf: (cursor) => cursor.endsWith(of),
    next(write, cursor) {
      const at = cursor === null ? 1 : Number.parseInt(cursor, 10) + 1;
      if (at > last) return null;
      write.replaceGraph(`http://x.test/${name}/${at}`, triples(`:n${at} :value ${at} .`));
      if (at === breaksAt) throw new Error('broken in the middle');
      return `${at} ${of}`;
    },
  };
}

/** `skip` maps a case to the reason a back end may miss it. */
export function knowledgeContract(name: string, open: () => OpenedKnowledge, skip: Record<string, string> = {}): void {
  const must = (title: string, body: (opened: OpenedKnowledge) => void): void =>
    it.skipIf(title in skip)(title, () => {
      const opened = open();
      try {
        body(opened);
      } finally {
        opened.close();
      }
    });
  const fill = (store: KnowledgeStore, graphs: Record<string, string>): void =>
    store.write((write) => {
      for (const [graph, turtle] of Object.entries(graphs)) write.replaceGraph(graph, triples(turtle));
    });

  describe(`${name} keeps the Knowledge contract`, () => {
    must('gives back every kind of term as it was', ({ store }) => {
      const long = 'ab'.repeat(200_000);
      const turtle = `:s :p :iri, "text", "Text"@en-gb, 1, "1"^^xsd:byte, "a\\"^^b", "", "line\\nbreak ü 𝄞", "\\u0000", "${long}", _:b .`;
      fill(store, { '': turtle });
      const back = values(store, ':s :p ?o', UNNAMED);
      const shownAll = back.map(shown).toSorted();
      expect(shownAll).toEqual(
        [':iri', 'text', 'Text@en-gb', '1^integer', '1^byte', 'a"^^b', '', 'line\nbreak ü 𝄞', '\0', long, '_'].toSorted(),
      );
      for (const value of back)
        expect([...store.solve([{ ...pattern(':s :p ?o')[0], object: value } as TriplePattern], ALL).rows]).toEqual([[]]);
    });

    must('tells literals apart by datatype and language', ({ store }) => {
      fill(store, { '': ':a :v "1" . :b :v 1 . :c :v "1"@en . :d :v "1"^^xsd:byte . :e :v "01"^^xsd:integer .' });
      expect(found(store, '?x :v 1')).toEqual(['x=:b']);
      expect(found(store, '?x :v "1"@en')).toEqual(['x=:c']);
      expect(found(store, '?x :v "1"')).toEqual(['x=:a']);
    });

    must('finds by every combination of what is known', ({ store }) => {
      fill(store, { [A]: ':a :p :b . :a :q :b . :a :p :c . :d :p :b .' });
      expect(found(store, '?s ?p ?o')).toHaveLength(4);
      expect(found(store, ':a ?p ?o')).toHaveLength(3);
      expect(found(store, '?s :p ?o')).toHaveLength(3);
      expect(found(store, '?s ?p :b')).toHaveLength(3);
      expect(found(store, ':a :p ?o')).toEqual(['o=:b', 'o=:c']);
      expect(found(store, ':a ?p :b')).toEqual(['p=:p', 'p=:q']);
      expect(found(store, '?s :p :b')).toEqual(['s=:a', 's=:d']);
      expect(found(store, ':a :p :b')).toEqual(['']);
      expect(found(store, ':a :p :nowhere')).toEqual([]);
      for (const scope of [each(), merged(A), each(A)]) expect(found(store, ':a :p ?o', scope)).toHaveLength(2);
    });

    must('joins patterns by what they share', ({ store }) => {
      fill(store, { [A]: PEOPLE });
      expect(found(store, ':p0 :knows ?x . ?x :knows ?y . ?y :name ?n')).toEqual(['n=P2 x=:p1 y=:p2']);
      expect(found(store, '?x :knows ?y . ?y :name "P5"')).toEqual(['x=:p4 y=:p5']);
      expect(found(store, '?x :name ?n . ?y :knows ?x . ?z :knows ?y')).toHaveLength(10);
      expect(found(store, '?x :knows ?y . ?a :name ?b')).toHaveLength(100);
    });

    must('finds an item by what stands in a graph of its own', ({ store }) => {
      const item = 'http://x.test/articles/17';
      const turtle = `<${item}> a :Article ; :headline "Floods in the valley"@en ; :about :water ; :relevance 0.93 . :water :label "Water" .`;
      store.write((write) => write.replaceGraph(item, triples(turtle)));
      expect(found(store, '?article :about ?topic . ?topic :label "Water" . ?article :headline ?headline', each())).toEqual([
        `article=:articles/17 g=:articles/17 headline=Floods in the valley@en topic=:water`,
      ]);
    });

    must('a variable that stands twice in a pattern is one variable', ({ store }) => {
      fill(store, { [A]: ':a :likes :a . :a :likes :b . :likes :likes :c . :x :x :x .' });
      expect(found(store, '?x :likes ?x')).toEqual(['x=:a']);
      expect(found(store, '?x ?x ?o')).toEqual(['o=:c x=:likes', 'o=:x x=:x']);
      expect(found(store, '?x ?x ?x')).toEqual(['x=:x']);
    });

    must('what is given counts as a constant and is not repeated', ({ store }) => {
      fill(store, { [A]: PEOPLE, [B]: ':p3 :knows :p7 .' });
      const p3 = term(':p3') as Term;
      expect(found(store, '?x :knows ?y', ALL, { x: p3 })).toEqual(['y=:p4', 'y=:p7']);
      expect(found(store, '?x :knows ?y . ?y :name ?n', ALL, { x: p3, z: p3 })).toEqual(['n=P4 y=:p4', 'n=P7 y=:p7']);
      expect(found(store, '?x :knows ?y', ALL, { x: term('"P3"') as Term })).toEqual([]);
      expect(found(store, '?x :knows ?y', ALL, { x: term(':nobody') as Term })).toEqual([]);
      expect(found(store, '?x :knows ?y', each(), { x: p3, g: namedNode(B) as unknown as Term })).toEqual(['y=:p7']);
      expect(found(store, '?x :knows ?y', each(A), { x: p3, g: namedNode(B) as unknown as Term })).toEqual([]);
      expect(found(store, '?x :knows ?y', each(), { g: term('"text"') as Term })).toEqual([]);
    });

    must('asks again while an answer of the same shape is being read', ({ store }) => {
      fill(store, { [A]: PEOPLE });
      const ways: string[] = [];
      const next = (x: Term): Iterable<readonly (Term | undefined)[]> => store.solve(pattern('?x :knows ?y'), ALL, { x }).rows;
      for (const [one] of next(term(':p0') as Term))
        for (const [two] of next(one as Term)) for (const [three] of next(two as Term)) ways.push(shown(three));
      expect(ways).toEqual([':p3']);
    });

    must('an answer can be left before its end and read again', ({ store }) => {
      fill(store, { [A]: PEOPLE });
      const { rows } = store.solve(pattern('?x :knows ?y'), ALL);
      for (const _ of rows) break;
      expect([...rows]).toHaveLength(10);
      store.write((write) => write.removeGraph(A));
      expect(store.size()).toBe(0);
    });

    must('S-31 shows in which graph a statement stands', ({ store }) => {
      fill(store, { '': ':a :p :default .', [A]: ':a :p :x .', [B]: ':a :p :x, :y .' });
      expect(found(store, ':a :p ?o', UNNAMED)).toEqual(['o=:default']);
      expect(found(store, ':a :p ?o', each())).toEqual(['g=:graph/a o=:x', 'g=:graph/b o=:x', 'g=:graph/b o=:y']);
      expect(found(store, ':a :p ?o', each(B))).toEqual(['g=:graph/b o=:x', 'g=:graph/b o=:y']);
      expect(found(store, ':a :p ?o', each('http://x.test/graph/none'))).toEqual([]);
      expect([...store.graphs()].toSorted()).toEqual([A, B]);
    });

    must('merged graphs have each statement once', ({ store }) => {
      fill(store, { '': ':a :p :x .', [A]: ':a :p :x . :x :q :z .', [B]: ':a :p :x . :x :q :z . :x :q :y .' });
      expect(found(store, ':a :p ?o')).toEqual(['o=:x']);
      expect(found(store, ':a :p ?o . ?o :q ?z')).toEqual(['o=:x z=:y', 'o=:x z=:z']);
      expect(found(store, '?s ?p ?o')).toHaveLength(3);
      expect(found(store, '?s ?p ?o', merged(A, B))).toHaveLength(3);
      expect(found(store, '?s ?p ?o', merged(A))).toHaveLength(2);
      expect(found(store, '?s ?p ?o', merged(A, 'http://x.test/graph/none'))).toHaveLength(2);
      expect(found(store, '?s ?p ?o', merged('http://x.test/graph/none'))).toEqual([]);
      expect(found(store, '?s ?p ?o', merged())).toEqual([]);
      expect(store.count(pattern('?s ?p ?o'), ALL) ?? 3).toBe(3);
    });

    must('statements of one graph are not joined with those of another where each stands by itself', ({ store }) => {
      fill(store, { [A]: ':a :p :b .', [B]: ':b :p :c . :c :p :d .' });
      expect(found(store, '?x :p ?y . ?y :p ?z', each())).toEqual(['g=:graph/b x=:b y=:c z=:d']);
      expect(found(store, '?x :p ?y . ?y :p ?z')).toHaveLength(2);
    });

    must('the name of a graph can stand in its patterns', ({ store }) => {
      fill(store, { [A]: `<${A}> :title "Of itself" . <${B}> :title "Of the other" .`, [B]: `<${A}> :title "Of the other" .` });
      expect(found(store, '?g :title ?t', each())).toEqual(['g=:graph/a t=Of itself']);
    });

    must('no pattern at all is true once, or once in each graph', ({ store }) => {
      fill(store, { '': ':a :p :b .', [A]: ':a :p :b .', [B]: ':a :p :b .' });
      expect([...store.solve([], ALL).rows]).toEqual([[]]);
      expect([...store.solve([], each()).rows].map(([g]) => shown(g)).toSorted()).toEqual([':graph/a', ':graph/b']);
      expect([...store.solve([], each(B)).rows].map(([g]) => shown(g))).toEqual([':graph/b']);
    });

    must('a pattern may be long', ({ store }) => {
      fill(store, { [A]: PEOPLE });
      const long = Array.from({ length: 75 }, (_, n) => `?x${n} :knows ?x${n + 1}`).join(' . ');
      const { variables, rows } = store.solve(pattern(long), ALL, { x0: term(':p0') as Term });
      expect([...rows].map((row) => shown(row[variables.indexOf('x75')]))).toEqual([':p5']);
    });

    must('S-32 replacing a graph leaves nothing of what it was', ({ store }) => {
      fill(store, { [A]: ':a :p :old, :both .', [B]: ':a :p :old .' });
      const count = store.write((write) => write.replaceGraph(A, triples(':a :p :new, :both, :both .')));
      expect(count).toBe(2);
      expect(found(store, ':a :p ?o', merged(A))).toEqual(['o=:both', 'o=:new']);
      expect(found(store, ':a :p :old', each())).toEqual(['g=:graph/b']);
      expect(store.size()).toBe(3);
      store.write((write) => write.removeGraph(A));
      store.write((write) => write.removeGraph('http://x.test/graph/none'));
      expect([...store.graphs()]).toEqual([B]);
      expect(store.size()).toBe(1);
    });

    must('blank nodes belong to their graph', ({ store }) => {
      fill(store, { [A]: '_:b :p "a" . _:b :q "a2" .', [B]: '_:b :p "b" .', '': '_:b :p "none" .' });
      expect(found(store, '?x :p ?v . ?x :q ?w')).toEqual(['v=a w=a2 x=_']);
      expect(new Set(values(store, '?x :p ?v').map(({ value }) => value)).size).toBe(3);
      const [node] = values(store, '?x :q ?w') as [Term];
      expect(found(store, '?x :p ?v', ALL, { x: node })).toEqual(['v=a']);
      store.write((write) =>
        write.replaceGraph(B, [quad(node as never, namedNode('http://x.test/p'), literal('stolen')) as unknown as Quad]),
      );
      expect(found(store, '?x :p ?v', ALL, { x: node })).toEqual(['v=a']);
    });

    must('adds and removes single statements, blank nodes that were found among them', ({ store }) => {
      fill(store, { [A]: '_:b :p "a" .' });
      const added = store.write((write) =>
        write.add([...inGraph(B, ':s :p "1", "2" .'), ...triples(':s :p "1" .'), ...inGraph(B, ':s :p "1" .')]),
      );
      expect(added).toBe(3);
      expect(found(store, ':s :p ?o', each())).toHaveLength(2);
      expect(found(store, ':s :p ?o', UNNAMED)).toEqual(['o=1']);
      const [node] = values(store, '?x :p "a"') as [Term];
      const more = quad(node as never, namedNode('http://x.test/more'), literal('x'), namedNode(A)) as unknown as Quad;
      store.write((write) => write.add([more]));
      expect(found(store, '?x :p "a" . ?x :more ?m')).toEqual(['m=x x=_']);
      expect(
        store.write((write) =>
          write.remove([more, more, ...inGraph(B, ':s :p "2", "3" .'), ...inGraph('http://x.test/no', ':s :p "1" .')]),
        ),
      ).toBe(2);
      expect(found(store, '?s ?p ?o')).toHaveLength(2);
      expect(store.size()).toBe(3);
    });

    must('sees its own changes while it writes, and nobody else does until then', ({ store, openSource }) => {
      fill(store, { [A]: ':a :p :b .' });
      store.write((write) => {
        write.replaceGraph(B, triples(':a :p :c .'));
        expect(found(write, ':a :p ?o')).toEqual(['o=:b', 'o=:c']);
        expect(write.count(pattern(':a :p ?o'), ALL) ?? 2).toBe(2);
        expect([...write.graphs()]).toContain(A);
        const source = openSource();
        expect(found(source, ':a :p ?o')).toEqual(['o=:b']);
        source.close();
      });
      const source = openSource();
      expect(found(source, ':a :p ?o')).toEqual(['o=:b', 'o=:c']);
      source.close();
    });

    must('changes are made together or not at all', ({ store }) => {
      fill(store, { [A]: ':a :p :b .' });
      const broken = (): void =>
        store.write((write) => {
          write.replaceGraph(A, triples(':a :p :c . :new :r :x .'));
          write.add(triples(':more :p :c .'));
          throw new Error('broken in the middle');
        });
      expect(broken).toThrow('broken in the middle');
      expect(found(store, '?s ?p ?o')).toEqual(['o=:b p=:p s=:a']);
      expect(store.size()).toBe(1);
      fill(store, { [B]: ':new :r :x .' });
      expect(found(store, ':new :r ?o', each())).toEqual(['g=:graph/b o=:x']);
    });

    must('S-09 what was written is there after a restart', ({ store, openAgain }) => {
      fill(store, { [A]: PEOPLE });
      store.close();
      const again = openAgain();
      expect(found(again, ':p0 :knows ?x . ?x :name ?n', each())).toEqual(['g=:graph/a n=P1 x=:p1']);
      expect(again.size()).toBe(20);
      again.close();
    });

    must('a second writer is told that the first is at it, and changes nothing', ({ store, openAgain }) => {
      const other = openAgain();
      store.write((write) => {
        write.add(triples(':a :p :b .'));
        expect(() => other.write((late) => late.add(triples(':a :p :c .')))).toThrow(KnowledgeBusy);
      });
      other.write((write) => write.add(triples(':a :p :d .')));
      expect(found(store, ':a :p ?o')).toEqual(['o=:b', 'o=:d']);
      other.close();
    });

    must('two writers by turns see what the other did', ({ store, openAgain }) => {
      const other = openAgain();
      fill(store, { [A]: ':a :p :b .' });
      expect(found(other, ':a :p ?o')).toEqual(['o=:b']);
      fill(other, { [A]: ':a :p :c .', [B]: ':a :p :c . :new :p :c .' });
      expect(found(store, ':a :p ?o')).toEqual(['o=:c']);
      fill(store, { [A]: ':new :p :c .' });
      expect(found(other, '?s ?p ?o', each())).toHaveLength(3);
      expect(found(other, '?s ?p ?o')).toHaveLength(2);
      other.close();
    });

    must('a feed is taken to its end, and goes on from there', ({ store }) => {
      expect(store.take(counting(5))).toBe(5);
      expect(store.take(counting(5))).toBe(0);
      expect(store.take(counting(7))).toBe(2);
      expect(found(store, '?n :value ?v')).toHaveLength(7);
    });

    must('a step that breaks leaves neither statements nor a cursor', ({ store, openAgain }) => {
      expect(() => store.take(counting(5, { breaksAt: 3 }))).toThrow('broken in the middle');
      expect(found(store, '?n :value ?v')).toHaveLength(2);
      const again = openAgain();
      expect(again.take(counting(5))).toBe(3);
      again.close();
      expect(found(store, '?n :value ?v')).toHaveLength(5);
    });

    must('a feed can be stopped between two steps', ({ store }) => {
      const stop = new AbortController();
      const feed = counting(5);
      const stopping: KnowledgeFeed = {
        ...feed,
        next: (write, cursor) => {
          if (cursor?.startsWith('1 ')) stop.abort();
          return feed.next(write, cursor);
        },
      };
      expect(store.take(stopping, stop.signal)).toBe(2);
      expect(store.take(counting(5))).toBe(3);
    });

    must('when a feed finds itself in another workspace, everything begins anew', ({ store }) => {
      store.take(counting(5));
      store.take(counting(3, { name: 'other' }));
      expect(store.take(counting(2, { of: 'w2' }))).toBe(2);
      expect(found(store, '?n :value ?v', each()).map((line) => line.split(' ')[0])).toEqual(['g=:counting/1', 'g=:counting/2']);
      expect(store.take(counting(3, { name: 'other' }))).toBe(3);
    });

    must('counts and estimates', ({ store }) => {
      fill(store, { [A]: PEOPLE, [B]: ':p0 :knows :p5, :p6 .' });
      expect(store.count(pattern('?x :knows ?y'), ALL) ?? 12).toBe(12);
      expect(store.count(pattern('?x :knows ?y . ?y :name ?n'), ALL) ?? 12).toBe(12);
      expect(store.count(pattern('?x :unknown ?y'), ALL) ?? 0).toBe(0);
      const [few, many, none] = [':p0 :knows ?y', '?x ?p ?y', '?x :unknown ?y'].map((text) =>
        store.estimate(pattern(text)[0] as TriplePattern, ALL),
      ) as [number, number, number];
      expect(few).toBeLessThan(many);
      expect(none).toBe(0);
      expect(store.estimate(pattern('?x ?p ?y')[0] as TriplePattern, merged(B))).toBeLessThan(many);
    });

    must('refuses what is no statement of RDF', ({ store }) => {
      const odd = { subject: variable('x'), predicate: namedNode('p'), object: literal('o'), graph: defaultGraph() } as unknown as Quad;
      expect(() => store.write((write) => write.add([odd]))).toThrow('not of a Variable');
      expect(store.size()).toBe(0);
    });

    must('whatever is written out and read in again is the same', ({ store }) => {
      const turtle = `:a :p "x\\"\\\\\\n\\t", "ü"@de, 1.50, true, <http://ü.test/%20?a=b#c> ; :q _:b . _:b :r _:c . _:c :r _:b .`;
      fill(store, { [A]: turtle });
      const writer = new Writer({ format: 'N-Quads' });
      const rows = store.solve(pattern('?s ?p ?o'), ALL);
      for (const [s, p, o] of rows.rows) writer.addQuad(quad(s as never, p as never, o as never, namedNode(B)));
      let text = '';
      writer.end((_error, result) => (text = result));
      store.write((write) => write.replaceGraph(B, new Parser({ format: 'N-Quads' }).parse(text) as unknown as Quad[]));
      expect(found(store, '?s ?p ?o', merged(B))).toEqual(found(store, '?s ?p ?o', merged(A)));
      expect(found(store, ':a :q ?b . ?b :r ?c . ?c :r ?b', merged(B))).toHaveLength(1);
    });
  });
}
