// One open socket, from its first frame to its close. Before `tokenAuth` it may only ping; after it, every frame takes its turn
// through dispatch. Made by the socket door; the only maker of Receivers.

import { randomUUID } from 'node:crypto';
import type { RawData, WebSocket } from 'ws';
import { asError } from 'src/base/asError.ts';
import { CLOSES } from 'src/model/generated/problems.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { ReadFilter } from 'src/server/access/read/readFilters.ts';
import type { Services } from 'src/server/context.ts';
import type { LiveSession } from 'src/server/sessions/sessions.ts';
import type { SessionWatch } from 'src/server/sessions/sessionWatch.ts';
import type { Limits } from 'src/server/siteSettings.ts';
import { holdReply } from 'src/server/store/accounts/heldReplies.ts';
import type { Dispatch, Reply } from 'src/server/transport/dispatch.ts';
import { createIdentity, type Identity } from 'src/server/transport/identity.ts';
import { createOutbox, type Outbox } from 'src/server/transport/outbox.ts';
import { createSerialQueue } from 'src/server/transport/serialQueue.ts';
import type { Log } from 'src/server/transport/failures.ts';
import { openFrame, type Frame } from 'src/server/transport/openFrame.ts';
import { decodeUtf8 } from 'src/server/transport/utf8Text.ts';
import { framesOf } from 'src/server/transport/framesOf.ts';
import type { Receiver } from 'src/server/watch/watches.ts';

/** Source: PROTOCOL 3. */
const SIGN_IN_WITHIN = 5_000;
/** What an unknown client may send: a token and a few pings. */
const FRAMES_BEFORE_SIGN_IN = 32;
const BYTES_BEFORE_SIGN_IN = 16_384;
/** Requests of one socket under way; beyond it the socket is not read until half of them are answered. */
const UNDER_WAY = 64;
/** A socket that answers no ping for so long is gone. */
const SILENT = 60_000;

export interface SocketOptions {
  readonly services: Services;
  readonly dispatch: Dispatch;
  readonly sessionWatch: SessionWatch;
  readonly limits: Limits;
  /** Largest frame, in bytes. */
  readonly maxFrame: number;
  readonly log: Log;
  readonly address: string;
  /** False when the user has as many sockets as one may. */
  admit(session: LiveSession): boolean;
}

export interface SocketConnection {
  readonly userId: string | undefined;
  /** Cuts off the slow and the dead. Called every few seconds. */
  heartbeat(): void;
  /** Takes no more requests, lets those under way be answered, then closes. */
  retire(code: number, reason: string): Promise<void>;
}

const CHANGING = new Set([
  'tokenAuth',
  'nextToken',
  'signout',
  'create',
  'update',
  'delete',
  'act',
  'addWatch',
  'removeWatch',
]);
const BEFORE_SIGN_IN = new Set(['tokenAuth', 'ping']);

const createReceiver = (outbox: Outbox): Receiver => {
  let current: ReadFilter | undefined;
  return {
    id: randomUUID(),
    readFilter() {
      if (!current) throw new Error('a receiver has a gate once its socket is signed in');
      return current;
    },
    setReadFilter(readFilter) {
      current = readFilter;
    },
    send: (text) => {
      outbox.send(text);
    },
    close: outbox.close,
  };
};

/** Why a socket is closed instead of being answered: a refused sign-in. */
const closeOf = (frame: Frame, { envelope }: Reply): readonly [number, string] | undefined => {
  if (frame.name !== 'tokenAuth' || envelope.erred !== true) return undefined;
  const { userMessage } = envelope.b as { readonly userMessage: string };
  if (userMessage === 'tokenExpired') return [CLOSES.expiredOnConnect, 'expiredOnConnect'];
  return userMessage === 'rateLimited' ? [CLOSES.overloaded, 'overloaded'] : [CLOSES.identFailed, 'identFailed'];
};

interface Parts {
  readonly socket: WebSocket;
  readonly options: SocketOptions;
  readonly outbox: Outbox;
  readonly receiver: Receiver;
  readonly identity: Identity;
}

const send = (outbox: Outbox, envelope: Envelope): void => {
  outbox.send(JSON.stringify(envelope), envelope.s);
};

/** One frame in its turn. */
const handle = async ({ options, outbox, receiver, identity }: Parts, frame: Frame): Promise<void> => {
  const { session } = identity;
  if (!session && (frame.refused !== undefined || !BEFORE_SIGN_IN.has(frame.name))) {
    outbox.close(CLOSES.identFailed, 'identFailed');
    return;
  }
  const reply = await options.dispatch(
    { address: options.address, session, receiver: session && receiver, connection: identity },
    frame,
  );
  const close = closeOf(frame, reply);
  if (close) outbox.close(...close);
  else for (const envelope of framesOf(reply)) send(outbox, envelope);
  if (reply.name === 'signout' && reply.envelope.erred !== true) outbox.close(CLOSES.signedout, 'signedout');
};

const openBytes = (data: RawData): Frame | undefined => {
  try {
    return openFrame(decodeUtf8(Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data)));
  } catch {
    return undefined;
  }
};

const NOT_TEXT = '\uFFFD';

/** Reads frames in order, as many at a time as are answered. Returns what ends it: resolves when all are answered. */
const listen = (parts: Parts): (() => Promise<void>) => {
  const { socket, outbox, identity, options } = parts;
  let frames = 0;
  let onIdle: (() => void) | undefined;
  const serialQueue = createSerialQueue((underWay) => {
    if (socket.isPaused && underWay <= UNDER_WAY / 2) socket.resume();
    if (underWay === 0) onIdle?.();
  });
  socket.on('message', (data: RawData) => {
    if (onIdle) return;
    frames += 1;
    const bytes = Array.isArray(data) ? data.reduce((sum, each) => sum + each.length, 0) : data.byteLength;
    if (!identity.session && (frames > FRAMES_BEFORE_SIGN_IN || bytes > BYTES_BEFORE_SIGN_IN)) {
      outbox.close(CLOSES.identFailed, 'identFailed');
      return;
    }
    const frame = openBytes(data) ?? openFrame(NOT_TEXT);
    serialQueue.take(CHANGING.has(frame.name), () =>
      handle(parts, frame).catch((error: unknown) => {
        options.log.error(
          { message: asError(error).message, stack: asError(error).stack },
          'a frame could not be handled',
        );
      }),
    );
    if (serialQueue.underWay >= UNDER_WAY) socket.pause();
  });
  return () =>
    new Promise((resolve) => {
      onIdle = resolve;
      if (serialQueue.underWay === 0) resolve();
    });
};

export const createSocketConnection = (socket: WebSocket, options: SocketOptions): SocketConnection => {
  const { services, limits, maxFrame, log, sessionWatch, admit } = options;
  const onError = (error: unknown): void => {
    log.warn({ message: asError(error).message }, 'a socket failed');
  };
  const hold = (key: string, text: string): Promise<void> =>
    holdReply(services.database, key, identity.session?.id, [text]);
  const outbox = createOutbox({
    socket,
    clock: services.clock,
    maxFrame,
    maxBuffered: limits.bufferedBytes,
    hold,
    onError,
  });
  const receiver = createReceiver(outbox);
  const identity = createIdentity({ services, receiver, sessionWatch, admit, onError });

  let received = services.clock.now().getTime();
  const hear = (): void => {
    received = services.clock.now().getTime();
  };
  const signInTimer = setTimeout(() => {
    if (!identity.session) outbox.close(CLOSES.identFailed, 'identFailed');
  }, SIGN_IN_WITHIN);

  const finish = listen({ socket, options, outbox, receiver, identity });
  socket.on('message', hear);
  socket.on('pong', hear);
  // A frame that breaks the protocol: ws closes the socket by itself, the process must only not die of it.
  socket.on('error', onError);
  socket.on('close', () => {
    clearTimeout(signInTimer);
    identity.forget();
  });

  return {
    get userId() {
      return identity.session?.userId;
    },
    heartbeat() {
      outbox.check();
      if (services.clock.now().getTime() - received > SILENT) socket.terminate();
      else if (socket.readyState === socket.OPEN) socket.ping();
    },
    async retire(code, reason) {
      await finish();
      outbox.close(code, reason);
    },
  };
};
