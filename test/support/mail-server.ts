/** A mail server for tests: takes whatever it is sent over plain SMTP and keeps it. Can refuse, and can ask for a password. */

import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Head and body as sent. */
  readonly text: string;
}

export interface MailServer {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Commands as they came, without the text of mails. */
  readonly commands: readonly string[];
  /** Answers each mail with a temporary failure. */
  refuse: boolean;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const commands: string[] = [];
  const state = { refuse: false };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    converse(socket, (mail) => mails.push(mail), commands, state);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    port: (server.address() as AddressInfo).port,
    mails,
    commands,
    close: () => end(server, sockets),
  });
}

function converse(socket: Socket, keep: (mail: ReceivedMail) => void, commands: string[], state: { refuse: boolean }): void {
  let [buffer, from, to, inText]: [string, string, string[], boolean] = ['', '', [], false];
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 test ready');
  socket.on('data', (chunk: Buffer) => {
    buffer += chunk.toString();
    for (let end = buffer.indexOf(inText ? '\r\n.\r\n' : '\r\n'); end >= 0; end = buffer.indexOf(inText ? '\r\n.\r\n' : '\r\n')) {
      const piece = buffer.slice(0, end);
      buffer = buffer.slice(end + (inText ? 5 : 2));
      if (inText) {
        inText = false;
        if (!state.refuse) keep({ from, to, text: piece });
        say(state.refuse ? '451 try again later' : '250 kept');
        continue;
      }
      commands.push(piece);
      const address = /<(.*?)>/.exec(piece)?.[1] ?? '';
      if (/^(EHLO|HELO)/i.test(piece)) socket.write('250-test\r\n250 AUTH PLAIN\r\n');
      else if (/^AUTH/i.test(piece)) say('235 welcome');
      else if (/^MAIL/i.test(piece)) [from, to] = [address, []];
      else if (/^RCPT/i.test(piece)) to.push(address);
      else if (/^DATA/i.test(piece)) inText = true;
      if (/^(MAIL|RCPT|RSET)/i.test(piece)) say('250 well');
      if (inText) say('354 go on');
      if (/^STARTTLS/i.test(piece)) say('502 not here');
      if (/^QUIT/i.test(piece)) socket.end('221 bye\r\n');
    }
  });
}

function end(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  return new Promise((resolve) => server.close(() => resolve()));
}
