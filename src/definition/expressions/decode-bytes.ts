/** Decodes bytes by their byte-order mark, the given label, their own declaration, or as UTF-8. */
import { TextDecoder } from '@exodus/bytes/encoding.js';
import { ContentError } from './content-error.js';

const DECLARED = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)["']|<meta[^>]{0,300}?charset\s*=\s*(?:["']\s*)?([\w.:-]+)/i;

export type TextReader = InstanceType<typeof TextDecoder>;

export const decodeBytes = (bytes: Uint8Array, charset?: string): string => decoderFor(bytes, charset).decode(bytes);

/** Chooses the decoder by the first bytes. */
export function decoderFor(bytes: Uint8Array, charset?: string): TextReader {
  const label = markOf(bytes) ?? charset ?? declaredIn(bytes) ?? 'utf-8';
  try {
    return new TextDecoder(label);
  } catch (error) {
    if (charset === undefined) return new TextDecoder('utf-8');
    throw new ContentError(`the charset ${charset} is not known`, { cause: error });
  }
}

function markOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}

/** A document that declares utf-16 in readable ASCII letters is not UTF-16. */
function declaredIn(bytes: Uint8Array): string | null {
  const match = DECLARED.exec(Buffer.from(bytes.subarray(0, 2048)).toString('latin1'));
  const label = match?.[1] ?? match?.[2] ?? null;
  return label !== null && /^utf-?16/i.test(label) ? 'utf-8' : label;
}
