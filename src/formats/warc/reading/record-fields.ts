/** The head of a WARC record, parsed: version line, then named fields whose case does not matter. */

export class RecordFields {
  constructor(readonly list: readonly (readonly [name: string, value: string])[]) {}

  /** The first value; null when the field is missing. */
  get(name: string): string | null {
    return this.list.find(([field]) => field.toLowerCase() === name)?.[1] ?? null;
  }

  all(name: string): string[] {
    return this.list.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value);
  }

  /** Without the angle brackets that version 1.0 demanded around every URI. */
  uri(name: string): string | null {
    return unbracketed(this.get(name));
  }

  uris(name: string): string[] {
    return this.all(name).map((value) => unbracketed(value) ?? '');
  }
}

export interface ParsedHead {
  readonly version: string;
  readonly fields: RecordFields;
  /** Why these bytes are no head of a record. */
  readonly problem: string | null;
  /** What is wrong with its lines and does not keep it from being read. */
  readonly faults: readonly string[];
}

export function parseFields(head: Uint8Array): ParsedHead {
  const text = new TextDecoder().decode(head);
  const [first = '', ...lines] = text.split(/\r?\n/);
  const version = /^WARC\/(\d{1,3}\.\d{1,3})\s*$/i.exec(first)?.[1] ?? '';
  const whole = unfolded(lines);
  const fields = new RecordFields(whole.map(fieldOf));
  return { version, fields, problem: problemOf(version, fields), faults: faultsOf(text, first, whole) };
}

/** A token of RFC 2616: no spaces, no separators. */
const NAME = /^[!#$%&'*+.^`|~\w-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

function faultsOf(text: string, first: string, lines: readonly string[]): string[] {
  const faults: string[] = [];
  if (/(?<!\r)\n/.test(text)) faults.push('lines of the record head end with LF alone instead of CRLF');
  if (/\s$/.test(first)) faults.push('white space follows the version');
  if (text.includes('\ufffd')) faults.push('the record head is not UTF-8');
  if (CONTROL.test(text)) faults.push('a control character stands in the record head');
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 0) faults.push(`a line of the record head is no field: ${line.slice(0, 40)}`);
    else if (!NAME.test(line.slice(0, colon))) faults.push(`this is no name of a field: ${line.slice(0, Math.min(colon, 40))}`);
  }
  return faults;
}

function problemOf(version: string, fields: RecordFields): string | null {
  if (version === '') return 'no record begins here';
  const length = fields.get('content-length');
  if (length === null) return 'the record has no Content-Length';
  return /^\d{1,15}$/.test(length) ? null : 'the Content-Length is no number';
}

/** A line that begins with white space continues the one before it. */
function unfolded(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    if (line === '') continue;
    if (/^[ \t]/.test(line) && whole.length > 0) whole.push(`${whole.pop()} ${line.trim()}`);
    else whole.push(line);
  }
  return whole;
}

function fieldOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  if (colon < 0) return [line.trim(), ''];
  const [name, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  return [name, name.toLowerCase() === 'warc-type' ? value.toLowerCase() : value]; // types are words of the grammar, too
}

const unbracketed = (value: string | null): string | null => (value?.startsWith('<') && value.endsWith('>') ? value.slice(1, -1) : value);
