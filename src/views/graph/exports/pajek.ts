/**
 * A graph as a Pajek network (.net): numbered vertices with quoted labels, then arcs with weights.
 *
 * The format has no escapes. In a URL a quotation mark or a backslash can be written with a percent sign; control
 * characters, line ends above all, become spaces.
 */
import type { Graph } from '../graph.js';

export function* pajekOf({ nodes, names, out }: Graph): Generator<string> {
  yield `*Vertices ${nodes}\n`;
  for (let node = 0; node < nodes; node++) yield `${node + 1} "${label(names[node] as string)}"\n`;
  yield '*Arcs\n';
  for (let node = 0; node < nodes; node++)
    for (let at = out.start[node] as number; at < (out.start[node + 1] as number); at++)
      yield `${node + 1} ${(out.target[at] as number) + 1} ${out.weight[at]}\n`;
}

const label = (name: string): string =>
  name
    .replaceAll('"', '%22')
    .replaceAll('\\', '%5C')
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ');
