/**
 * Finds the encoding a document declares about itself: `<meta charset>`, `<meta http-equiv>` or the
 * XML declaration, by the prescan of the HTML standard.
 *
 * Works on bytes, since the encoding is not known yet. Two liberties: the standard looks at the
 * first 1,024 bytes and mends later while parsing; we look further in the first place and need not
 * parse twice. And `hintedCharset` accepts declarations too broken for the standard; it is only a
 * hint, for the caller to weigh when nothing better is known.
 */
import { charsetOfLabel } from '../charset-label.js';

const WINDOW = 32_768;
const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const EQUALS = 0x3d;

const isSpace = (c: number): boolean => c === 0x20 || c === 0x0a || c === 0x09 || c === 0x0d || c === 0x0c;
const isLetter = (c: number): boolean => (c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a);

/** WHATWG name of the declared encoding, null when none is declared in a form browsers accept. */
export function declaredCharset(bytes: Uint8Array): string | null {
  const scan = new Prescan(bytes.length > WINDOW ? bytes.subarray(0, WINDOW) : bytes);
  return scan.run() ?? xmlDeclaredCharset(bytes);
}

/** `<?xml … encoding="…"?>` at the very start; an encoding that cannot be true for bytes read as ASCII means UTF-8. */
export function xmlDeclaredCharset(bytes: Uint8Array): string | null {
  if (bytes[0] !== LT || bytes[1] !== 0x3f) return null;
  const head = asciiOf(bytes, 256);
  const end = head.indexOf('?>');
  if (!head.startsWith('<?xml') || end < 0) return null;
  const match = /\sencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(head.slice(0, end));
  const name = charsetOfLabel(match?.[1] ?? match?.[2] ?? '');
  return name === null ? null : plausible(name);
}

/** Any `charset=` inside something meant to be a meta tag, however malformed. */
export function hintedCharset(bytes: Uint8Array): string | null {
  const head = asciiOf(bytes, 4096).replace(/<!--[^]*?(?:-->|$)/g, '');
  for (const tag of head.matchAll(/<\s{0,10}meta\b([^>]{0,500})/gi)) {
    const label = /charset\s*=\s*(?:["']\s*)?([\w:.-]+)/i.exec(tag[1] ?? '')?.[1];
    const name = label === undefined ? null : charsetOfLabel(label);
    if (name !== null) return plausible(name);
  }
  return null;
}

const asciiOf = (bytes: Uint8Array, length: number): string => {
  const view = bytes.subarray(0, length);
  return Buffer.from(view.buffer, view.byteOffset, view.length).toString('latin1');
};

/** A label found by reading ASCII cannot be UTF-16; the standard reads it as UTF-8. */
function plausible(name: string): string | null {
  if (name === 'utf-16le' || name === 'utf-16be') return 'utf-8';
  if (name === 'x-user-defined') return 'windows-1252';
  return name === 'replacement' ? null : name;
}

interface Attribute {
  readonly name: string;
  readonly value: string;
}

/** As the standard asks, the scan ends without an answer when it runs out of bytes. */
class Prescan {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  run(): string | null {
    const { bytes } = this;
    for (; ; this.at++) {
      this.at = bytes.indexOf(LT, this.at);
      if (this.at < 0) return null;
      const next = bytes[this.at + 1] ?? 0;
      if (next === 0x21 && bytes[this.at + 2] === 0x2d && bytes[this.at + 3] === 0x2d) this.skipComment();
      else if (this.isMeta()) {
        this.at += 5;
        const name = this.readMeta();
        if (name !== null) return name;
      } else if (isLetter(next) || (next === SLASH && isLetter(bytes[this.at + 2] ?? 0))) this.skipTag();
      else if (next === 0x21 || next === SLASH || next === 0x3f) this.skipTo(GT);
      if (this.at >= bytes.length) return null;
    }
  }

  private isMeta(): boolean {
    const { bytes, at } = this;
    const lower = (offset: number): number => (bytes[at + offset] ?? 0) | 0x20;
    const after = bytes[at + 5] ?? 0;
    return lower(1) === 0x6d && lower(2) === 0x65 && lower(3) === 0x74 && lower(4) === 0x61 && (isSpace(after) || after === SLASH);
  }

  private skipTo(byte: number): void {
    const found = this.bytes.indexOf(byte, this.at);
    this.at = found < 0 ? this.bytes.length : found;
  }

  /** `<!-->` is a whole comment: its two hyphens also close it. */
  private skipComment(): void {
    let end = this.at + 4;
    do {
      end = this.bytes.indexOf(GT, end);
      if (end < 0) {
        this.at = this.bytes.length;
        return;
      }
      end++;
    } while (this.bytes[end - 2] !== 0x2d || this.bytes[end - 3] !== 0x2d);
    this.at = end - 1;
  }

  private skipTag(): void {
    while (this.at < this.bytes.length && !isSpace(this.bytes[this.at] ?? 0) && this.bytes[this.at] !== GT) this.at++;
    while (this.nextAttribute() !== null);
  }

  private readMeta(): string | null {
    const seen = new Set<string>();
    let pragma = false;
    let needsPragma: boolean | null = null;
    let charset: string | null = null;
    for (let attribute = this.nextAttribute(); attribute !== null; attribute = this.nextAttribute()) {
      const { name, value } = attribute;
      if (seen.has(name)) continue;
      seen.add(name);
      if (name === 'http-equiv') pragma = value === 'content-type';
      else if (name === 'charset') {
        charset = charsetOfLabel(value);
        needsPragma = false;
      } else if (name === 'content' && charset === null) {
        charset = charsetOfContent(value);
        if (charset !== null) needsPragma = true;
      }
    }
    // The tag is cut off: what was read is not a declaration.
    if (this.at >= this.bytes.length || needsPragma === null || (needsPragma && !pragma) || charset === null) return null;
    return plausible(charset);
  }

  /** The next attribute; null at the end of the tag or of the bytes. Values are in lower case, which makes no difference to labels. */
  private nextAttribute(): Attribute | null {
    const { bytes } = this;
    while (isSpace(bytes[this.at] ?? 0) || bytes[this.at] === SLASH) this.at++;
    if (this.at >= bytes.length || bytes[this.at] === GT) return null;
    const start = this.at++; // An equals sign at the beginning belongs to the name.
    while (this.at < bytes.length && !isSpace(bytes[this.at] ?? 0) && !this.isAny(SLASH, GT, EQUALS)) this.at++;
    const name = this.lowerSlice(start, this.at);
    while (isSpace(bytes[this.at] ?? 0)) this.at++;
    if (bytes[this.at] !== EQUALS) return this.at >= bytes.length ? null : { name, value: '' };
    this.at++;
    while (isSpace(bytes[this.at] ?? 0)) this.at++;
    const value = this.readValue();
    return value === null ? null : { name, value };
  }

  private readValue(): string | null {
    const { bytes } = this;
    const quote = bytes[this.at];
    if (quote === 0x22 || quote === 0x27) {
      const start = this.at + 1;
      this.at = start;
      this.skipTo(quote);
      if (this.at >= bytes.length) return null;
      return this.lowerSlice(start, this.at++);
    }
    const start = this.at;
    while (this.at < bytes.length && !isSpace(bytes[this.at] ?? 0) && bytes[this.at] !== GT) this.at++;
    return this.at >= bytes.length ? null : this.lowerSlice(start, this.at);
  }

  private isAny(...candidates: number[]): boolean {
    return candidates.includes(this.bytes[this.at] ?? 0);
  }

  private lowerSlice(start: number, end: number): string {
    const view = this.bytes.subarray(start, Math.min(end, start + 500));
    return Buffer.from(view.buffer, view.byteOffset, view.length).toString('latin1').toLowerCase();
  }
}

/** The standard's "extracting a character encoding from a meta element". */
function charsetOfContent(content: string): string | null {
  for (let at = content.indexOf('charset'); at >= 0; at = content.indexOf('charset', at)) {
    at += 7;
    const rest = /^[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^"'\t\n\f\r ;][^\t\n\f\r ;]*))/.exec(content.slice(at, at + 200));
    if (rest) return charsetOfLabel(rest[1] ?? rest[2] ?? rest[3] ?? '');
    if (/^[\t\n\f\r ]*=/.test(content.slice(at, at + 200))) return null;
  }
  return null;
}
