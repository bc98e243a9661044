/**
 * Names of weekdays and months in the languages of the Union, long and short, as dates use them. They come from the
 * runtime's own calendar data. Computed on first use: that takes some milliseconds, and most pages do not need it.
 */
const LANGUAGES = 'bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv'.split(' ');
const FORMS: readonly Intl.DateTimeFormatOptions[] = [
  { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  { month: 'long' },
];
const DAY_MS = 86_400_000;

let weekdays: Set<string> | undefined;
let months: Set<string> | undefined;
/** Language → word → number of the month. */
const numbers = new Map<string, Map<string, number>>();

export const WEEKDAYS = (): ReadonlySet<string> => weekdays ?? fill().weekdays;
export const MONTHS = (): ReadonlySet<string> => months ?? fill().months;

/**
 * 1 to 12, or 0 for a word that is no month. The language of the page comes first, since `listopad` is October in one
 * language and November in another; then English, which many templates use, then all others.
 */
export function monthNumber(written: string, language: string | null): number {
  const word = written.toLowerCase();
  const own = language === null ? 0 : monthIn(word, language);
  if (own > 0) return own;
  for (const other of ['en', ...LANGUAGES]) {
    const found = monthNames(other).get(word);
    if (found !== undefined) return found;
  }
  return 0;
}

/** In the page's own language a name may be abbreviated anywhere: `Mär.`, `Sept`. */
function monthIn(word: string, language: string): number {
  const names = monthNames(language);
  const whole = names.get(word);
  if (whole !== undefined || word.length < 3) return whole ?? 0;
  const found = new Set<number>();
  for (const [name, month] of names) if (name.startsWith(word)) found.add(month);
  return found.size === 1 ? ([...found][0] ?? 0) : 0;
}

function monthNames(language: string): ReadonlyMap<string, number> {
  const known = numbers.get(language);
  if (known) return known;
  const names = new Map<string, number>();
  if (numbers.size < MOST_LANGUAGES && Intl.DateTimeFormat.supportedLocalesOf(language).length > 0) {
    for (const form of FORMS) addMonths(names, new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, { ...form, timeZone: 'UTC' }));
  }
  numbers.set(language, names);
  return names;
}

/** Pages name their language freely, so the cache is bounded. */
const MOST_LANGUAGES = 200;

function addMonths(names: Map<string, number>, format: Intl.DateTimeFormat): void {
  for (let month = 0; month < 12; month++) {
    for (const { type, value } of format.formatToParts(Date.UTC(2024, month, 1))) {
      const word = type === 'month' ? /\p{L}{2,}/u.exec(value.toLowerCase())?.[0] : undefined;
      if (word !== undefined && !names.has(word)) names.set(word, month + 1);
    }
  }
}

function fill(): { weekdays: Set<string>; months: Set<string> } {
  weekdays = new Set();
  months = new Set();
  for (const language of LANGUAGES) for (const form of FORMS) addNames(new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' }));
  return { weekdays, months };
}

/** The first seven days of each month contain every weekday. */
function addNames(format: Intl.DateTimeFormat): void {
  for (let month = 0; month < 12; month++) {
    for (let day = 0; day < (month === 0 ? 7 : 1); day++) {
      for (const { type, value } of format.formatToParts(Date.UTC(2024, month, 1) + day * DAY_MS)) {
        if (type === 'weekday' || type === 'month') addWords(type === 'weekday' ? weekdays : months, value);
      }
    }
  }
}

/** `2. pondělí` contains a word, `1` none. Inflected forms such as `torstaina` come from the runtime too. */
function addWords(names: Set<string> | undefined, value: string): void {
  for (const [word] of value.toLowerCase().matchAll(/\p{L}+/gu)) names?.add(word);
}
