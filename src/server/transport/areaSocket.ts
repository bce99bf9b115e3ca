// One open socket of an area. Its first frame must be `["tokenAuth", {"token": …}]`. After that the code
// of the area handles every frame, and the engine ends the socket together with its session, cuts off a client that does not read, and
// renews the rights of its person.

import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { asError } from 'src/base/asError.ts';
import type { Clock } from 'src/base/clock.ts';
import { isRecord } from 'src/base/isRecord.ts';
import { CLOSES } from 'src/model/generated/problems.ts';
import { isProblem } from 'src/model/problems.ts';
import type { LiveSession } from 'src/server/context.ts';
import type { AreaConnection, AreaSocket, AreaSocketHandler } from 'src/server/http/areaSockets.ts';
import type { Log } from 'src/server/http/problemOfError.ts';
import { decodeUtf8 } from 'src/server/http/requestText.ts';
import type { TokenVerifier } from 'src/server/http/routeContext.ts';
import { createTokenBuckets, type Intake } from 'src/server/http/tokenBuckets.ts';
import { SILENCE_TIMEOUT_MS, UNSIGNED_SOCKET, type Limits } from 'src/server/limits.ts';
import type { Sessions } from 'src/server/sessions/sessions.ts';
import type { LiveConnection, SessionWatch } from 'src/server/sessions/sessionWatch.ts';
import type { SocketConnection } from 'src/server/transport/socketConnection.ts';
import { tokenTimers } from 'src/server/transport/tokenTimers.ts';

export interface AreaSocketOptions {
  readonly area: AreaSocket;
  readonly query: URLSearchParams;
  readonly sessions: Pick<Sessions, 'lastsUntil'>;
  readonly sessionWatch: SessionWatch;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly intake: Intake;
  readonly verifyToken: TokenVerifier;
  readonly log: Log;
  readonly address: string;
  readonly raw: Duplex;
  /** Returns false if the user already has the permitted number of sockets. */
  admit(session: LiveSession): boolean;
  onBacklog(): void;
}

/** A closing handshake that takes longer is ended by force. */
const CLOSE_BY_FORCE_MS = 2_000;
/** A client whose waiting frames were at no time all sent for so long is cut off. */
const UNREAD_TIMEOUT_MS = 30_000;

const tokenIn = (data: Buffer): string | undefined => {
  try {
    const [event, payload] = JSON.parse(decodeUtf8(data)) as readonly unknown[];
    return event === 'tokenAuth' && isRecord(payload) && typeof payload['token'] === 'string'
      ? payload['token']
      : undefined;
  } catch {
    return undefined;
  }
};

const createSender = (socket: WebSocket, { area, onBacklog }: AreaSocketOptions) => {
  const close: AreaConnection['close'] = (code, reason) => {
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), CLOSE_BY_FORCE_MS).unref();
  };
  const send: AreaConnection['send'] = (frame) => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > area.bufferedBytes) {
      close(CLOSES.overloaded, 'overloaded');
      return;
    }
    socket.send(frame, { binary: typeof frame !== 'string' });
    if (socket.bufferedAmount > area.bufferedBytes / 4) onBacklog();
  };
  return { send, close };
};

type Sender = ReturnType<typeof createSender>;

/** Keeps the session of the socket: its end, its renewed rights, and the end of its token. */
const createPresence = (
  options: AreaSocketOptions,
  { close }: Sender,
  handler: () => AreaSocketHandler | undefined,
) => {
  const { sessions, sessionWatch, clock, log } = options;
  let session: LiveSession | undefined;
  let live: LiveConnection | undefined;

  const endUnlessRefreshed = async (): Promise<void> => {
    if (!session) return;
    const expires = await sessions.lastsUntil(session);
    if (expires <= session.expires) close(CLOSES.tokenExpired, 'tokenExpired');
    else {
      session = { ...session, expires };
      timers.start(expires);
    }
  };
  const timers = tokenTimers({
    clock,
    onWarning: () => undefined,
    onEnd: () => {
      endUnlessRefreshed().catch((error: unknown) => {
        log.warn({ message: asError(error).message }, 'the end of a token could not be checked');
      });
    },
  });

  const present = (): LiveSession => {
    if (!session) throw new Error('a watched socket has a session');
    return session;
  };
  return {
    current: () => session,
    enter(next: LiveSession): () => LiveSession {
      session = next;
      timers.start(next.expires);
      live = {
        get session() {
          return present();
        },
        end: (reason) => {
          handler()?.signedOut();
          close(CLOSES.signedout, reason === 'masqueradeStopped' ? reason : 'signedout');
        },
        renew: (renewed) => {
          session = renewed;
          handler()?.renewed(renewed);
          return Promise.resolve();
        },
        announce: () => undefined,
      };
      sessionWatch.add(live);
      return present;
    },
    leave() {
      timers.stop();
      if (live) sessionWatch.remove(live);
    },
  };
};

export const createAreaSocket = (socket: WebSocket, options: AreaSocketOptions): SocketConnection => {
  const { area, query, clock, limits, intake, address, admit, log } = options;
  const sender = createSender(socket, options);
  const { send, close } = sender;
  let handler: AreaSocketHandler | undefined;
  const presence = createPresence(options, sender, () => handler);
  const refusals = createTokenBuckets(limits.refusedFrames, clock);
  let [received, isSigningIn] = [clock.now().getTime(), false];
  let unreadSince: number | undefined;

  const signIn = async (data: Buffer): Promise<void> => {
    const token = data.length > UNSIGNED_SOCKET.frameBytes ? undefined : tokenIn(data);
    if (token === undefined || isSigningIn) {
      close(CLOSES.identFailed, 'identFailed');
      return;
    }
    isSigningIn = true;
    const session = await options.verifyToken(token, address);
    if (socket.readyState !== socket.OPEN) return;
    if (!admit(session)) {
      close(CLOSES.overloaded, 'overloaded');
      return;
    }
    const refuse = (): void => {
      if (refusals.take('', 1) > 0) close(CLOSES.overloaded, 'overloaded');
    };
    const connection: AreaConnection = { query, session: presence.enter(session), send, close, refuse };
    handler = area.open(connection);
  };

  const refuseSignIn = (error: unknown): void => {
    if (!isProblem(error)) log.error({ message: asError(error).message }, 'a socket of an area could not sign in');
    const name = isProblem(error) && error.key === 'tokenExpired' ? 'expiredOnConnect' : 'identFailed';
    close(CLOSES[name], name);
  };

  const timer = setTimeout(() => {
    if (!presence.current()) close(CLOSES.identFailed, 'identFailed');
  }, UNSIGNED_SOCKET.timeoutMs);

  socket.on('message', (raw: RawData, isBinary: boolean) => {
    received = clock.now().getTime();
    if (socket.readyState !== socket.OPEN) return;
    const data = raw as Buffer;
    const session = presence.current();
    if (!session) signIn(data).catch(refuseSignIn);
    else if (intake({ session, address }, data.length) > 0) close(CLOSES.overloaded, 'overloaded');
    else handler?.message(data, isBinary);
  });
  socket.on('pong', () => {
    received = clock.now().getTime();
  });
  socket.on('error', (error: Error) => log.warn({ message: error.message }, 'a socket of an area failed'));
  socket.on('close', () => {
    clearTimeout(timer);
    presence.leave();
    handler?.closed();
  });

  return {
    get userId() {
      return presence.current()?.userId;
    },
    get buffered() {
      return socket.bufferedAmount;
    },
    overloaded: () => close(CLOSES.overloaded, 'overloaded'),
    heartbeat() {
      const now = clock.now().getTime();
      unreadSince = socket.bufferedAmount === 0 ? undefined : (unreadSince ?? now);
      if (unreadSince !== undefined && now - unreadSince > UNREAD_TIMEOUT_MS) close(CLOSES.overloaded, 'overloaded');
      if (now - received > SILENCE_TIMEOUT_MS) socket.terminate();
      else if (socket.readyState === socket.OPEN) socket.ping();
    },
    retire(code, reason) {
      close(code, reason);
      return Promise.resolve();
    },
  };
};
