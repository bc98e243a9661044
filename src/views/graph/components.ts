/** Connected parts of a graph, the largest first. */
import type { Adjacency } from './graph.js';

export interface Components {
  readonly count: number;
  /** Nodes, those of a component side by side: component c from `start[c]` to before `start[c + 1]`. */
  readonly members: Int32Array;
  readonly start: Int32Array;
}

/** `adjacency` must list each link at both ends. */
export function componentsOf(nodes: number, adjacency: Adjacency): Components {
  const found = new Int32Array(nodes);
  const seen = new Uint8Array(nodes);
  const starts: number[] = [];
  let end = 0;
  for (let first = 0; first < nodes; first++) {
    if (seen[first]) continue;
    starts.push(end);
    seen[first] = 1;
    found[end++] = first;
    for (let next = starts.at(-1) as number; next < end; next++) {
      const node = found[next] as number;
      for (let at = adjacency.start[node] as number; at < (adjacency.start[node + 1] as number); at++) {
        const other = adjacency.target[at] as number;
        if (seen[other]) continue;
        seen[other] = 1;
        found[end++] = other;
      }
    }
  }
  starts.push(end);
  return largestFirst(found, starts);
}

function largestFirst(found: Int32Array, starts: readonly number[]): Components {
  const count = starts.length - 1;
  const sizeOf = (part: number): number => (starts[part + 1] as number) - (starts[part] as number);
  const order = Array.from({ length: count }, (_, part) => part).toSorted((a, b) => sizeOf(b) - sizeOf(a) || a - b);
  const members = new Int32Array(found.length);
  const start = new Int32Array(count + 1);
  let end = 0;
  for (const [place, part] of order.entries()) {
    start[place] = end;
    members.set(found.subarray(starts[part] as number, starts[part + 1] as number), end);
    end += sizeOf(part);
  }
  start[count] = end;
  return { count, members, start };
}
