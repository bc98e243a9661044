/**
 * TLS on a connected socket, with a verdict on the certificate.
 *
 * The handshake always completes, also with a bad certificate, so that the verdict is known. The setting decides
 * afterwards whether an untrusted certificate is refused.
 */
import { isIP, type Socket } from 'node:net';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import type { TlsVerdict } from '../../model/index.js';
import { FetchError } from './errors.js';
import type { Watch } from './watch.js';

export interface TlsSettings {
  readonly http2: boolean;
  readonly insecureTls: boolean;
  /** The connection speaks another protocol than HTTP, so none is offered by name. */
  readonly isOther?: boolean;
  /** Certificates to trust besides the usual ones. */
  readonly ca?: readonly string[];
}

export interface SecureSocket {
  readonly socket: TLSSocket;
  readonly verdict: TlsVerdict;
}

/** Verdict for an https: URL whose host a setting maps to a server without TLS: nothing was checked. */
export const SPOKEN_PLAINLY: TlsVerdict = {
  protocol: '',
  cipher: '',
  authorized: false,
  problem: 'PLAIN_BY_RESOLVE',
  subject: null,
  issuer: null,
  validTo: null,
};

/** Old servers need old ciphers; they are offered only when untrusted certificates are accepted. */
const LENIENT = { minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const;

export async function secure(plain: Socket, host: string, settings: TlsSettings, watch: Watch): Promise<SecureSocket> {
  const socket = await handshake(plain, host, settings, watch);
  const verdict = verdictOf(socket);
  if (verdict.authorized || settings.insecureTls) return { socket, verdict };
  socket.destroy();
  throw new FetchError('FETCH_TLS_UNTRUSTED', watch.url, `the certificate of ${host} is not trusted: ${verdict.problem ?? 'unknown'}`);
}

function handshake(plain: Socket, host: string, settings: TlsSettings, watch: Watch): Promise<TLSSocket> {
  return watch.during<TLSSocket>((resolve, reject) => {
    const socket = connect({
      socket: plain,
      host,
      // RFC 6066 has no server names that are addresses; the certificate is still compared with `host`.
      servername: isIP(host) ? '' : host,
      ...(settings.isOther ? {} : { ALPNProtocols: settings.http2 ? ['h2', 'http/1.1'] : ['http/1.1'] }),
      rejectUnauthorized: false,
      ...(settings.ca ? { ca: [...settings.ca] } : {}),
      ...(settings.insecureTls ? LENIENT : {}),
    });
    const letGo = () => {
      socket.on('error', () => {});
      socket.destroy();
      plain.destroy();
    };
    const fail = (error: Error) => {
      letGo();
      reject(new FetchError('FETCH_TLS_FAILED', watch.url, `TLS handshake with ${host}: ${shortReason(error)}`, { cause: error }));
    };
    socket.once('error', fail);
    socket.once('secureConnect', () => {
      socket.off('error', fail);
      resolve(socket);
    });
    return letGo;
  });
}

/** OpenSSL's messages contain a source file and a pointer; the reason alone is clearer. */
const shortReason = (error: Error): string => ('reason' in error ? String(error.reason) : error.message);

function verdictOf(socket: TLSSocket): TlsVerdict {
  const certificate = socket.getPeerCertificate() as Partial<PeerCertificate>;
  const problem: unknown = socket.authorizationError;
  return {
    protocol: socket.getProtocol() ?? 'unknown',
    cipher: socket.getCipher().name,
    authorized: socket.authorized,
    problem: socket.authorized ? null : problemText(problem),
    subject: nameOf(certificate.subject),
    issuer: nameOf(certificate.issuer),
    validTo: certificate.valid_to ?? null,
  };
}

/** Node gives a code, an error with a code, or, by its types, an error alone. */
function problemText(problem: unknown): string {
  if (problem instanceof Error) return 'code' in problem ? String(problem.code) : problem.message;
  return String(problem);
}

function nameOf(name: PeerCertificate['subject'] | undefined): string | null {
  if (!name) return null;
  const parts = Object.entries(name as unknown as Record<string, string | string[]>).map(
    ([key, value]) => `${key}=${[value].flat().join('+')}`,
  );
  return parts.length > 0 ? parts.join(', ') : null;
}
