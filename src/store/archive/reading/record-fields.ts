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
}

export function parseFields(head: Uint8Array): ParsedHead {
  const [first = '', ...lines] = new TextDecoder().decode(head).split(/\r?\n/);
  const version = /^WARC\/(\d{1,3}\.\d{1,3})\s*$/.exec(first)?.[1] ?? '';
  const fields = new RecordFields(unfolded(lines).map(fieldOf));
  return { version, fields, problem: problemOf(version, fields) };
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
  return colon < 0 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}

const unbracketed = (value: string | null): string | null => (value?.startsWith('<') && value.endsWith('>') ? value.slice(1, -1) : value);
