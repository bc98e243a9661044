/**
 * Identifiers of documents and files: UUIDs made of names (version 5), so that the same document of the same portal has the
 * same one in every workspace, on every machine, for ever.
 *
 * The crawler is part of the name, so two portals may use the same keys.
 */
import { createHash } from 'node:crypto';

/** Ours: the UUIDv5 of `https://winnow.invalid/document-groups` in the namespace of URLs. Never to be changed. */
const NAMESPACE = uuid5('6ba7b811-9dad-11d1-80b4-00c04fd430c8', 'https://winnow.invalid/document-groups');
/** Keys may hold anything but this, so two lists of parts never make one name. */
const BETWEEN = '\u0000';

/** Of a document, by what its portal knows it by. */
export const documentIdentifier = (crawler: string, key: string): string => uuid5(NAMESPACE, [crawler, key].join(BETWEEN));

/** Of a file of a document. Its name says which, so it must stay the same as long as the file is meant to be the same. */
export const fileIdentifier = (crawler: string, key: string, name: string): string => uuid5(NAMESPACE, [crawler, key, name].join(BETWEEN));

/** RFC 9562, version 5: SHA-1 of namespace and name. */
export function uuid5(namespace: string, name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name, 'utf8')
    .digest()
    .subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isGuid = (text: string): boolean => GUID.test(text);
