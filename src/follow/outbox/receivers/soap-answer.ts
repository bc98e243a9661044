/** Reads the answer to UploadFile: its result, or a fault; plain or inside multipart/related. */
import { SaxesParser } from 'saxes';

export type SoapAnswer = { readonly result: string } | { readonly fault: string; readonly isOurs: boolean };

/** Null where there is no envelope, or one that says neither. */
export function readSoapAnswer(body: Buffer): SoapAnswer | null {
  const envelope = envelopeIn(body.toString('utf8'));
  if (envelope === null || /<!DOCTYPE/i.test(envelope)) return null;
  const found = new Map<string, string>();
  try {
    collectTexts(envelope, found);
  } catch {
    return null;
  }
  const result = found.get('UploadFileResult');
  if (result !== undefined) return { result };
  const fault = found.get('faultstring');
  return fault === undefined ? null : { fault, isOurs: /\bClient\b/.test(found.get('faultcode') ?? '') };
}

/** In a multipart answer the envelope is one of the parts, and the only one that looks like this. */
function envelopeIn(text: string): string | null {
  const start = /<(?:[\w.-]+:)?Envelope[\s>]/.exec(text)?.index;
  const end = [...text.matchAll(/<\/(?:[\w.-]+:)?Envelope\s*>/g)].at(-1);
  return start === undefined || !end || end.index < start ? null : text.slice(start, end.index + end[0].length);
}

const WANTED: ReadonlySet<string> = new Set(['UploadFileResult', 'faultstring', 'faultcode']);

function collectTexts(envelope: string, found: Map<string, string>): void {
  const parser = new SaxesParser({ xmlns: true });
  let inside: string | null = null;
  const add = (text: string): void => {
    if (inside !== null) found.set(inside, (found.get(inside) ?? '') + text);
  };
  parser.on('opentag', ({ local }) => {
    if (!WANTED.has(local)) return;
    inside = local;
    add('');
  });
  parser.on('closetag', ({ local }) => {
    if (local === inside) inside = null;
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(envelope).close();
}
