/**
 * Identifiers of legal documents: how each kind looks, its normal spelling, and where a text mentions one. The rules are
 * those of the public specifications. A text that is no identifier yields null, never a guess.
 */
import { celexMentions, formatCelex, parseCelex } from './celex.js';
import { doiMentions, formatDoi, parseDoi } from './doi.js';
import { ecliMentions, formatEcli, parseEcli } from './ecli.js';
import { eliMentions, formatEli, parseEli } from './eli.js';
import { formatUrnNir, parseUrnNir, urnNirMentions } from './urn-nir.js';

export const IDENTIFIER_KINDS = ['ecli', 'eli', 'celex', 'nir', 'doi', 'urn'] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

interface Kind {
  /** The normal spelling; null when the text is no such identifier. */
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
/** RFC 8141: the namespace in lower case, the rest as it is. */
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

/** The identifier in its normal spelling; null when the text is none of this kind. */
export const parseIdentifier = (of: IdentifierKind, text: string): string | null => KINDS[of].normal(text);

/** The identifiers a text mentions, each once, in their normal spelling and in the order of the text. */
export function findIdentifiers(of: IdentifierKind, text: string): string[] {
  return [...new Set(KINDS[of].mentions(text).flatMap((mention) => KINDS[of].normal(mention) ?? []))];
}
