/**
 * Keeps the memory of a browser within bounds while it shows pages.
 *
 * A page can ask for memory in ways no setting of the browser bounds: buffers, drawings, WebAssembly, bodies of requests.
 * So its process is looked at ten times a second, and ended over the limit: that costs the page alone. When the browser as
 * a whole is too large and no page is to blame more than others, the browser ends. Between two looks, the kernel's own
 * limit on the data of a process holds.
 */
import type { Member } from './process-group.js';

export interface MemoryLimits {
  /** Bytes of one process that shows pages. */
  readonly maxPageMemory: number;
  /** Bytes of all processes of a browser. */
  readonly maxMemory: number;
}

export type Verdict = { readonly end: 'nothing' } | { readonly end: 'process'; readonly id: number } | { readonly end: 'browser' };

const NOTHING: Verdict = { end: 'nothing' };

/** Whom to end. One thing at a time: what it frees is seen at the next look. */
export function judgeMemory(members: readonly Member[], { maxPageMemory, maxMemory }: MemoryLimits): Verdict {
  const [largest] = members.toSorted((one, other) => other.bytes - one.bytes);
  const page = members.find(({ isRenderer, bytes }) => isRenderer && bytes > maxPageMemory);
  if (page) return { end: 'process', id: page.id };
  if (!largest || members.reduce((sum, { bytes }) => sum + bytes, 0) <= maxMemory) return NOTHING;
  return largest.isRenderer ? { end: 'process', id: largest.id } : { end: 'browser' };
}
