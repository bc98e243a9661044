/** Languages as senders write them: codes of two or three letters in any case, with a region, or names such as `Italian`. */

/** Languages of the Union and its neighbours, by their codes of three letters too, the bibliographic ones included. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  bg: ['bul'],
  cs: ['ces', 'cze'],
  da: ['dan'],
  de: ['deu', 'ger'],
  el: ['ell', 'gre', 'gr'],
  en: ['eng'],
  es: ['spa'],
  et: ['est'],
  fi: ['fin'],
  fr: ['fra', 'fre'],
  ga: ['gle'],
  hr: ['hrv'],
  hu: ['hun'],
  is: ['isl', 'ice'],
  it: ['ita'],
  lb: ['ltz'],
  lt: ['lit'],
  lv: ['lav'],
  mk: ['mkd', 'mac'],
  mt: ['mlt'],
  nb: ['nob'],
  nl: ['nld', 'dut'],
  nn: ['nno'],
  no: ['nor'],
  pl: ['pol'],
  pt: ['por'],
  ro: ['ron', 'rum'],
  ru: ['rus'],
  sk: ['slk', 'slo'],
  sl: ['slv'],
  sq: ['sqi', 'alb'],
  sr: ['srp'],
  sv: ['swe'],
  tr: ['tur'],
  uk: ['ukr'],
};

let names: ReadonlyMap<string, string> | null = null;

/** ISO 639 code in small letters, of two letters where there is one; null for what names no language we know. */
export function languageCode(text: string): string | null {
  const word = text.trim().toLowerCase();
  names ??= new Map(Object.entries(CODES).flatMap(([code, others]) => namesOf(code, others).map((name) => [name, code])));
  return names.get(word) ?? names.get(/^([a-z]{2,3})[-_]/.exec(word)?.[1] ?? '') ?? (/^[a-z]{2,3}$/.test(word) ? word : null);
}

/** Its codes, its name in English and its name for itself. */
function namesOf(code: string, others: readonly string[]): string[] {
  const spoken = ['en', code].map((locale) => new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code);
  return [code, ...others, ...spoken.map((name) => name.toLowerCase())];
}
