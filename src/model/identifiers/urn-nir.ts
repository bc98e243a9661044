/**
 * Names of Italian norms (AIPA circular 35/2001): urn:nir:authority:measure:date;number, then annexes, version, form, partition.
 *
 * urn:nir:stato:decreto.legislativo:2003-06-30;196:1@2011-05-14~art13-com2
 */
export interface UrnNir {
  /** A list, since several authorities may have acted together. */
  readonly authorities: readonly string[];
  readonly measure: string;
  /** A day, or a year alone. */
  readonly date: string;
  readonly number: string | null;
  readonly annexes: readonly string[];
  readonly version: string | null;
  readonly form: string | null;
  readonly partition: string | null;
}

const WORD = '[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?';
const NIR = new RegExp(
  `^urn:nir:(?<authorities>${WORD}(?:[;+]${WORD})*):(?<measure>${WORD}(?:;${WORD})*):(?<date>\\d{4}(?:-\\d{2}-\\d{2})?)(?:;(?<number>[a-z0-9][a-z0-9./_-]*))?` +
    '(?<annexes>(?::[a-z0-9][a-z0-9.;_-]*)*)(?:@(?<version>[a-z0-9-]*(?:[;!][a-z0-9=-]+)*))?(?:\\*(?<form>[a-z0-9.;_-]+))?(?:[~#](?<partition>[a-z0-9!=;_.-]+))?$',
);
const IN_TEXT = /\burn:nir:[a-z0-9.+;-]+:[a-z0-9.;-]+:\d{4}[^\s"'<>()[\]{}]*/gi;

export function parseUrnNir(raw: string): UrnNir | null {
  const groups = NIR.exec(raw.trim().toLowerCase())?.groups;
  if (!groups || !isDate(groups.date ?? '')) return null;
  const { authorities = '', measure = '', date = '', number = null, annexes = '', version = null, form = null, partition = null } = groups;
  return { authorities: authorities.split('+'), measure, date, number, annexes: annexes.split(':').slice(1), version, form, partition };
}

function isDate(date: string): boolean {
  if (date.length === 4) return true;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

export function formatUrnNir({ authorities, measure, date, number, annexes, version, form, partition }: UrnNir): string {
  const head = `urn:nir:${authorities.join('+')}:${measure}:${date}${number === null ? '' : `;${number}`}`;
  const tail = [version === null ? '' : `@${version}`, form === null ? '' : `*${form}`, partition === null ? '' : `~${partition}`];
  return head + annexes.map((annex) => `:${annex}`).join('') + tail.join('');
}

export const urnNirMentions = (text: string): string[] =>
  (text.match(IN_TEXT) ?? []).map((mention) => mention.replace(/(?<![.,;:])[.,;:]+$/, ''));
