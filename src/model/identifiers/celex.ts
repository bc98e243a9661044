/**
 * CELEX numbers of EUR-Lex: sector, year, type, number and an optional ending.
 *
 * Endings: (01) tells documents of one number apart, R(02) is a corrigendum, -20160504 is the day of a consolidated
 * text, _SUM and the like accompany a judgment, DEU_123 names a national measure, /TXT a whole treaty.
 */
export interface Celex {
  /** 0 consolidated, 1 treaties, 2 agreements, 3 acts, 4 complementary, 5 preparatory, 6 case law, 7 transposition, 8 national case law, 9 questions, C and E. */
  readonly sector: string;
  readonly year: number;
  /** Letters of the type, such as R, L, D, PC or CJ; in sector 8 the country. */
  readonly type: string;
  readonly number: string;
  /** (01) */
  readonly sequence: string | null;
  /** R(02) */
  readonly corrigendum: string | null;
  /** Day of a consolidated text, as yyyymmdd. */
  readonly consolidated: string | null;
  /** Country of a national measure, three letters. */
  readonly country: string | null;
  /** What follows a slash or an underscore, such as TXT, SUM, RES or 123456. */
  readonly suffix: string | null;
}

const PARTS = '(?:\\((?<sequence>\\d{2,3})\\))?(?:R\\((?<corrigendum>\\d{2})\\))?';
const SECTIONS: readonly (readonly [sectors: string, pattern: RegExp])[] = [
  ['0', new RegExp(`^(?<type>[A-Z]{1,2})(?<number>\\d{4})${PARTS}(?:-(?<consolidated>\\d{8}))?$`)],
  [
    '1',
    /^(?<type>[A-Z]{1,3})(?<number>[A-Z]{0,3}\d{0,4})(?:\((?<sequence>\d{2,3})\))?(?:R\((?<corrigendum>\d{2})\))?(?:\/(?<suffix>[A-Z0-9]+(?:\/[A-Z0-9]+)*))?$/,
  ],
  ['23459E', new RegExp(`^(?<type>[A-Z]{1,2})(?<number>\\d{4,6})${PARTS}(?:_(?<suffix>[A-Z0-9]{1,10}))?$`)],
  ['6', new RegExp(`^(?<type>[A-Z]{2})(?<number>\\d{4})${PARTS}(?:_(?<suffix>[A-Z]{2,6}))?$`)],
  ['7', /^(?<type>[A-Z]{1,2})(?<number>\d{4})(?:\((?<sequence>\d{2,3})\))?(?<country>[A-Z]{3})_(?<suffix>\d{1,9})$/],
  ['8', /^(?<type>[A-Z]{2})(?<number>\d{4})(?:\((?<sequence>\d{2,3})\))?$/],
];
const GAZETTE = /^C(?<year>\d{4})\/(?<number>\d{1,5})\/(?<suffix>\d{1,5}[A-Z]?)$/;
const IN_TEXT =
  /(?<![\p{L}\p{N}])(?:[0-9E](?:19|20)\d{2}[A-Z]{1,2}\d{4}(?:\(\d{2,3}\))?(?:R\(\d{2}\))?(?:-\d{8}|_[A-Z]{2,6})?|1(?:19|20)\d{2}[A-Z]{1,3}\/[A-Z]{3})(?![\p{L}\p{N}])/gu;

export function parseCelex(raw: string): Celex | null {
  const text = plain(raw);
  const gazette = GAZETTE.exec(text)?.groups;
  if (gazette) return celexOf('C', gazette.year ?? '', gazette);
  const [, sector = '', year = '', rest = ''] = /^([0-9E])((?:19|20)\d{2})(.*)$/.exec(text) ?? [];
  const pattern = SECTIONS.find(([sectors]) => sector !== '' && sectors.includes(sector))?.[1];
  const groups = pattern?.exec(rest)?.groups;
  return groups && isDay(groups.consolidated) ? celexOf(sector, year, groups) : null;
}

/** Removes what addresses and texts put around a number: percent-encoding, a word before it, thin hyphens that break it. */
function plain(raw: string): string {
  const decoded = raw.replace(/%2[89F]/gi, (code) => ({ '%28': '(', '%29': ')', '%2F': '/' })[code.toUpperCase()] ?? code);
  return decoded
    .replace(/[\s\u00a0\u00ad]+/g, '')
    .replace(/[\u2010-\u2013]/g, '-')
    .replace(/^celex(?::|%3a)/i, '')
    .toUpperCase();
}

function celexOf(sector: string, year: string, groups: Readonly<Record<string, string | undefined>>): Celex {
  const { type = '', number = '', sequence = null, corrigendum = null, consolidated = null, country = null, suffix = null } = groups;
  return { sector, year: Number(year), type, number, sequence, corrigendum, consolidated, country, suffix };
}

function isDay(digits: string | undefined): boolean {
  if (digits === undefined) return true;
  const [month, day] = [Number(digits.slice(4, 6)), Number(digits.slice(6))];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

export function formatCelex(celex: Celex): string {
  if (celex.sector === 'C') return `C${celex.year}/${celex.number}/${celex.suffix ?? ''}`;
  const sequence = celex.sequence === null ? '' : `(${celex.sequence})`;
  const corrigendum = celex.corrigendum === null ? '' : `R(${celex.corrigendum})`;
  const head = `${celex.sector}${celex.year}${celex.type}${celex.number}${sequence}${corrigendum}`;
  if (celex.country !== null) return `${head}${celex.country}_${celex.suffix ?? ''}`;
  if (celex.consolidated !== null) return `${head}-${celex.consolidated}`;
  return celex.suffix === null ? head : `${head}${celex.sector === '1' ? '/' : '_'}${celex.suffix}`;
}

export const celexMentions = (text: string): string[] => text.match(IN_TEXT) ?? [];
