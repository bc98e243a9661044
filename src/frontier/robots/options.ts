/**
 * How robots.txt is read: RFC 9309 by default, and the leniencies of two widely used parsers by name.
 *
 * A flat record, so that each departure from the standard can be seen, switched and explained alone.
 * The presets exist to run those parsers' own suites; a crawl has no reason to leave `rfc9309`.
 */
export interface RobotsOptions {
  /** Octets that are parsed; the rest, and a line cut by the limit, is ignored. RFC 9309 asks for at least 500 KiB. */
  readonly maxBytes: number;
  /** Octets of one line that are read; the rest of the line is ignored. */
  readonly maxLineBytes: number;
  /**
   * A line without a colon. `two-words`: read when it is exactly a name and a value (`disallow /`).
   * `known-name`: read when it begins with a known name, however many words follow (`user agent harry potter`).
   */
  readonly missingColon: 'two-words' | 'known-name' | 'skip';
  /** Common misspellings of User-agent and Disallow (`Dissallow`) are read as what they mean. */
  readonly misspeltRules: boolean;
  /**
   * Which groups are ours. `token`: same product token, versions and the like cut off on both sides.
   * `bare-token`: the agent must be given as a bare token of letters, `-` and `_`; only the file's side is cut.
   * `substring`: the longest group name found anywhere in the agent, `*` inside a name standing for anything.
   */
  readonly agents: 'token' | 'bare-token' | 'substring';
  /**
   * Percent-encoding before comparison. `both-sides`: rule and URL are brought to one form.
   * `rules-only`: non-ASCII octets of rules are encoded and hex digits raised; the URL is taken as it is.
   */
  readonly percentEncoding: 'both-sides' | 'rules-only';
  /** Any other record, known or not, ends a run of User-agent lines, as Allow and Disallow do; the RFC forbids it. */
  readonly otherRecordsEndAgents: boolean;
  /** A rule that starts with neither `/` nor `*` is read as if `/` stood before it. */
  readonly slashOptional: boolean;
  /** A final `$` matches the end of the path or a dollar sign that ends it. */
  readonly dollarAlsoLiteral: boolean;
  /** `Allow: /dir/index.html` also allows `/dir/`. */
  readonly indexHtmlIsDirectory: boolean;
  /** The URL of robots.txt itself is always allowed. */
  readonly robotsTxtAllowed: boolean;
}

export type RobotsMode = 'rfc9309' | 'google' | 'protego';

const RFC9309: RobotsOptions = {
  maxBytes: 500 * 1024,
  maxLineBytes: 500 * 1024,
  missingColon: 'two-words',
  misspeltRules: false,
  agents: 'token',
  percentEncoding: 'both-sides',
  otherRecordsEndAgents: false,
  slashOptional: false,
  dollarAlsoLiteral: false,
  indexHtmlIsDirectory: false,
  robotsTxtAllowed: true,
};

const GOOGLE: RobotsOptions = {
  ...RFC9309,
  maxLineBytes: 8 * 2083 - 1,
  misspeltRules: true,
  agents: 'bare-token',
  percentEncoding: 'rules-only',
  indexHtmlIsDirectory: true,
  robotsTxtAllowed: false,
};

const PROTEGO: RobotsOptions = {
  ...RFC9309,
  missingColon: 'known-name',
  misspeltRules: true,
  agents: 'substring',
  otherRecordsEndAgents: true,
  slashOptional: true,
  dollarAlsoLiteral: true,
  indexHtmlIsDirectory: true,
  robotsTxtAllowed: false,
};

export const ROBOTS_MODES: Readonly<Record<RobotsMode, RobotsOptions>> = { rfc9309: RFC9309, google: GOOGLE, protego: PROTEGO };

export const robotsOptions = (mode: RobotsMode | RobotsOptions): RobotsOptions => (typeof mode === 'string' ? ROBOTS_MODES[mode] : mode);
