/**
 * Reads ftp: and ftps: URLs: which server, which user, which folder or file.
 *
 * Names on FTP servers are bytes in any encoding. So paths, and everything sent to servers, are strings of bytes (one
 * character each), and an address stands for the bytes it is written with. ftps: on its own port (990, or no port) uses
 * TLS from the first byte; on any other port it asks for TLS first (AUTH TLS), as servers on port 21 expect.
 */
import { asUrl } from '../../model/index.js';
import { FetchError } from '../http/errors.js';
import type { Credential } from '../http/options.js';

export interface FtpAddress {
  /** Without user, password and fragment, for records and messages. */
  readonly shown: string;
  /** Scheme, host and port, host in its normal form. */
  readonly site: URL;
  readonly secure: 'none' | 'explicit' | 'implicit';
  readonly user: string;
  readonly password: string;
  /** As bytes. A leading slash means that the path does not start at the log-in folder. */
  readonly path: string;
  readonly isFolder: boolean;
}

const IMPLICIT_PORT = '990';
// biome-ignore lint/suspicious/noControlCharactersInRegex: a line break in a name would be a second command
const CONTROL = /[\u0000-\u001f\u007f]/;

/** When no user is given, `anonymous` is sent as user and as the password; by custom the password is a mail address. */
export function parseFtpUrl(text: string, credentials: readonly Credential[], anonymous: string): FtpAddress {
  const scheme = /^(ftps?):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) throw new FetchError('FETCH_SCHEME_UNKNOWN', text, 'the FTP fetcher fetches only ftp: and ftps: URLs');
  // The URL parser normalises hosts of https: but not of ftps:.
  const url = asUrl(scheme === 'ftps' ? text.replace(/^ftps:/i, 'https:') : text);
  if (!url || url.hostname === '') throw new FetchError('FETCH_BAD_URL', text.slice(0, 200), 'this FTP URL cannot be used');
  const shown = `${scheme}://${url.host}${url.pathname}${url.search}`;
  const path = pathIn(url, shown);
  return {
    shown,
    site: new URL(`${scheme}://${url.host}/`),
    secure: scheme === 'ftp' ? 'none' : url.port === '' || url.port === IMPLICIT_PORT ? 'implicit' : 'explicit',
    ...loginFor(url, `${scheme}://${url.host}`, credentials, anonymous),
    path,
    isFolder: path === '' || path.endsWith('/'),
  };
}

/** RFC 1738: without the first slash, and without a transfer type at the end. */
function pathIn(url: URL, shown: string): string {
  const written = `${url.pathname}${url.search}`.slice(1).replace(/;type=[aid]$/i, '');
  const path = bytesIn(written);
  if (CONTROL.test(path)) throw new FetchError('FETCH_BAD_URL', shown, 'the path has control characters, which no FTP command can carry');
  return path;
}

/** The URL's own log-in takes precedence. */
function loginFor(url: URL, site: string, credentials: readonly Credential[], anonymous: string) {
  if (url.username !== '') return { user: bytesIn(url.username), password: bytesIn(url.password) };
  const own = credentials.find((credential) => credential.site.replace(/(?<!\/)\/+$/, '').toLowerCase() === site);
  if (own?.user === undefined) return { user: 'anonymous', password: anonymous };
  return { user: bytesOf(own.user), password: bytesOf(own.password ?? '') };
}

const bytesIn = (written: string): string =>
  written.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Bytes as part of an address. */
export const writtenBytes = (bytes: string): string =>
  [...bytes].map((byte) => (/[A-Za-z0-9._~()!*'-]/.test(byte) ? byte : `%${hex(byte)}`)).join('');

const hex = (byte: string): string => byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** For display: decoded as UTF-8 where valid, else as Western European. */
export function readableBytes(bytes: string): string {
  try {
    return utf8.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return bytes;
  }
}
