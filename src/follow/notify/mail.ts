/**
 * Mail: tells people what they should look at, as plain text. Notices and hooks share it.
 *
 * A password is sent over an encrypted connection only, unless the server is this machine. nodemailer is loaded with the
 * first mail: most crawls send none.
 */

import { isIP } from 'node:net';
import { messageOf } from '../../model/index.js';
import { linesOf, subjectOf } from './mail-text.js';
import { type Delivery, DeliveryError, type Target } from './outbox.js';

export interface MailerOptions {
  readonly to: readonly string[];
  readonly from: string;
  /** smtp://host:port or smtps://user:password@host. */
  readonly smtp: string;
  readonly timeoutMs: number;
}

export interface MailOptions extends MailerOptions {
  /** What the subject begins with. */
  readonly prefix: string;
  readonly crawl: string;
  /** Folder of the workspace, for the commands in the mail. */
  readonly workspace: string;
}

/** What is written; the same id, when it is sent twice: mail programs show it once. */
export interface Letter {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Resolves when the server has taken it; else throws a DeliveryError, which holds no secret. */
  send(letter: Letter, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export function openMailer(options: MailerOptions): Mailer {
  let transport: Promise<Transport> | null = null;
  return {
    async send(letter, signal) {
      transport ??= openTransport(options);
      await sent(await transport, mailOf(letter, options), options, signal);
    },
    close: async () => (await transport)?.close(),
  };
}

export function mailTarget(options: MailOptions): Target {
  const mailer = openMailer(options);
  return {
    send: (delivery, signal) => mailer.send(letterOf(delivery, options), signal),
    close: () => mailer.close(),
  };
}

function letterOf({ id, notices }: Delivery, { prefix, crawl, workspace }: MailOptions): Letter {
  const subject = `${prefix} ${crawl}: ${subjectOf(notices)}`.trim();
  return { id, subject, text: linesOf(notices, crawl, workspace).join('\n') };
}

type Transport = Awaited<ReturnType<typeof openTransport>>;

async function openTransport({ smtp, timeoutMs }: MailerOptions) {
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

const mailOf = ({ id, subject, text }: Letter, { from, to }: MailerOptions): Mail => ({
  from,
  to,
  subject,
  text,
  messageId: `<${id}@winnow>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
});

async function sent(transport: Transport, mail: Mail, { smtp }: MailerOptions, signal: AbortSignal): Promise<void> {
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
  const words = messageOf(error);
  return password ? words.replaceAll(decodeURIComponent(password), '(hidden)') : words;
}
