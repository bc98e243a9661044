import type { Quad } from '@rdfjs/types';
import { Parser as SparqlParser } from '@traqula/parser-sparql-1-1';
import { DataFactory, Parser } from 'n3';
import { describe, expect, it } from 'vitest';
import type { RemoteAnswer, RemoteRequest, RemoteTransport } from '../../store/index.js';
import { openRemoteKnowledge } from './index.js';

/** Where a network would be: keeps what is sent, and answers as it is told. */
function wire(answer: Partial<RemoteAnswer> = {}): RemoteTransport & { sent: RemoteRequest[] } {
  const sent: RemoteRequest[] = [];
  return {
    sent,
    post: async (request) => {
      sent.push(request);
      return { status: 200, body: '', retryAfterMs: 0, ...answer };
    },
    close: async () => {},
  };
}

const quads = (turtle: string): Quad[] => new Parser().parse(turtle) as unknown as Quad[];

describe('a remote store', () => {
  it('is sent a graph as one update that any SPARQL 1.1 store understands', async () => {
    const network = wire();
    await openRemoteKnowledge(network).replaceGraph(
      'http://x.test/doc',
      quads('<urn:s> <urn:p> "a\\"b\\\\c\\n", "ü"@de, 1 ; <urn:q> _:b . _:b <urn:p> <urn:o> .'),
    );
    const [update] = network.sent;
    expect(update?.kind).toBe('update');
    expect(update?.body).toMatch(/^DROP SILENT GRAPH <http:\/\/x.test\/doc>;\nINSERT DATA \{ GRAPH <http:\/\/x.test\/doc> \{/);
    expect(() => new SparqlParser().parse(update?.body ?? '')).not.toThrow();
  });

  it('is told to drop a graph that has no statements', async () => {
    const network = wire();
    const remote = openRemoteKnowledge(network);
    await remote.replaceGraph('http://x.test/doc', []);
    await remote.removeGraph('http://x.test/doc');
    expect(network.sent.map(({ body }) => body)).toEqual(Array(2).fill('DROP SILENT GRAPH <http://x.test/doc>'));
  });

  it('cannot be made to do something else by what a document says', async () => {
    const network = wire();
    const remote = openRemoteKnowledge(network);
    await expect(remote.removeGraph('http://x.test/> ; DROP ALL ; DROP GRAPH <urn:x')).rejects.toThrow('is no IRI');
    const evil = DataFactory.quad(
      DataFactory.namedNode('urn:s'),
      DataFactory.namedNode('urn:p> "" } } ; DROP ALL #'),
      DataFactory.literal('x'),
    );
    await remote.replaceGraph('http://x.test/doc', [evil as unknown as Quad, ...quads('<urn:s> <urn:p> "} } ; DROP ALL #" .')]);
    expect(network.sent).toHaveLength(1);
    expect(network.sent[0]?.body).not.toContain('urn:p>  ');
    expect(network.sent[0]?.body).not.toContain('urn:p> "" }');
    expect(() => new SparqlParser().parse(network.sent[0]?.body ?? '')).not.toThrow();
  });

  it('says what it was answered when it is refused', async () => {
    const remote = openRemoteKnowledge(wire({ status: 429, body: '  slow\n down ', retryAfterMs: 5000 }));
    await expect(remote.removeGraph('urn:g')).rejects.toMatchObject({
      message: 'The remote store answered 429: slow down',
      retryAfterMs: 5000,
    });
  });

  it('answers questions with terms', async () => {
    const body = JSON.stringify({
      head: { vars: ['a', 'b', 'c', 'd', 'e'] },
      results: {
        bindings: [
          {
            a: { type: 'uri', value: 'urn:a' },
            b: { type: 'literal', value: 'hallo', 'xml:lang': 'de' },
            c: { type: 'literal', value: '1', datatype: 'http://www.w3.org/2001/XMLSchema#integer' },
            d: { type: 'bnode', value: 'n1' },
          },
        ],
      },
    });
    const { variables, rows } = await openRemoteKnowledge(wire({ body })).select('SELECT * { ?a ?b ?c }');
    expect(variables).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(rows[0]?.map((term) => term && [term.termType, term.value])).toEqual([
      ['NamedNode', 'urn:a'],
      ['Literal', 'hallo'],
      ['Literal', '1'],
      ['BlankNode', 'n1'],
      undefined,
    ]);
  });

  it.each([
    ['no JSON', '<html>'],
    ['null', 'null'],
    ['no rows', '{"head":{"vars":["a"]}}'],
  ])('says so when an answer is no result: %s', async (_case, body) => {
    await expect(openRemoteKnowledge(wire({ body })).select('SELECT * {}')).rejects.toThrow('no SPARQL result in JSON');
  });
});
