/**
 * Names of weekdays and months in the languages of the Union, long and short, as they stand in dates.
 *
 * Taken from the runtime's own calendar data instead of lists of ours. Made when first asked for: it takes some
 * milliseconds, and most pages never need it.
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

export const WEEKDAYS = (): ReadonlySet<string> => weekdays ?? fill().weekdays;
export const MONTHS = (): ReadonlySet<string> => months ?? fill().months;

function fill(): { weekdays: Set<string>; months: Set<string> } {
  weekdays = new Set();
  months = new Set();
  for (const language of LANGUAGES) for (const form of FORMS) addNames(new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' }));
  return { weekdays, months };
}

/** The first seven days of each month have every weekday. */
function addNames(format: Intl.DateTimeFormat): void {
  for (let month = 0; month < 12; month++) {
    for (let day = 0; day < (month === 0 ? 7 : 1); day++) {
      for (const { type, value } of format.formatToParts(Date.UTC(2024, month, 1) + day * DAY_MS)) {
        if (type === 'weekday' || type === 'month') addWords(type === 'weekday' ? weekdays : months, value);
      }
    }
  }
}

/** `2. pondělí` has a word, `1` has none; `torstai` stands as `torstaina` in a date, and both come from the runtime. */
function addWords(names: Set<string> | undefined, value: string): void {
  for (const [word] of value.toLowerCase().matchAll(/\p{L}+/gu)) names?.add(word);
}
