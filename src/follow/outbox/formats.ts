/** Media types as the contract lists them. A file of another type travels packed in gzip, unless the receiver takes it as it is. */

const LISTED: ReadonlySet<string> = new Set([
  'application/zip',
  'application/gzip',
  'application/pdf',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/bmp',
  'text/css',
  'text/html',
  'text/htm',
  'text/javascript',
  'text/xml',
]);

/** Other names of the same things. */
const SAME: Readonly<Record<string, string>> = {
  'application/xhtml+xml': 'text/html',
  'application/xml': 'text/xml',
  'application/javascript': 'text/javascript',
  'application/x-javascript': 'text/javascript',
  'application/ecmascript': 'text/javascript',
  'application/x-zip-compressed': 'application/zip',
  'application/x-zip': 'application/zip',
  'application/x-gzip': 'application/gzip',
  'application/x-pdf': 'application/pdf',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/tif': 'image/tiff',
  'image/x-ms-bmp': 'image/bmp',
};

/** Null where the contract has no name for it. */
export function contractFormat(type: string, extraFormats: readonly string[] = []): string | null {
  const plain = (type.split(';')[0] ?? '').trim().toLowerCase();
  if (LISTED.has(plain) || extraFormats.includes(plain)) return plain;
  return SAME[plain] ?? (plain.endsWith('+xml') && plain !== 'image/svg+xml' ? 'text/xml' : null);
}
