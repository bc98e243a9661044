import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFtpFetcher } from '../../../src/fetch/ftp/ftp-fetcher.js';
import { ftpFetcher } from '../../../src/fetch/index.js';
import type { Fetcher } from '../../../src/plugins/index.js';
import { startFtp, type TestFtp } from '../../support/ftp-server.js';
import { selfSigned } from '../../support/raw-server.js';

let folder: string;
let server: TestFtp;
const open: Fetcher[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-ftps-'));
});
afterEach(async () => {
  for (const fetcher of open.splice(0)) await fetcher.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});

const certificate = selfSigned(['ftp.test']);

async function serveSecurely(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [name, text] of Object.entries(certificate)) writeFileSync(join(folder, `${name}.pem`), text);
  server = await startFtp({
    settings: {
      ssl_enable: 'YES',
      allow_anon_ssl: 'YES',
      force_anon_data_ssl: 'YES',
      force_anon_logins_ssl: 'YES',
      rsa_cert_file: join(folder, 'cert.pem'),
      rsa_private_key_file: join(folder, 'key.pem'),
      ...settings,
    },
  });
  server.put('law.xml', '<law/>');
}

function fetcherWith(options: Record<string, unknown> = {}, ca = [certificate.cert]): Fetcher {
  const settings = { resolve: { '*.test': `127.0.0.1:${server.port}` }, allowAddresses: ['127.0.0.1'], spoolFolder: folder };
  const fetcher = openFtpFetcher(ftpFetcher.options.parse({ ...settings, ...options }), { ca });
  open.push(fetcher);
  return fetcher;
}

describe('ftps', () => {
  it.each([
    ['asked for', 'ftps://ftp.test:21/', 'NO'],
    ['from the first byte on', 'ftps://ftp.test/', 'YES'],
  ])('TLS that is %s protects commands and transfers', async (_, base, implicit) => {
    await serveSecurely({ implicit_ssl: implicit });
    const fetcher = fetcherWith();
    const file = await fetcher.fetch({ url: `${base}law.xml` });
    expect(file).toMatchObject({ status: 200, url: `${base}law.xml`, protocol: 'ftps', tls: { authorized: true, subject: 'CN=ftp.test' } });
    expect(Buffer.from(file.body as Uint8Array).toString()).toBe('<law/>');
    const page = await fetcher.fetch({ url: base });
    expect(Buffer.from(page.body as Uint8Array).toString()).toContain('href="./law.xml"');
  });

  it('a certificate that is not trusted is refused before anybody logs in, and by setting let through', async () => {
    await serveSecurely();
    const url = 'ftps://ftp.test:21/law.xml';
    await expect(fetcherWith({}, []).fetch({ url })).rejects.toMatchObject({ code: 'FETCH_TLS_UNTRUSTED', verdict: 'drop' });
    const exchange = await fetcherWith({ insecureTls: true }, []).fetch({ url });
    expect(exchange).toMatchObject({ status: 200, tls: { authorized: false, problem: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
  });

  it('without TLS nobody comes in', async () => {
    await serveSecurely();
    expect((await fetcherWith().fetch({ url: 'ftp://ftp.test/law.xml' })).status).toBe(401);
  });
});

it('a password is asked for, and only the right one opens the door', async () => {
  const passwords = join(folder, 'passwords');
  writeFileSync(passwords, 'hunter2\n');
  server = await startFtp({ settings: { secure_email_list_enable: 'YES', email_password_file: passwords } });
  server.put('law.xml', '<law/>');
  const status = async (password: string): Promise<number> => {
    const credentials = [{ site: 'ftp://ftp.test', user: 'anonymous', password }];
    return (await fetcherWith({ credentials }).fetch({ url: 'ftp://ftp.test/law.xml' })).status;
  };
  expect([await status('hunter2'), await status('hunter3')]).toEqual([200, 401]);
});
