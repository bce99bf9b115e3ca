// A socket of the assist channel for tests: the tab of a visitor or of an agent. Stores what it receives and waits for expected frames.

import { WebSocket } from 'ws';
import { ASSIST_SOCKET, BINARY } from 'src/domain/assist/protocol.ts';
import type { Closed } from 'tests/server/routes/TestSocket.ts';

export type ReceivedFrame = readonly [event: string, payload: Readonly<Record<string, unknown>>, from: string];

export interface AssistAddress {
  readonly url: string;
  readonly token: string;
  readonly session: string;
  readonly identity: 'session' | 'agent';
  readonly tab: string;
}

/** Time limit in milliseconds. A machine that runs several suites at once is many times slower than an idle one. */
const PATIENCE = 30_000;

export class AssistSocket {
  readonly frames: ReceivedFrame[] = [];
  readonly binary: Buffer[] = [];
  readonly closed: Promise<Closed>;
  readonly socket: WebSocket;
  /** Id in the session: of the agent, or 'visitor'. */
  id = '';
  readonly #listeners = new Set<() => void>();

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) this.binary.push(data);
      else this.frames.push(JSON.parse(data.toString()) as ReceivedFrame);
      for (const listener of this.#listeners) listener();
    });
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => {
        resolve({ code, reason: reason.toString() });
      });
    });
  }

  /** Opens a socket without signing in. */
  static async open({ url, session, identity, tab }: AssistAddress, origin = url): Promise<AssistSocket> {
    const query = new URLSearchParams({ peerId: session, identity, tabId: tab, sessionInfo: '{}' }).toString();
    const socket = new WebSocket(`${url.replace('http', 'ws')}${ASSIST_SOCKET}?${query}`, { headers: { origin } });
    const opened = new AssistSocket(socket);
    await new Promise((resolve, reject) => {
      socket.on('open', resolve);
      socket.on('error', reject);
    });
    return opened;
  }

  /** Opens a socket, signs in, and waits until it has entered the session. */
  static async enter(address: AssistAddress): Promise<AssistSocket> {
    const opened = await AssistSocket.open(address);
    opened.send('tokenAuth', { token: address.token });
    const [, { id }] = await opened.until(([event]) => event === 'authed');
    opened.id = String(id);
    return opened;
  }

  send(event: string, payload: unknown = {}): void {
    this.socket.send(JSON.stringify([event, payload]));
  }

  sendBatch(mask: number, batch: number, content: Buffer): void {
    const head = Buffer.alloc(BINARY.headerBytes);
    head.writeUInt8(BINARY.kinds.messages_gz, 0);
    head.writeUInt32BE(mask, 1);
    head.writeUInt32BE(batch, 5);
    this.socket.send(Buffer.concat([head, content]));
  }

  /** Resolves with the first matching frame, received already or later. */
  until(matches: (frame: ReceivedFrame) => boolean): Promise<ReceivedFrame> {
    return this.#untilFound(() => this.frames.find(matches));
  }

  untilEvent(event: string): Promise<ReceivedFrame> {
    return this.until(([name]) => name === event);
  }

  untilBinary(): Promise<Buffer> {
    return this.#untilFound(() => this.binary[0]);
  }

  /** Resolves when the server has handled all earlier frames of this socket, and this socket has received what the server sent before. */
  async handled(): Promise<void> {
    const answered = new Promise((resolve) => {
      this.socket.once('pong', resolve);
    });
    this.socket.ping();
    await answered;
  }

  /** Forgets what was received. */
  clear(): void {
    this.frames.length = 0;
    this.binary.length = 0;
  }

  events(): string[] {
    return this.frames.map(([event]) => event);
  }

  close(): void {
    this.socket.close();
  }

  #untilFound<T>(find: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = find();
        if (found === undefined) return;
        clearTimeout(timer);
        this.#listeners.delete(look);
        resolve(found);
      };
      const timer = setTimeout(() => {
        this.#listeners.delete(look);
        reject(new Error(`not received in time; received ${JSON.stringify(this.frames).slice(0, 2_000)}`));
      }, PATIENCE);
      this.#listeners.add(look);
      look();
    });
  }
}
