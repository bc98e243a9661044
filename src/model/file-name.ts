/**
 * A name for a file on disk, made of a URL. The URL is somebody else's: whatever it says, the result is one plain name,
 * never a path, never hidden, allowed on every common file system, and not longer than these allow.
 */
const LONGEST_NAME = 150;
const LONGEST_ENDING = 16;
/** Names that Windows keeps for devices, with whatever ending. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
/** Separators, wildcards, controls, and what turns text around or cannot be seen. */
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffd]+/g;

/** Of the last segment of the path; `ending` (without dot) is added when the name does not end so. */
export function fileNameOf(url: string, ending: string): string {
  const segments = URL.canParse(url) ? new URL(url).pathname.split('/') : [];
  const plain = safeName(unescaped(segments.findLast((segment) => segment !== '') ?? ''));
  const name = plain === '' ? 'index' : plain;
  return shortened(hasEnding(name, ending) ? name : `${name}.${ending}`);
}

/** A host as the name of a folder; a port is kept. */
export function folderNameOf(host: string): string {
  const name = safeName(host.toLowerCase().replaceAll(':', '_'));
  return shortened(name === '' ? 'unknown' : name);
}

/** `a.pdf` → `a-2.pdf`. */
export function markedName(name: string, mark: number | string): string {
  const at = endingAt(name);
  return `${name.slice(0, at)}-${mark}${name.slice(at)}`;
}

function safeName(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(FORBIDDEN, '_')
    .trim()
    .replace(/^[.\s]+/, (dots) => '_'.repeat(Math.min(dots.length, 2)))
    .replace(/(?<![.\s])[.\s]+$/, '');
  return RESERVED.test(plain) ? `_${plain}` : plain;
}

/** Escapes that make no UTF-8 are left as they are. */
function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** .jpg and .jpeg are the same; an ending of the same kind is left as it was. */
function hasEnding(name: string, ending: string): boolean {
  const has = name.slice(endingAt(name) + 1).toLowerCase();
  const same = (one: string): string => (one === 'jpg' ? 'jpeg' : one);
  return has !== '' && same(has) === same(ending.toLowerCase());
}

function endingAt(name: string): number {
  const dot = name.lastIndexOf('.');
  return dot > 0 && name.length - dot <= LONGEST_ENDING ? dot : name.length;
}

/** File systems count bytes. Cut between characters, the ending kept. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_NAME) return name;
  const at = endingAt(name);
  const room = LONGEST_NAME - Buffer.byteLength(name.slice(at));
  let [kept, size] = ['', 0];
  for (const character of name.slice(0, at)) {
    size += Buffer.byteLength(character);
    if (size > room) break;
    kept += character;
  }
  return kept.trimEnd() + name.slice(at);
}
