/** Names of months in the languages of the portals, as people write them: in full, short, in any case of the grammar. */

/** Spellings that the runtime's own tables lack. */
const FURTHER: Record<string, readonly (readonly string[])[]> = {
  de: [['jänner', 'jän'], ['feber'], ['mrz', 'maerz'], [], [], [], [], [], ['sept'], [], [], []],
  en: [[], [], [], [], [], [], [], [], ['sept'], [], [], []],
  fr: [[], ['fevrier', 'fevr', 'fév'], [], ['avr'], [], [], ['juil'], ['aout'], ['sept'], [], [], ['decembre', 'dec']],
  it: [['gen'], [], [], [], ['mag'], ['giu'], ['lug'], ['ago'], ['sett', 'set'], ['ott'], [], ['dic']],
  bg: [['ян'], ['февр', 'фев'], [], ['апр'], [], ['юни'], ['юли'], ['авг'], ['септ', 'сеп'], ['окт'], ['ноем', 'ное'], ['дек']],
};

export const DATE_LANGUAGES = ['en', 'de', 'fr', 'it', 'bg', 'es', 'pl', 'sl', 'ro', 'nl', 'pt', 'cs', 'hr'] as const;

const tables = new Map<string, ReadonlyMap<string, number>>();

/** Maps a name in lower case to its month, 1 to 12. */
export function monthNames(language: string): ReadonlyMap<string, number> {
  const known = tables.get(language);
  if (known) return known;
  const table = new Map<string, number>();
  const formats = formatsOf(language);
  for (let month = 1; month <= 12; month++)
    for (const name of namesOf(formats, language, month)) if (!table.has(name)) table.set(name, month);
  tables.set(language, table);
  return table;
}

/** The month a word names in one of the languages, in their order; null where it is none. */
export function monthOf(word: string, languages: readonly string[] = DATE_LANGUAGES): number | null {
  const plain = plainName(word);
  for (const language of languages) {
    const month = monthNames(language).get(plain);
    if (month !== undefined) return month;
  }
  return null;
}

export const monthName = (month: number, language: string, style: 'long' | 'short' = 'long'): string =>
  partOf(new Intl.DateTimeFormat(language, { month: style, day: 'numeric', timeZone: 'UTC' }), month);

const plainName = (word: string): string => word.normalize('NFC').toLowerCase().replace(/\.$/, '').trim();

/** Cached for each language: making one takes about a millisecond. */
const formatsOf = (language: string): Intl.DateTimeFormat[] =>
  (['long', 'short'] as const).flatMap((style) => [
    new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' }),
    new Intl.DateTimeFormat(language, { month: style, day: 'numeric', timeZone: 'UTC' }),
  ]);

function namesOf(formats: readonly Intl.DateTimeFormat[], language: string, month: number): string[] {
  const names = formats.map((format) => plainName(partOf(format, month))).filter((name) => /\p{L}{2}/u.test(name));
  return [...names, ...(FURTHER[language]?.[month - 1] ?? [])];
}

const partOf = (format: Intl.DateTimeFormat, month: number): string =>
  format.formatToParts(Date.UTC(2021, month - 1, 15)).find((part) => part.type === 'month')?.value ?? '';
