/**
 * The head of a request: as sent, and as stored.
 *
 * The stored head goes into the archive, so every secret in it is replaced by `[redacted]` before it leaves this file.
 * Without secrets both are the same bytes.
 */
import type { HeaderField } from '../../model/index.js';

const REDACTED = '[redacted]';
const SECRET_NAME = /^cookie$|auth(?!or$|ors$)|[-_]key$|^key$|api-?_?key|token|secret|passw|pwd|credential|session|signature/i;

/** Whether a field of this name probably contains a secret of its site. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** Shorter secrets would match half of all headers, so they are only compared with whole values. */
const SHORTEST_FRAGMENT = 4;

export interface RequestHead {
  readonly sent: Uint8Array;
  readonly kept: Uint8Array;
}

export function requestHead(method: string, target: string, fields: readonly HeaderField[], secrets: readonly string[]): RequestHead {
  let sent = `${method} ${target} HTTP/1.1\r\n`;
  let kept = sent;
  for (const [name, value] of fields) {
    const line = `${name}: ${value}\r\n`;
    sent += line;
    kept += isSecret(name, value, secrets) ? `${name}: ${REDACTED}\r\n` : line;
  }
  const bytes = latin1(`${sent}\r\n`);
  return { sent: bytes, kept: kept.length === sent.length && kept === sent ? bytes : latin1(`${kept}\r\n`) };
}

function isSecret(name: string, value: string, secrets: readonly string[]): boolean {
  if (isSecretName(name)) return true;
  return secrets.some((secret) => (secret.length < SHORTEST_FRAGMENT ? value === secret : value.includes(secret)));
}

function latin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  Buffer.from(bytes.buffer).write(text, 'latin1');
  return bytes;
}
