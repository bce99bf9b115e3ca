// A socket client for tests: sends frames, stores received ones, and waits for expected ones.

import { WebSocket } from 'ws';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';

export interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** Time limit in milliseconds. A machine that runs three suites at once is many times slower than an idle one. */
const PATIENCE = 30_000;

export class TestSocket {
  readonly received: Envelope[] = [];
  readonly closed: Promise<Closed>;
  readonly socket: WebSocket;
  #sequence = 0;
  readonly #listeners = new Set<() => void>();

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer) => {
      this.received.push(JSON.parse(data.toString()) as Envelope);
      for (const listener of this.#listeners) listener();
    });
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => {
        resolve({ code, reason: reason.toString() });
      });
    });
  }

  static async open(url: string, headers: Record<string, string> = { origin: url }): Promise<TestSocket> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers, perMessageDeflate: false });
    const test = new TestSocket(socket);
    await new Promise((resolve, reject) => {
      socket.on('open', resolve);
      socket.on('error', reject);
    });
    return test;
  }

  /** Opens a socket and signs in. */
  static async as(url: string, token: string): Promise<TestSocket> {
    const socket = await TestSocket.open(url);
    socket.send({ o: 'tokenAuth', b: token });
    await socket.until(({ o }) => o === 'authed');
    return socket;
  }

  send(envelope: Envelope): void {
    this.socket.send(JSON.stringify(envelope));
  }

  async ask(o: string, b?: Json, more: Partial<Envelope> = {}): Promise<Envelope> {
    this.#sequence += 1;
    const s = more.s ?? String(this.#sequence);
    this.send({ o, ...(b !== undefined && { b }), ...more, s });
    return await this.until((each) => each.s === s && !each.o.startsWith('stream:'));
  }

  /** Resolves with the first matching envelope, received already or later. */
  until(fits: (envelope: Envelope) => boolean): Promise<Envelope> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#listeners.delete(look);
        reject(new Error(`not heard in time; heard ${JSON.stringify(this.received).slice(0, 2000)}`));
      }, PATIENCE);
      const look = (): void => {
        const found = this.received.find(fits);
        if (!found) return;
        clearTimeout(timer);
        this.#listeners.delete(look);
        resolve(found);
      };
      this.#listeners.add(look);
      look();
    });
  }

  close(): void {
    this.socket.close();
  }
}
