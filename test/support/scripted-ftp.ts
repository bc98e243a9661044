/** An FTP server that says what a test wants it to say: a few files, and replies of its own to any command. Names are bytes. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

export interface ScriptedFtp {
  readonly port: number;
  readonly commands: string[];
  close(): Promise<void>;
}

export interface FtpScript {
  /** Path → content. */
  readonly files?: Readonly<Record<string, string>>;
  /** What LIST sends; with MLST among the features MLSD sends it. */
  readonly listing?: string;
  /** Command, or its first word → reply; null: none at all. */
  readonly replies?: Readonly<Record<string, string | null>>;
  readonly greeting?: string | null;
  /** Bytes a transfer ends after, though the server says that all is well. */
  readonly sends?: number;
}

const MODIFIED = '20300317174640';

export async function startScriptedFtp(script: FtpScript): Promise<ScriptedFtp> {
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const servers = new Set<Server>();
  const kept = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const control = createServer({ noDelay: true }, (socket) => {
    new Conversation(kept(socket), script, commands, servers, kept);
  }).listen(0, '127.0.0.1');
  servers.add(control);
  await once(control, 'listening');
  return {
    port: (control.address() as AddressInfo).port,
    commands,
    async close() {
      for (const server of servers) server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

class Conversation {
  #data: Promise<Socket> | null = null;
  #from = 0;

  constructor(
    private readonly socket: Socket,
    private readonly script: FtpScript,
    private readonly commands: string[],
    private readonly servers: Set<Server>,
    private readonly kept: (socket: Socket) => Socket,
  ) {
    const { greeting = '220 ready' } = script;
    if (greeting !== null) this.#say(greeting);
    socket.on('data', (bytes) => {
      for (const line of bytes.toString('latin1').split('\r\n')) if (line !== '') void this.#hear(line);
    });
  }

  #say(text: string): void {
    this.socket.write(`${text}\r\n`, 'latin1');
  }

  async #hear(line: string): Promise<void> {
    this.commands.push(line);
    const [word = '', ...rest] = line.split(' ');
    const { replies = {} } = this.script;
    const own = line in replies ? replies[line] : replies[word];
    if (own !== undefined) return own === null ? undefined : this.#say(own);
    await this.#answer(word, rest.join(' '));
  }

  async #answer(word: string, argument: string): Promise<void> {
    const content = this.script.files?.[argument];
    const missing = '550 No such file';
    if (word === 'USER') return this.#say('331 password?');
    if (word === 'PASS') return this.#say('230 in');
    if (word === 'PWD') return this.#say('257 "/"');
    if (word === 'FEAT') return this.#say('500 what?');
    if (word === 'CWD') return this.#say(argument in (this.script.files ?? {}) ? missing : '250 there');
    if (word === 'SIZE') return this.#say(content === undefined ? missing : `213 ${Buffer.byteLength(content)}`);
    if (word === 'MDTM') return this.#say(content === undefined ? missing : `213 ${MODIFIED}`);
    if (word === 'EPSV') return this.#say(`229 entering (|||${await this.#listen()}|)`);
    if (word === 'PASV') return this.#passive(await this.#listen());
    if (word === 'REST') {
      this.#from = Number(argument);
      return this.#say('350 go on');
    }
    if (word === 'RETR') return content === undefined ? this.#say(missing) : this.#send(Buffer.from(content).subarray(this.#from));
    if (word === 'LIST' || word === 'MLSD') return this.#send(Buffer.from(this.script.listing ?? '', 'latin1'));
    this.#say('200 fine');
  }

  #passive(port: number): void {
    this.#say(`227 entering (127,0,0,1,${port >> 8},${port & 255})`);
  }

  async #listen(): Promise<number> {
    const server = createServer({ noDelay: true }).listen(0, '127.0.0.1');
    this.servers.add(server);
    this.#data = once(server, 'connection').then(([socket]) => this.kept(socket as Socket));
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  async #send(bytes: Uint8Array): Promise<void> {
    this.#from = 0;
    this.#say('150 here it comes');
    const data = await this.#data;
    data?.end(bytes.subarray(0, this.script.sends ?? bytes.length));
    this.#say('226 done');
  }
}
