// Requests that browserCheck.js sent with the stored token while scripts were loading. Each result is used once, and only for that token:
// after another tab has changed it, all results are ignored. Called by browserEnvironment.ts.

import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Written by browserCheck.js to the page's global `early`. */
export interface Early {
  readonly token: string;
  readonly socket: WebSocket;
  /** Messages that the socket has received. */
  readonly messages: readonly unknown[];
  readonly answers: { readonly o: string; readonly b: string; readonly answer: Promise<Envelope | undefined> }[];
}

export interface EarlySocket {
  readonly raw: WebSocket;
  readonly received: readonly string[];
  /** Token that was sent over it, or will be when it opens. */
  readonly token: string;
}

export interface EarlyRequests {
  /** Returns undefined when no socket to that address is open. */
  takeSocket(address: URL): EarlySocket | undefined;
  /** Returns undefined for a request that was not sent. Resolves with undefined when there was no answer. */
  takeAnswer(o: string, body: Json | undefined): Promise<Envelope | undefined> | undefined;
}

const closeEarly = ({ socket }: Early): void => {
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
        closeEarly(early);
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
