/**
 * Servers on this machine that play a portal have its host names but seldom its certificates.
 *
 * `--resolve host=127.0.0.1:8123` says where, not how: each such target is tried once, and one that does not speak TLS is
 * spoken to plainly. Targets elsewhere are never tried: there https stays https.
 */
import { connect } from 'node:tls';

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|\[::1\]):(\d+)$/;
const PATIENCE_MS = 3000;

/** Host → target, with `http://` before those that are plain. */
export async function withPlainTargets(resolve: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const tried = new Map<string, Promise<boolean>>();
  const entries = Object.entries(resolve).map(async ([host, target]): Promise<[string, string]> => {
    const [, address = '', port = ''] = LOOPBACK.exec(target) ?? [];
    if (address === '') return [host, target];
    const secure = tried.get(target) ?? speaksTls(address.replace(/[[\]]/g, ''), Number(port), host);
    tried.set(target, secure);
    return [host, (await secure) ? target : `http://${target}`];
  });
  return Object.fromEntries(await Promise.all(entries));
}

function speaksTls(address: string, port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const servername = host.includes('*') ? '' : host;
    const socket = connect({ host: address, port, servername, rejectUnauthorized: false, timeout: PATIENCE_MS });
    const end = (isTls: boolean) => {
      socket.destroy();
      resolve(isTls);
    };
    socket.once('secureConnect', () => end(true));
    // Who does not listen at all is found out by the harvest, which says so better.
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code === 'ECONNREFUSED' || isTlsTrouble(error)));
    socket.once('timeout', () => end(false));
  });
}

/** An alert is TLS all the same; anything else that comes back is not. */
const isTlsTrouble = ({ code = '' }: NodeJS.ErrnoException): boolean => /^ERR_SSL_(?!WRONG_VERSION_NUMBER|PACKET_LENGTH)/.test(code);
