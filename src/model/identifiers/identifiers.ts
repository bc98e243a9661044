/**
 * Identifiers of legal documents: what each kind looks like, in its one spelling, and where a text mentions one.
 *
 * Rules are those of the public specifications. What is none yields null, never a guess.
 */
import { celexMentions, formatCelex, parseCelex } from './celex.js';
import { doiMentions, formatDoi, parseDoi } from './doi.js';
import { ecliMentions, formatEcli, parseEcli } from './ecli.js';
import { eliMentions, formatEli, parseEli } from './eli.js';
import { formatUrnNir, parseUrnNir, urnNirMentions } from './urn-nir.js';

export const IDENTIFIER_KINDS = ['ecli', 'eli', 'celex', 'nir', 'doi', 'urn'] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

interface Kind {
  /** The one spelling; null where it is no such identifier. */
  normal(text: string): string | null;
  mentions(text: string): string[];
}

const kind = <T>(parse: (text: string) => T | null, format: (value: T) => string, mentions: (text: string) => string[]): Kind => ({
  mentions,
  normal(text) {
    const value = text.length > MAX_CHARS ? null : parse(text);
    return value === null ? null : format(value);
  },
});

const MAX_CHARS = 2000;
/** RFC 8141: the namespace in small letters, the rest as it is. */
const URN = /^urn:([a-z0-9][a-z0-9-]{0,30}[a-z0-9]):(\S+)$/i;
const URN_IN_TEXT = /\burn:[a-z0-9][a-z0-9-]{0,30}[a-z0-9]:[^\s"'<>()[\]{}]+/gi;

const KINDS: Readonly<Record<IdentifierKind, Kind>> = {
  ecli: kind(parseEcli, formatEcli, ecliMentions),
  eli: kind(parseEli, formatEli, eliMentions),
  celex: kind(parseCelex, formatCelex, celexMentions),
  nir: kind(parseUrnNir, formatUrnNir, urnNirMentions),
  doi: kind(parseDoi, formatDoi, doiMentions),
  urn: kind(
    (text) => URN.exec(text.trim()),
    ([, space = '', rest = '']) => `urn:${space.toLowerCase()}:${rest}`,
    (text) => (text.match(URN_IN_TEXT) ?? []).map((mention) => mention.replace(/(?<![.,;:])[.,;:]+$/, '')),
  ),
};

/** In its one spelling; null where the text is no such identifier. */
export const parseIdentifier = (of: IdentifierKind, text: string): string | null => KINDS[of].normal(text);

/** Those a text mentions, in their one spelling, each once, in the order of the text. */
export function findIdentifiers(of: IdentifierKind, text: string): string[] {
  return [...new Set(KINDS[of].mentions(text).flatMap((mention) => KINDS[of].normal(mention) ?? []))];
}
