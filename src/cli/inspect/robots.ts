/** What a robots.txt says to an agent about a URL. Files repeat from line to line, so the last ones stay parsed. */
import { parseRobots, ROBOTS_MODES, type Robots, type RobotsMode } from '../../frontier/robots/index.js';
import { bytesOf, type Input, oneOf, optionalText, textOf } from './fields.js';

export interface RobotsView {
  readonly allowed: boolean;
  /** The line that decided; null when none did. */
  readonly rule: string | null;
  /** Seconds. */
  readonly crawlDelay: number | null;
  readonly sitemaps: readonly string[];
}

const MODES = Object.keys(ROBOTS_MODES) as RobotsMode[];

export function inspectRobots(input: Input): RobotsView {
  const agent = textOf(input, 'agent');
  const url = textOf(input, 'url');
  const robots = robotsOf(input, oneOf('mode', optionalText(input, 'mode'), MODES) ?? 'rfc9309');
  const { allowed, rule } = robots.decide(agent, url);
  return { allowed, rule, crawlDelay: robots.crawlDelay(agent), sitemaps: robots.sitemaps };
}

function robotsOf(input: Input, mode: RobotsMode): Robots {
  if (input['robots_b64'] !== undefined)
    return remembered(`${mode} base64`, textOf(input, 'robots_b64'), () => parseRobots(bytesOf(input, 'robots_b64'), mode));
  if (input['robots'] === undefined) throw new Error('"robots" or "robots_b64" is missing');
  const text = textOf(input, 'robots');
  return remembered(mode, text, () => parseRobots(text, mode));
}

const KEPT = 64;
/** Characters of text kept as keys, all in all: a few huge files must not crowd out the memory. */
const KEPT_CHARACTERS = 16 * 1024 * 1024;

/** Kind of text → text → what it says, least recently used first. Two levels, since joining both to one key would copy every text. */
const byKind = new Map<string, Map<string, Robots>>();
let characters = 0;

function remembered(kind: string, text: string, parse: () => Robots): Robots {
  const known = byKind.get(kind) ?? new Map<string, Robots>();
  byKind.set(kind, known);
  const found = known.get(text);
  if (found) return found;
  const robots = parse();
  if (known.size >= KEPT || characters + text.length > KEPT_CHARACTERS) forgetOldest(known);
  characters += text.length;
  known.set(text, robots);
  return robots;
}

function forgetOldest(known: Map<string, Robots>): void {
  for (const text of known.keys()) {
    known.delete(text);
    characters -= text.length;
    if (known.size < KEPT && characters < KEPT_CHARACTERS / 2) return;
  }
}
