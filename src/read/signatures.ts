/**
 * Signatures: the bytes a file of a type begins with.
 *
 * Compiled by first byte, so that most bodies are dismissed by one look-up.
 */
interface Signature {
  readonly type: string;
  readonly at?: number;
  /** Hexadecimal, `..` for any byte. */
  readonly hex: string;
}

const ISO_MEDIA = 'iso-media';

const SIGNATURES: readonly Signature[] = [
  { type: 'application/pdf', hex: '255044462d' },
  { type: 'image/png', hex: '89504e470d0a1a0a' },
  { type: 'image/jpeg', hex: 'ffd8ff' },
  { type: 'image/gif', hex: '474946383761' },
  { type: 'image/gif', hex: '474946383961' },
  { type: 'image/webp', hex: '52494646........57454250' },
  { type: 'audio/wav', hex: '52494646........57415645' },
  { type: 'video/avi', hex: '52494646........41564920' },
  { type: ISO_MEDIA, at: 4, hex: '66747970' },
  { type: 'video/quicktime', hex: '00......6d6f6f76' },
  { type: 'image/tiff', hex: '49492a00' },
  { type: 'image/tiff', hex: '4d4d002a' },
  { type: 'image/x-icon', hex: '00000100' },
  { type: 'image/x-icon', hex: '00000200' },
  { type: 'image/bmp', hex: '424d........00000000' },
  { type: 'image/jxl', hex: 'ff0a' },
  { type: 'image/jxl', hex: '0000000c4a584c200d0a870a' },
  { type: 'image/vnd.adobe.photoshop', hex: '38425053' },
  { type: 'image/tiff', hex: '49492b00' },
  { type: 'image/tiff', hex: '4d4d002b' },
  { type: 'audio/aiff', hex: '464f524d........41494646' },
  { type: 'audio/aiff', hex: '464f524d........41494643' },
  { type: 'audio/amr', hex: '2321414d52' },
  { type: 'video/x-ms-asf', hex: '3026b2758e66cf11' },
  { type: 'video/mpeg', hex: '000001ba' },
  { type: 'video/mpeg', hex: '000001b3' },
  { type: 'application/vnd.ms-cab-compressed', hex: '4d534346' },
  { type: 'application/x-lz4', hex: '04224d18' },
  { type: 'application/x-compress', hex: '1f9d' },
  { type: 'application/vnd.debian.binary-package', hex: '213c617263683e0a64656269616e' },
  { type: 'application/x-elf', hex: '7f454c46' },
  { type: 'application/vnd.microsoft.portable-executable', hex: '4d5a9000' },
  { type: 'image/jp2', hex: '0000000c6a5020200d0a870a' },
  { type: 'audio/ogg', hex: '4f676753' },
  { type: 'audio/flac', hex: '664c6143' },
  { type: 'audio/mpeg', hex: '494433' },
  { type: 'audio/midi', hex: '4d54686400000006' },
  { type: 'video/webm', hex: '1a45dfa3' },
  { type: 'video/x-flv', hex: '464c5601' },
  { type: 'font/woff', hex: '774f4646' },
  { type: 'font/woff2', hex: '774f4632' },
  { type: 'font/otf', hex: '4f54544f' },
  { type: 'font/ttf', hex: '0001000000' },
  { type: 'application/zip', hex: '504b0304' },
  { type: 'application/zip', hex: '504b0506' },
  { type: 'application/gzip', hex: '1f8b08' },
  { type: 'application/x-bzip2', hex: '425a68' },
  { type: 'application/x-xz', hex: 'fd377a585a00' },
  { type: 'application/zstd', hex: '28b52ffd' },
  { type: 'application/x-7z-compressed', hex: '377abcaf271c' },
  { type: 'application/vnd.rar', hex: '526172211a07' },
  { type: 'application/x-tar', at: 257, hex: '7573746172' },
  { type: 'application/x-ole-storage', hex: 'd0cf11e0a1b11ae1' },
  { type: 'application/rtf', hex: '7b5c727466' },
  { type: 'application/postscript', hex: '252150532d41646f62652d' },
  { type: 'application/warc', hex: '574152432f31' },
  { type: 'application/vnd.sqlite3', hex: '53514c69746520666f726d6174203300' },
  { type: 'application/vnd.apache.parquet', hex: '50415231' },
  { type: 'application/wasm', hex: '0061736d' },
  { type: 'application/x-shockwave-flash', hex: '43575309' },
  { type: 'image/vnd.djvu', hex: '41542654464f524d' },
];

/** -1 stands for any byte. */
const BY_FIRST_BYTE = new Map<number, { readonly type: string; readonly pattern: readonly number[] }[]>();
const ELSEWHERE: { readonly type: string; readonly at: number; readonly pattern: readonly number[] }[] = [];
for (const { type, at = 0, hex } of SIGNATURES) {
  const pattern = (hex.match(/../g) ?? []).map((pair) => (pair === '..' ? -1 : Number.parseInt(pair, 16)));
  const first = pattern[0] ?? -1;
  if (at > 0) ELSEWHERE.push({ type, at, pattern });
  else BY_FIRST_BYTE.set(first, [...(BY_FIRST_BYTE.get(first) ?? []), { type, pattern }]);
}

const matches = (bytes: Uint8Array, at: number, pattern: readonly number[]): boolean =>
  bytes.length >= at + pattern.length && pattern.every((byte, offset) => byte < 0 || bytes[at + offset] === byte);

/** Null when no signature fits. */
export function signatureOf(bytes: Uint8Array): string | null {
  for (const { type, pattern } of BY_FIRST_BYTE.get(bytes[0] ?? -1) ?? []) if (matches(bytes, 0, pattern)) return refined(bytes, type);
  for (const { type, at, pattern } of ELSEWHERE) if (matches(bytes, at, pattern)) return refined(bytes, type);
  return null;
}

/** Families of formats that share their first bytes. */
function refined(bytes: Uint8Array, type: string): string {
  if (type === ISO_MEDIA) return isoBrand(bytes);
  if (type === 'video/webm') return ascii(bytes, 0, 64).includes('matroska') ? 'video/x-matroska' : type;
  if (type === 'audio/ogg') return /\x80theora|\x01video|OVP80/.test(ascii(bytes, 0, 128)) ? 'video/ogg' : type;
  return type;
}

const BRANDS: readonly (readonly [brands: RegExp, type: string])[] = [
  [/^(?:avif|avis)/, 'image/avif'],
  [/^(?:heic|heix|heim|heis|hevc|hevx)/, 'image/heic'],
  [/^(?:M4A|M4B|M4P)/, 'audio/mp4'],
  [/^qt {2}/, 'video/quicktime'],
  [/^3g[ps2]/, 'video/3gpp'],
  [/^crx /, 'image/x-canon-cr3'],
];

/** The main brand of an ISO media file; that of a picture in general says by its further brands which it is. */
function isoBrand(bytes: Uint8Array): string {
  const main = BRANDS.find(([brand]) => brand.test(ascii(bytes, 8, 12)))?.[1];
  if (main !== undefined) return main;
  if (!/^(?:mif1|msf1)/.test(ascii(bytes, 8, 12))) return 'video/mp4';
  const length = Math.min((bytes[2] ?? 0) * 256 + (bytes[3] ?? 0), 256);
  for (let at = 16; at + 4 <= length; at += 4) {
    const further = BRANDS.find(([brand]) => brand.test(ascii(bytes, at, at + 4)))?.[1];
    if (further?.startsWith('image/')) return further;
  }
  return 'image/heif';
}

/** A frame of MPEG sound, which has no more than eleven set bits to go by: the next frame must stand where the first says it ends. */
export function isMediaFrame(bytes: Uint8Array): boolean {
  const length = frameLength(bytes, 0);
  return length > 0 && (bytes.length < length + 4 ? bytes.length > 3 : frameLength(bytes, length) > 0);
}

const BIT_RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const LOW_BIT_RATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

function frameLength(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  if (a !== 0xff || (b & 0xe0) !== 0xe0 || (b & 0x06) !== 0x02) return 0; // layer III
  const first = (b & 0x18) === 0x18;
  const rate = (first ? BIT_RATES : LOW_BIT_RATES)[c >> 4] ?? 0;
  const samples = (SAMPLE_RATES[(c >> 2) & 3] ?? 0) / (first ? 1 : (b & 0x18) === 0x10 ? 2 : 4);
  if (rate === 0 || samples === 0) return 0;
  return Math.floor(((first ? 144 : 72) * rate * 1000) / samples) + ((c >> 1) & 1);
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  const view = bytes.subarray(from, to);
  return Buffer.from(view.buffer, view.byteOffset, view.length).toString('latin1');
}
