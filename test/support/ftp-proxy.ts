/** Stands between a client and an FTP server: hears the commands, and cuts transfers where it is told to. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface FtpProxy {
  readonly port: number;
  /** Commands of clients, in order, passwords included. */
  readonly commands: string[];
  /** Bytes after which each of the next transfers of files is cut; listings are left alone. */
  readonly cuts: number[];
  /** Where transfers are cut, the connection for commands is cut with them. */
  cutsAll: boolean;
  /** Instead of being cut, transfers come to a halt. */
  stalls: boolean;
  /** From now on nobody answers. */
  die(): void;
  close(): Promise<void>;
}

const EXTENDED = /\(\|\|\|(\d+)\|\)/;

export async function startFtpProxy(target: number): Promise<FtpProxy> {
  const commands: string[] = [];
  const cuts: number[] = [];
  const sockets = new Set<Socket>();
  const servers = new Set<Server>();
  const kept = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket
      .setNoDelay()
      .on('error', () => {})
      .on('close', () => sockets.delete(socket));
  };
  const state = { cutsAll: false, stalls: false, isDead: false };

  const control = await listening((client) => {
    kept(client);
    if (state.isDead) return void client.destroy();
    const server = kept(connect(target, '127.0.0.1'));
    let last = '';
    client.on('data', (bytes) => {
      const line = bytes.toString('utf8');
      commands.push(...line.split('\r\n').filter((each) => each !== ''));
      last = line;
      server.write(bytes);
    });
    server.on('data', (bytes) => void rewritten(bytes.toString('utf8')).then((text) => client.write(text)));
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());

    const rewritten = async (reply: string): Promise<string> => {
      const port = EXTENDED.exec(reply)?.[1];
      return port === undefined ? reply : reply.replace(EXTENDED, `(|||${await dataPort(Number(port))}|)`);
    };
    const dataPort = async (port: number): Promise<number> => {
      const data = await listening((local) => {
        data.close();
        servers.delete(data);
        const remote = kept(connect(port, '127.0.0.1'));
        kept(local);
        let left: number | null = null;
        remote.on('data', (bytes) => {
          left ??= /^(?:RETR|REST)/.test(last) ? (cuts.shift() ?? Infinity) : Infinity;
          local.write(bytes.subarray(0, left));
          left -= bytes.length;
          if (left > 0) return;
          if (state.stalls) return void remote.pause();
          if (state.cutsAll) local.once('close', () => client.destroy()); // when what came through has arrived
          local.end();
          remote.destroy();
        });
        remote.on('end', () => local.end());
        local.on('close', () => remote.destroy());
      });
      servers.add(data);
      return (data.address() as AddressInfo).port;
    };
  });
  servers.add(control);

  return {
    port: (control.address() as AddressInfo).port,
    commands,
    cuts,
    get cutsAll() {
      return state.cutsAll;
    },
    set cutsAll(value) {
      state.cutsAll = value;
    },
    get stalls() {
      return state.stalls;
    },
    set stalls(value) {
      state.stalls = value;
    },
    die() {
      state.isDead = true;
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const server of servers) server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function listening(onConnection: (socket: Socket) => void): Promise<Server> {
  const server = createServer({ noDelay: true }, onConnection).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
