/**
 * Mail: tells people what they should look at, as plain text.
 *
 * A password is sent over an encrypted connection only, unless the server is this machine. nodemailer is loaded with the
 * first mail: most crawls send none.
 */
import { isIP } from 'node:net';
import { linesOf, subjectOf } from './mail-text.js';
import { type Delivery, DeliveryError, type Target } from './outbox.js';

export interface MailOptions {
  readonly to: readonly string[];
  readonly from: string;
  /** smtp://host:port or smtps://user:password@host. */
  readonly smtp: string;
  /** What the subject begins with. */
  readonly prefix: string;
  readonly timeoutMs: number;
  readonly crawl: string;
  /** Folder of the workspace, for the commands in the mail. */
  readonly workspace: string;
}

export function mailTarget(options: MailOptions): Target {
  let transport: Promise<Transport> | null = null;
  return {
    async send(delivery, signal) {
      transport ??= openTransport(options);
      await sent(await transport, mailOf(delivery, options), options, signal);
    },
    close: async () => (await transport)?.close(),
  };
}

type Transport = Awaited<ReturnType<typeof openTransport>>;

async function openTransport({ smtp, timeoutMs }: MailOptions) {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port, username, password } = new URL(smtp);
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'smtps:';
  const auth = username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {};
  return createTransport({
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: Boolean(username) && !isLocal(host),
    ignoreTLS: !username && isLocal(host), // its certificate, if it has one, is rarely for this name
    ...auth,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const isLocal = (host: string): boolean => host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
}

function mailOf({ id, notices }: Delivery, { from, to, prefix, crawl, workspace }: MailOptions): Mail {
  return {
    from,
    to,
    subject: `${prefix} ${crawl}: ${subjectOf(notices)}`.trim(),
    text: linesOf(notices, crawl, workspace).join('\n'),
    messageId: `<${id}@winnow>`, // the same when it is sent twice: mail programs show it once
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

async function sent(transport: Transport, mail: Mail, { smtp }: MailOptions, signal: AbortSignal): Promise<void> {
  let giveUp = (): void => {};
  const given = new Promise<never>((_, reject) => {
    giveUp = () => reject(new Error('given up, since the crawl ends'));
    signal.addEventListener('abort', giveUp);
  });
  try {
    await Promise.race([transport.sendMail({ ...mail, to: [...mail.to] }), given]);
  } catch (error) {
    throw new DeliveryError(`The mail server ${new URL(smtp).host} did not take the mail: ${withoutPassword(error, smtp)}`);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** A server may repeat what it was sent. */
function withoutPassword(error: unknown, smtp: string): string {
  const { password } = new URL(smtp);
  const words = error instanceof Error ? error.message : String(error);
  return password ? words.replaceAll(decodeURIComponent(password), '(hidden)') : words;
}
