/** Connections as an adversary holds them: open, with half a request or none, and nothing ever read. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Held {
  readonly socket: Socket;
  /** Resolves when the other side has closed it. */
  readonly shed: Promise<void>;
  readonly isShed: () => boolean;
}

/** Resolves when it is connected. Gone when the test is. */
export async function hold(url: string, text = '', localAddress?: string): Promise<Held> {
  const { port, hostname } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, ...(localAddress ? { localAddress } : {}) });
  onTestFinished(() => void socket.destroy());
  let isShed = false;
  const shed = new Promise<void>((resolve) => {
    const end = () => {
      isShed = true;
      resolve();
    };
    socket.once('end', end).once('close', end);
  });
  socket.on('error', () => {}); // shed with something unread
  await once(socket, 'connect');
  if (text) socket.write(text);
  return { socket, shed, isShed: () => isShed };
}

/** One after the other, so that their order is known. */
export async function holdMany(count: number, url: string, text = '', localAddress?: string): Promise<Held[]> {
  const held: Held[] = [];
  for (let index = 0; index < count; index++) held.push(await hold(url, text, localAddress).catch(() => SHED));
  return held;
}

/** Refused before it was there. */
const SHED: Held = { socket: null as never, shed: Promise.resolve(), isShed: () => true };
