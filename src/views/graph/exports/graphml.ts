/** A graph as GraphML, with URL, site, depth and degree of each node and the weight of each link. */
import { degreesOf, type Graph } from '../graph.js';
import { xmlText } from '../xml.js';

export function* graphmlOf(graph: Graph): Generator<string> {
  const { nodes, names, sites, siteOf, depth, out } = graph;
  const degrees = degreesOf(graph).all;
  yield `${HEAD}<graph id="G" edgedefault="directed">\n`;
  for (let node = 0; node < nodes; node++) {
    const from = depth[node] === -1 ? '' : `<data key="depth">${depth[node]}</data>`;
    yield `<node id="n${node}"><data key="label">${xmlText(names[node] as string)}</data><data key="site">${xmlText(sites[siteOf[node] as number] as string)}</data>${from}<data key="degree">${degrees[node]}</data></node>\n`;
  }
  for (let node = 0; node < nodes; node++)
    for (let at = out.start[node] as number; at < (out.start[node + 1] as number); at++)
      yield `<edge source="n${node}" target="n${out.target[at]}"><data key="weight">${out.weight[at]}</data></edge>\n`;
  yield '</graph>\n</graphml>\n';
}

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
<key id="label" for="node" attr.name="label" attr.type="string"/>
<key id="site" for="node" attr.name="site" attr.type="string"/>
<key id="depth" for="node" attr.name="depth" attr.type="int"/>
<key id="degree" for="node" attr.name="degree" attr.type="int"/>
<key id="weight" for="edge" attr.name="weight" attr.type="double"/>
`;
