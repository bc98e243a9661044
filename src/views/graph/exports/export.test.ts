import { SaxesParser } from 'saxes';
import { expect, it } from 'vitest';
import { type Graph, LinkCollector } from '../graph.js';
import { exportGraph } from './export.js';

/** Names nobody would give a page, but some server somewhere does. */
const NAMES = [
  'http://a.test/"quoted"',
  'http://a.test/line\nbreak\r\u2028end',
  'http://a.test/<b>&amp;',
  'http://a.test/žluťoučký/🐎',
  'http://a.test/\u0000\ud800\\',
];

const graph = (): Graph => {
  const links = new LinkCollector();
  for (let node = 1; node < NAMES.length; node++) links.add(0, node);
  const nodes = NAMES.length;
  return {
    nodes,
    names: NAMES,
    sites: ['http://a.test'],
    siteOf: new Int32Array(nodes),
    depth: new Int32Array(nodes),
    out: links.merged(nodes).adjacency,
    selfLinks: 0,
    outside: 0,
  };
};

it('G-37 Pajek keeps one vertex a line, whatever its name', () => {
  const lines = [...exportGraph(graph(), 'pajek')].join('').split('\n');
  expect(lines.slice(0, 6)).toEqual([
    '*Vertices 5',
    '1 "http://a.test/%22quoted%22"',
    '2 "http://a.test/line break  end"',
    '3 "http://a.test/<b>&amp;"',
    '4 "http://a.test/žluťoučký/🐎"',
    '5 "http://a.test/  %5C"',
  ]);
  expect(lines.slice(6)).toEqual(['*Arcs', '1 2 1', '1 3 1', '1 4 1', '1 5 1', '']);
});

it.each(['graphml', 'gexf'] as const)('G-37 %s is XML, whatever the names', (format) => {
  const names: string[] = [];
  const parser = new SaxesParser();
  let key = '';
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'node' && format === 'gexf') names.push(attributes['label'] as string);
    key = (attributes['key'] as string | undefined) ?? '';
  });
  parser.on('text', (text) => {
    if (key === 'label' && text.startsWith('http')) names.push(text);
  });
  parser.write([...exportGraph(graph(), format)].join('')).close();
  expect(names).toEqual([...NAMES.slice(0, 4), 'http://a.test/\ufffd\ufffd\\']);
});
