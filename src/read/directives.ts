/**
 * What the publisher asks of robots: meta robots, X-Robots-Tag, TDM reservation. Rules for everybody and rules for our
 * own name add up; rules for other robots are ignored.
 */
import type { Directives, HeaderField } from '../model/index.js';

export interface MutableDirectives {
  noindex: boolean;
  nofollow: boolean;
  noarchive: boolean;
  tdmReserved: boolean;
}

export const noDirectives = (): MutableDirectives => ({ noindex: false, nofollow: false, noarchive: false, tdmReserved: false });

/** Directives with a value after a colon; any other word before a colon is a robot's name. */
const VALUED: ReadonlySet<string> = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);

export function directivesOfHeaders(headers: readonly HeaderField[], agent: string): MutableDirectives {
  const directives = noDirectives();
  for (const [name, value] of headers) {
    const field = name.toLowerCase();
    if (field === 'x-robots-tag') applyHeader(directives, value, agent);
    else if (field === 'tdm-reservation') applyReservation(directives, value);
  }
  return directives;
}

/** `<meta name content>`, where the name is `robots`, the agent's or `tdm-reservation`. */
export function applyMeta(directives: MutableDirectives, name: string, content: string, agent: string): void {
  if (name === 'robots' || name === agent.toLowerCase()) for (const word of content.split(/[\s,;]+/, 50)) applyWord(directives, word);
  else if (name === 'tdm-reservation') applyReservation(directives, content);
}

/** A robot's name applies to the rest of the field: `otherbot: noindex, nofollow`. */
function applyHeader(directives: MutableDirectives, value: string, agent: string): void {
  let ours = true;
  for (const part of value.split(',', 100)) {
    const colon = part.indexOf(':');
    const before = part.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (colon >= 0 && !VALUED.has(before)) ours = before === agent.toLowerCase() || before === '*' || before === 'robots';
    if (ours) applyWord(directives, part.slice(VALUED.has(before) ? 0 : colon + 1).trim());
  }
}

function applyWord(directives: MutableDirectives, written: string): void {
  const word = written.toLowerCase();
  if (word === 'noindex' || word === 'none') directives.noindex = true;
  if (word === 'nofollow' || word === 'none') directives.nofollow = true;
  if (word === 'noarchive' || word === 'nocache') directives.noarchive = true;
}

function applyReservation(directives: MutableDirectives, value: string): void {
  if (value.trim() === '1') directives.tdmReserved = true;
}

export const frozen = (directives: MutableDirectives): Directives => ({ ...directives });
