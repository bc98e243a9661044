/**
 * Keeps the memory of a browser within bounds while it shows pages.
 *
 * A page can use memory in ways that no setting of the browser bounds: buffers, drawings, WebAssembly, bodies of
 * requests. So each process is measured ten times a second and ended above the limit, which costs that page alone. When
 * the browser as a whole is too large and no page stands out, the browser ends. Between two looks the kernel's limit on
 * the data of a process holds.
 */
import type { Member } from './process-group.js';

export interface MemoryLimits {
  /** Most bytes of one process that shows pages. */
  readonly maxPageMemory: number;
  /** Most bytes of all processes of a browser. */
  readonly maxMemory: number;
}

export type Verdict = { readonly end: 'nothing' } | { readonly end: 'process'; readonly id: number } | { readonly end: 'browser' };

const NOTHING: Verdict = { end: 'nothing' };

/** What to end. One at a time: the next look shows how much that freed. */
export function judgeMemory(members: readonly Member[], { maxPageMemory, maxMemory }: MemoryLimits): Verdict {
  const [largest] = members.toSorted((one, other) => other.bytes - one.bytes);
  const page = members.find(({ isRenderer, bytes }) => isRenderer && bytes > maxPageMemory);
  if (page) return { end: 'process', id: page.id };
  if (!largest || members.reduce((sum, { bytes }) => sum + bytes, 0) <= maxMemory) return NOTHING;
  return largest.isRenderer ? { end: 'process', id: largest.id } : { end: 'browser' };
}
