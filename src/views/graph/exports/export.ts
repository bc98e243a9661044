/** The formats a graph can be written in, for programs that draw and measure graphs. */
import type { Graph } from '../graph.js';
import { gexfOf } from './gexf.js';
import { graphmlOf } from './graphml.js';
import { pajekOf } from './pajek.js';

const WRITERS = { pajek: pajekOf, graphml: graphmlOf, gexf: gexfOf } as const;

export type GraphFormat = keyof typeof WRITERS;
export const GRAPH_FORMATS = Object.keys(WRITERS) as GraphFormat[];

const ENDINGS: Readonly<Record<string, GraphFormat>> = { '.net': 'pajek', '.graphml': 'graphml', '.gexf': 'gexf' };

/** The format a file name asks for; null when it says nothing. */
export const formatOfFile = (ending: string): GraphFormat | null => ENDINGS[ending.toLowerCase()] ?? null;

/** The file in pieces, so that a large one needs no room in memory. */
export const exportGraph = (graph: Graph, format: GraphFormat): Generator<string> => WRITERS[format](graph);
