/** A graph as GEXF 1.2, the format of Gephi, with URL, site, depth and degree of each node and the weight of each link. */
import { degreesOf, type Graph } from '../graph.js';
import { xmlText } from '../xml.js';

export function* gexfOf(graph: Graph): Generator<string> {
  const { nodes, names, sites, siteOf, depth, out } = graph;
  const degrees = degreesOf(graph).all;
  yield HEAD;
  for (let node = 0; node < nodes; node++) {
    const from = depth[node] === -1 ? '' : `<attvalue for="1" value="${depth[node]}"/>`;
    yield `<node id="${node}" label="${xmlText(names[node] as string)}"><attvalues><attvalue for="0" value="${xmlText(sites[siteOf[node] as number] as string)}"/>${from}<attvalue for="2" value="${degrees[node]}"/></attvalues></node>\n`;
  }
  yield '</nodes>\n<edges>\n';
  let number = 0;
  for (let node = 0; node < nodes; node++)
    for (let at = out.start[node] as number; at < (out.start[node + 1] as number); at++)
      yield `<edge id="${number++}" source="${node}" target="${out.target[at]}" weight="${out.weight[at]}"/>\n`;
  yield '</edges>\n</graph>\n</gexf>\n';
}

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://www.gexf.net/1.2draft" version="1.2">
<graph mode="static" defaultedgetype="directed">
<attributes class="node"><attribute id="0" title="site" type="string"/><attribute id="1" title="depth" type="integer"/><attribute id="2" title="degree" type="integer"/></attributes>
<nodes>
`;
