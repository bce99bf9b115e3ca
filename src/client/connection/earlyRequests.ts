// What browserCheck.js has begun in the name of the stored token while the scripts of the page were on their way. Each part is taken
// once, and only for that token: after another tab has changed it, all of it is left. Called by browserEnvironment.ts.

import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Kept by browserCheck.js in the page's global `early`. */
export interface Early {
  readonly token: string;
  readonly socket: WebSocket;
  /** What the socket has received. */
  readonly messages: readonly unknown[];
  readonly answers: { readonly o: string; readonly b: string; readonly answer: Promise<Envelope | undefined> }[];
}

export interface EarlySocket {
  readonly raw: WebSocket;
  readonly received: readonly string[];
  /** The token that was sent over it, or will be as soon as it opens. */
  readonly token: string;
}

export interface EarlyRequests {
  /** Undefined when none was opened to that address, or it is closed already. */
  takeSocket(address: URL): EarlySocket | undefined;
  /** Undefined when this was not asked; resolves with undefined when there was no answer. */
  takeAnswer(o: string, body: Json | undefined): Promise<Envelope | undefined> | undefined;
}

const close = ({ socket }: Early): void => {
  socket.onopen = null;
  socket.onmessage = null;
  socket.close();
};

export const createEarlyRequests = (early: Early | undefined, token: () => string | null): EarlyRequests => {
  let untaken = early?.socket;
  const isCurrent = (): boolean => early !== undefined && early.token === token();
  return {
    takeSocket: ({ href }) => {
      if (!early || !untaken) return undefined;
      const raw = untaken;
      untaken = undefined;
      if (!isCurrent() || raw.url !== href || raw.readyState > raw.OPEN) {
        close(early);
        return undefined;
      }
      raw.onmessage = null;
      return { raw, received: early.messages.map(String), token: early.token };
    },
    takeAnswer: (o, body) => {
      if (!early || !isCurrent()) return undefined;
      const b = JSON.stringify(body ?? null);
      const at = early.answers.findIndex((each) => each.o === o && each.b === b);
      return at < 0 ? undefined : early.answers.splice(at, 1)[0]?.answer;
    },
  };
};
