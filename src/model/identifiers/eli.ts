/**
 * European Legislation Identifiers (Council conclusions 2012/C 325/02, 2017/C 441/05): addresses whose path contains
 * `eli`.
 *
 * Each state chooses its own parts and their order. So only what is common is checked, and for the Union its own scheme;
 * the other parts are recognised by their form.
 */
export interface Eli {
  /** `https://www.example.org`, or empty when only the path is given. */
  readonly origin: string;
  /** Parts of the path after `eli`. */
  readonly parts: readonly string[];
  /** The part that says what kind of act it is. */
  readonly type: string;
  readonly year: number | null;
  readonly number: string | null;
}

const ELI = /^(?<origin>https?:\/\/[a-z0-9.-]+(?::\d+)?)?(?<before>(?:\/[a-z0-9._~-]+)*?)\/eli\/(?<rest>.+)$/is;
const PART = /^(?:[\p{L}\p{N}._~()'!*+,;:@&=-]|%[0-9a-f]{2})+$/iu;
const UNION = /^(?:[a-z_]+\/\d{4}\/\d{1,5}|[CL](?:[A-Z])?\/\d{4}\/\d{1,6}|treaty\/[a-z_0-9]+)(?:\([0-9]{1,2}\))?(?:\/|$)/;
const IN_TEXT = /\bhttps?:\/\/[a-z0-9.-]+(?:\/[a-z0-9._~-]+)*?\/eli\/[^\s"'<>()[\]{}?#]+/gi;

export function parseEli(raw: string): Eli | null {
  const match = ELI.exec(raw.trim().replace(/^eli\//i, '/eli/'));
  const { origin = '', before = '', rest = '' } = match?.groups ?? {};
  const path = rest.replace(/\/?(?:[?#].*)?$/s, '');
  const parts = path.split('/');
  if (!match || parts.length < 2 || !parts.every((part) => PART.test(part))) return null;
  if (/\/\/data\.europa\.eu$/i.test(origin) && !UNION.test(path)) return null;
  return { origin: origin.toLowerCase() + before, parts, ...meaningOf(parts) };
}

/** The year is the first part that looks like one. The type stands before it; the number is the first number after it. */
function meaningOf(parts: readonly string[]): Pick<Eli, 'type' | 'year' | 'number'> {
  const at = parts.findIndex((part) => /^(1[5-9]|20|21)\d{2}$/.test(part));
  if (at < 0) return { type: parts[0] ?? '', year: null, number: null };
  const number =
    parts.slice(at + 1).find((part) => /\d/.test(part) && !/^\d{2}$/.test(part)) ?? parts.slice(at + 1).find((part) => /^\d+$/.test(part));
  return { type: parts[Math.max(0, at - 1)] ?? '', year: Number(parts[at]), number: number ?? null };
}

export const formatEli = ({ origin, parts }: Eli): string => `${origin}/eli/${parts.join('/')}`;

export const eliMentions = (text: string): string[] =>
  (text.match(IN_TEXT) ?? []).map((mention) => mention.replace(/(?<![.,;:!])[.,;:!]+$/, ''));
