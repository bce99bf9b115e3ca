// Questions over the socket, as the page asks them: of each person one socket, opened at the first question. Used by
// productWorld.ts for suites of thousands of questions, where a request over HTTP costs more than most answers.

import { WebSocket } from 'ws';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';

interface Waiting {
  resolve(reply: Envelope): void;
  reject(error: Error): void;
}

type Ask = (operation: string, body: Json | undefined) => Promise<Envelope>;

const HELD = /^lrg\/(.+)$/;
const MOST_BYTES = 65_536;

/** Larger ones than a frame may be go over HTTP. */
export const fitsInFrame = (body: Json | undefined): boolean =>
  body === undefined || Buffer.byteLength(JSON.stringify(body)) < MOST_BYTES;

const askOver = ({ socket }: TestSocket, fetchHeld: (path: string) => Promise<Response>): Ask => {
  const waiting = new Map<string, Waiting>();
  let asked = 0;
  const settle = async (frame: Envelope): Promise<void> => {
    const found = frame.s === undefined ? undefined : waiting.get(frame.s);
    if (!found || frame.s === undefined) return;
    waiting.delete(frame.s);
    const key = HELD.exec(frame.o)?.[1];
    try {
      found.resolve(key === undefined ? frame : ((await (await fetchHeld(`/ws-lrg/${key}`)).json()) as Envelope));
    } catch (error) {
      found.reject(error as Error);
    }
  };
  socket.removeAllListeners('message');
  socket.on('message', (data: Buffer) => void settle(JSON.parse(data.toString()) as Envelope));
  socket.on('close', (code, reason) => {
    for (const { reject } of waiting.values()) reject(new Error(`the socket was closed: ${code} ${reason.toString()}`));
  });
  return (operation, body) =>
    new Promise((resolve, reject) => {
      if (socket.readyState !== WebSocket.OPEN) {
        reject(new Error('the socket is closed'));
        return;
      }
      asked += 1;
      const s = String(asked);
      waiting.set(s, { resolve, reject });
      socket.send(JSON.stringify({ o: operation, ...(body !== undefined && { b: body }), s }));
    });
};

export interface SocketAsks {
  ask(actor: string, operation: string, body: Json | undefined): Promise<Envelope>;
}

interface Options {
  open(actor: string): Promise<TestSocket>;
  get(actor: string, path: string): Promise<Response>;
}

export const socketAsks = ({ open, get }: Options): SocketAsks => {
  const opened = new Map<string, Promise<Ask>>();
  return {
    async ask(actor, operation, body) {
      const socket = opened.get(actor) ?? open(actor).then((made) => askOver(made, (path) => get(actor, path)));
      opened.set(actor, socket);
      return await (
        await socket
      )(operation, body);
    },
  };
};
