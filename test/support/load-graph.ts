/** Loads an exported graph with NetworkX, a graph tool of other people, and tells what it found. */
import { execFileSync, spawnSync } from 'node:child_process';

export interface LoadedGraph {
  readonly directed: boolean;
  readonly nodes: readonly Readonly<Record<string, unknown>>[];
  /** Names of both ends, and the weight. */
  readonly links: readonly (readonly [from: string, to: string, weight: number])[];
}

const SCRIPT = `
import json, sys, networkx
graph = {'pajek': networkx.read_pajek, 'graphml': networkx.read_graphml, 'gexf': networkx.read_gexf}[sys.argv[1]](sys.argv[2])
name = lambda node: graph.nodes[node].get('label', node)
print(json.dumps({
  'directed': graph.is_directed(),
  'nodes': [dict(data, name=name(node)) for node, data in graph.nodes(data=True)],
  'links': [[name(a), name(b), data.get('weight', 1)] for a, b, data in graph.edges(data=True)],
}))`;

export function loadGraph(format: 'pajek' | 'graphml' | 'gexf', file: string): LoadedGraph {
  return JSON.parse(
    execFileSync(python(), ['-c', SCRIPT, format, file], { encoding: 'utf8', env: { PYTHONUTF8: '1', PATH: process.env['PATH'] } }),
  ) as LoadedGraph;
}

let known: string | undefined;

/** The first Python that has it. */
function python(): string {
  const found = (known ??= ['python3', '/usr/bin/python3'].find((name) => spawnSync(name, ['-c', 'import networkx']).status === 0));
  if (!found) throw new Error('NetworkX is missing. On Debian: sudo apt-get install python3-networkx');
  return found;
}
