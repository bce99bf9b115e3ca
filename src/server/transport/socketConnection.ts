// One open socket, from its first frame to its close. Before `tokenAuth` it may only ping; after it, every frame takes its turn
// through dispatch. Every frame counts before it is read, and a socket whose frames are refused again and again is closed.
// Made by the socket server; the only maker of Receivers.

import type { Connection, LiveSession, Receiver } from 'src/server/context.ts';
import { setMaxListeners } from 'node:events';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { asError } from 'src/base/asError.ts';
import { CLOSES } from 'src/model/generated/problems.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import { problem } from 'src/model/problems.ts';
import { requestAddress } from 'src/model/wire/addressOf.ts';
import { refusedReply } from 'src/model/wire/replies.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { TransportNeeds } from 'src/server/transport/TransportNeeds.ts';
import type { SessionWatch } from 'src/server/sessions/sessionWatch.ts';
import {
  BUFFERED_BYTES_TO_SUM,
  REQUESTS_UNDER_WAY,
  SILENCE_TIMEOUT_MS,
  UNSIGNED_SOCKET,
  type Limits,
} from 'src/server/limits.ts';
import { holdReply } from 'src/server/store/requests/heldReplies.ts';
import type { Dispatch, Reply } from 'src/server/transport/dispatch.ts';
import { createIdentity, type Identity } from 'src/server/transport/identity.ts';
import type { Caller } from 'src/server/http/caller.ts';
import { createOutbox, type Outbox } from 'src/server/transport/outbox.ts';
import { createTokenBuckets, type Intake, type TokenBuckets } from 'src/server/http/tokenBuckets.ts';
import { createSerialQueue } from 'src/server/transport/serialQueue.ts';
import type { Log } from 'src/server/http/problemOfError.ts';
import { decodeUtf8 } from 'src/server/http/requestText.ts';
import { type Frame, parseFrame } from 'src/server/transport/parseFrame.ts';
import { createSocketStreams, type SocketStreams } from 'src/server/transport/socketStreams.ts';
import { replyFrames } from 'src/server/transport/replyFrames.ts';

export interface SocketOptions {
  readonly services: TransportNeeds;
  readonly dispatch: Dispatch;
  readonly sessionWatch: SessionWatch;
  readonly limits: Limits;
  readonly intake: Intake;
  /** Largest frame, in bytes. */
  readonly maxFrame: number;
  readonly log: Log;
  readonly address: string;
  /** The connection below the socket. */
  readonly raw: Duplex;
  /** Returns false when the user has reached the limit of sockets. */
  admit(session: LiveSession): boolean;
  /** Called when many bytes wait to be read by this client. */
  onBacklog(): void;
}

export interface SocketConnection {
  readonly userId: string | undefined;
  /** Bytes that the client has not read yet. */
  readonly buffered: number;
  /** Closes the socket because too many bytes wait for its user or for all clients. */
  overloaded(): void;
  /** Closes the socket if the client does not read or no longer answers pings. Called every few seconds. */
  heartbeat(): void;
  /** Accepts no further requests, waits for those in progress, then closes. */
  retire(code: number, reason: string): Promise<void>;
}

type Sender = Pick<Outbox, 'send' | 'sendAll' | 'close' | 'drained'>;

const BEFORE_SIGN_IN = new Set(['tokenAuth', 'ping']);

const createReceiver = (outbox: Pick<Sender, 'send' | 'sendAll' | 'close'>): Receiver => {
  let current: ReadFilter | undefined;
  return {
    readFilter() {
      if (!current) throw new Error('a receiver has a read filter only after sign-in');
      return current;
    },
    setReadFilter(readFilter) {
      current = readFilter;
    },
    send: (text) => {
      outbox.send(text);
    },
    sendAll: outbox.sendAll,
    close: outbox.close,
  };
};

/** Returns the code and the reason with which the socket is closed instead of answered, after a refused sign-in. */
const closeOf = (frame: Frame, { envelope }: Reply): readonly [number, string] | undefined => {
  if (frame.name !== 'tokenAuth' || envelope.erred !== true) return undefined;
  const { userMessage } = envelope.b as { readonly userMessage: string };
  if (userMessage === 'tokenExpired') return [CLOSES.expiredOnConnect, 'expiredOnConnect'];
  return userMessage === 'rateLimited' ? [CLOSES.overloaded, 'overloaded'] : [CLOSES.identFailed, 'identFailed'];
};

interface Parts {
  readonly socket: WebSocket;
  readonly options: SocketOptions;
  readonly outbox: Sender;
  readonly receiver: Receiver;
  readonly identity: Identity;
  readonly streams: SocketStreams;
  /** Raised when the socket is closed. */
  readonly gone: AbortSignal;
  /** Counts a refused frame; closes the socket at one too many. */
  strike(): void;
}

/**
 * Refusals that an honest client causes rarely. A refused search is none of them, because fast clicking causes it; the rate of frames stops a
 * flood of these.
 */
const STRIKING = new Set(['parseRequestFailed', 'unknownOperation', 'tooLarge']);

const isStriking = ({ refused }: Frame, { envelope }: Reply): boolean =>
  refused !== undefined ||
  (envelope.erred === true && STRIKING.has((envelope.b as { readonly userMessage: string }).userMessage));

const sendEnvelope = (outbox: Sender, envelope: Envelope): void => {
  outbox.send(JSON.stringify(envelope), envelope.s);
};

const callerOf = ({ options, receiver, identity, streams, gone }: Omit<Parts, 'strike'>): Caller => {
  const { session } = identity;
  const connection: Connection = { session, identify: identity.identify, cancelStream: streams.cancel };
  return { address: options.address, session, receiver: session && receiver, connection, gone };
};

/** One frame in its turn. */
const handle = async (parts: Parts, frame: Frame): Promise<void> => {
  const { options, outbox, identity, streams, strike } = parts;
  const { session } = identity;
  if (!session && (frame.refused !== undefined || !BEFORE_SIGN_IN.has(frame.name))) {
    outbox.close(CLOSES.identFailed, 'identFailed');
    return;
  }
  const reply = await options.dispatch(callerOf(parts), frame);
  const close = closeOf(frame, reply);
  if (close) outbox.close(...close);
  else for (const envelope of replyFrames(reply)) sendEnvelope(outbox, envelope);
  streams.follow(reply);
  if (isStriking(frame, reply)) strike();
  if (reply.name === 'signout' && reply.envelope.erred !== true) outbox.close(CLOSES.signedout, 'signedout');
};

const NOT_TEXT = '\uFFFD';

const frameText = (data: Buffer): string => {
  try {
    return decodeUtf8(data);
  } catch {
    return NOT_TEXT;
  }
};

/** Longer frames are refused without looking for their sequence. */
const SHORT_FRAME_BYTES = 16_384;

/** Answers a frame that was not read, in the words of dispatch. */
const refuseUnread = ({ outbox, strike }: Parts, data: Buffer, retryAfter: number): void => {
  const address = data.length > SHORT_FRAME_BYTES ? { o: '' } : requestAddress(frameText(data));
  sendEnvelope(outbox, refusedReply(address, problem('rateLimited', { retryAfter })));
  strike();
};

/** Reads frames in order, as many at a time as are answered. Returns what ends it: resolves when all are answered. */
const listen = (parts: Parts): (() => Promise<void>) => {
  const { socket, outbox, identity, options } = parts;
  let frames = 0;
  const { frames: mostFrames, frameBytes } = UNSIGNED_SOCKET;
  let onIdle: (() => void) | undefined;
  const serialQueue = createSerialQueue((underWay) => {
    if (socket.isPaused && underWay <= REQUESTS_UNDER_WAY / 2) socket.resume();
    if (underWay === 0) onIdle?.();
  });
  // One at a time between two turns of the event loop (allowSynchronousEvents is off), and whole: binaryType is nodebuffer.
  socket.on('message', (raw: RawData) => {
    if (onIdle || socket.readyState !== socket.OPEN) return;
    const data = raw as Buffer;
    const { session } = identity;
    frames += 1;
    if (!session && (frames > mostFrames || data.length > frameBytes)) {
      outbox.close(CLOSES.identFailed, 'identFailed');
      return;
    }
    const wait = session ? options.intake({ session, address: options.address }, data.length) : 0;
    if (wait > 0) {
      refuseUnread(parts, data, wait);
      return;
    }
    const frame = parseFrame(frameText(data), options.services.clock.now().getTime());
    serialQueue.take(options.dispatch.isOrdered(frame), () =>
      handle(parts, frame).catch((error: unknown) => {
        options.log.error(
          { message: asError(error).message, stack: asError(error).stack },
          'a frame could not be handled',
        );
      }),
    );
    if (serialQueue.underWay >= REQUESTS_UNDER_WAY) socket.pause();
  });
  return () =>
    new Promise((resolve) => {
      onIdle = resolve;
      if (serialQueue.underWay === 0) resolve();
    });
};

const reportingBacklog = (outbox: Outbox, onBacklog: () => void): Sender => {
  const report = (): void => {
    if (outbox.buffered > BUFFERED_BYTES_TO_SUM) onBacklog();
  };
  return {
    close: outbox.close,
    drained: outbox.drained,
    send(frame, s) {
      outbox.send(frame, s);
      report();
    },
    sendAll(frames) {
      outbox.sendAll(frames);
      report();
    },
  };
};

export const createSocketConnection = (socket: WebSocket, options: SocketOptions): SocketConnection => {
  const { services, limits, maxFrame, log, sessionWatch, admit, onBacklog } = options;
  const onError = (error: unknown): void => {
    log.warn({ message: asError(error).message }, 'a socket failed');
  };
  const hold = (key: string, text: string): Promise<void> =>
    holdReply(services.database, key, identity.session?.id, [text]);
  const outbox = createOutbox({
    socket,
    raw: options.raw,
    clock: services.clock,
    maxFrame,
    maxBuffered: limits.bufferedBytes,
    hold,
    onError,
  });
  const watched = reportingBacklog(outbox, onBacklog);
  const overloaded = (): void => {
    outbox.close(CLOSES.overloaded, 'overloaded');
  };
  let refusals: TokenBuckets | undefined;
  const strike = (): void => {
    refusals ??= createTokenBuckets(limits.refusedFrames, services.clock);
    if (refusals.take('', 1) > 0) overloaded();
  };
  const receiver = createReceiver(watched);
  const identity = createIdentity({ services, receiver, sessionWatch, admit, onError });

  let received = services.clock.now().getTime();
  const receive = (): void => {
    received = services.clock.now().getTime();
  };
  const signInTimer = setTimeout(() => {
    if (!identity.session) outbox.close(CLOSES.identFailed, 'identFailed');
  }, UNSIGNED_SOCKET.timeoutMs);

  const gone = new AbortController();
  // Each request that waits listens to it.
  setMaxListeners(2 * REQUESTS_UNDER_WAY, gone.signal);
  const streams: SocketStreams = createSocketStreams({
    ...{ dispatch: options.dispatch, drained: outbox.drained, gone: gone.signal, log },
    caller: () => callerOf(parts),
    send: (envelope) => sendEnvelope(watched, envelope),
  });
  const parts: Parts = { socket, options, outbox: watched, receiver, identity, streams, gone: gone.signal, strike };
  const finish = listen(parts);
  socket.on('message', receive);
  socket.on('pong', receive);
  // A frame that breaks the protocol: ws closes the socket by itself, the process must only not die of it.
  socket.on('error', onError);
  socket.on('close', () => {
    clearTimeout(signInTimer);
    gone.abort(problem('timeout'));
    identity.forget();
  });

  return {
    get userId() {
      return identity.session?.userId;
    },
    get buffered() {
      return outbox.buffered;
    },
    overloaded,
    heartbeat() {
      outbox.check();
      if (services.clock.now().getTime() - received > SILENCE_TIMEOUT_MS) socket.terminate();
      else if (socket.readyState === socket.OPEN) socket.ping();
    },
    async retire(code, reason) {
      await finish();
      outbox.close(code, reason);
    },
  };
};
