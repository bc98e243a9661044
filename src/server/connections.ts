/**
 * Connections that say nothing give way to those that do.
 *
 * Half a request costs its sender nothing. So there is a number of connections beyond which the one that has been silent for
 * longest is cut off for each that comes: first those without a request, then those in the middle of one. An upload that goes
 * on is never cut off, however slow it is, as long as something arrives now and then.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  /** From here on silent ones are cut off. */
  readonly most: number;
  /** A body that stands still for so long is given up. */
  readonly silentMs: number;
}

interface Heard {
  bytes: number;
  at: number;
}

export function limitConnections(server: Server, { most, silentMs }: ConnectionLimits): void {
  /** Those without a request, and those whose request has not come to its end: each in the order in which they fell silent. */
  const idle = new Set<Socket>();
  const receiving = new Map<Socket, Heard>();
  server.on('connection', (socket: Socket) => {
    if (idle.size + receiving.size >= most) oldest(idle, receiving)?.destroy();
    idle.add(socket);
    socket.once('close', () => {
      idle.delete(socket);
      receiving.delete(socket);
    });
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    idle.delete(socket);
    receiving.set(socket, { bytes: socket.bytesRead, at: Date.now() });
    request.once('end', () => receiving.delete(socket));
    response.once('close', () => {
      receiving.delete(socket);
      if (!socket.destroyed) idle.add(socket);
    });
  });
  const timer = setInterval(() => listen(receiving, silentMs), Math.min(5000, silentMs / 4)).unref();
  server.on('close', () => clearInterval(timer));
}

/** Puts those that were heard of behind the others, and gives up those that were not for too long. */
function listen(receiving: Map<Socket, Heard>, silentMs: number): void {
  const now = Date.now();
  for (const [socket, heard] of receiving) {
    if (socket.bytesRead !== heard.bytes) {
      receiving.delete(socket);
      receiving.set(socket, { bytes: socket.bytesRead, at: now });
    } else if (now - heard.at > silentMs) socket.destroy();
  }
}

function oldest(idle: ReadonlySet<Socket>, receiving: ReadonlyMap<Socket, Heard>): Socket | undefined {
  const [silent] = idle;
  if (silent) return silent;
  return [...receiving].find(([socket, { bytes }]) => socket.bytesRead === bytes)?.[0];
}
