/** European Case Law Identifiers (Council conclusions 2011/C 127/01): ECLI:country:court:year:ordinal. */
export interface Ecli {
  /** Two letters: a member state, EU, or an admitted body (CE, EP). */
  readonly country: string;
  readonly court: string;
  readonly year: number;
  readonly ordinal: string;
}

const ECLI = /^ECLI:([A-Z]{2}):([A-Z][A-Z0-9]{0,6}):(\d{4}):([A-Z0-9](?:[A-Z0-9.]{0,23}[A-Z0-9])?)$/;
const IN_TEXT = /\bECLI\s?:\s?[A-Z]{2}\s?:\s?[A-Z][A-Z0-9]{0,6}\s?:\s?\d{4}\s?:\s?[A-Z0-9][A-Z0-9.]{0,24}/gi;

/**
 * Reads an ECLI. Portals differ in case and stray spaces, so both are forgiven. Anything else that is wrong yields null:
 * a guessed identifier is worse than none.
 */
export function parseEcli(raw: string): Ecli | null {
  const match = ECLI.exec(raw.replace(/[\s\u00a0\u00ad]+/g, '').toUpperCase());
  if (!match) return null;
  const [, country = '', court = '', year = '', ordinal = ''] = match;
  return { country, court, year: Number(year), ordinal };
}

export const formatEcli = ({ country, court, year, ordinal }: Ecli): string =>
  `ECLI:${country}:${court}:${String(year).padStart(4, '0')}:${ordinal}`;

/** Finds the ECLIs of a text. A full stop after one ends the sentence, not the identifier. */
export const ecliMentions = (text: string): string[] => (text.match(IN_TEXT) ?? []).map((mention) => mention.replace(/(?<!\.)\.+$/, ''));
