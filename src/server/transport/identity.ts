// Identity of a socket: none until `tokenAuth`, then one user, whose tokens and rights can change while the socket is open. Adds the socket
// to the watched ones at sign-in and removes it at the end.

import type { Connection, LiveSession, Receiver } from 'src/server/context.ts';
import { CLOSES } from 'src/model/generated/problems.ts';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { push } from 'src/model/wire/replies.ts';
import type { TransportNeeds } from 'src/server/transport/TransportNeeds.ts';
import type { LiveConnection, SessionWatch } from 'src/server/sessions/sessionWatch.ts';
import { tokenTimers } from 'src/server/transport/tokenTimers.ts';

export interface Identity extends Omit<Connection, 'cancelStream'> {
  /** The socket is closed. */
  forget(): void;
}

interface IdentityOptions {
  readonly services: TransportNeeds;
  readonly receiver: Receiver;
  readonly sessionWatch: SessionWatch;
  /** Returns false if the user already has the permitted number of sockets. */
  admit(session: LiveSession): boolean;
  onError(error: unknown): void;
}

const NORMAL = 1000;

/** Close code and reason for each end of a session; the page that stops a masquerade continues with another token. */
const closeFor = (reason: string): readonly [number, string] =>
  reason === 'masqueradeStopped' ? [NORMAL, reason] : [CLOSES.signedout, 'signedout'];

const pushFrame = (o: string, body: unknown): string => JSON.stringify(push(o, body as Json));

export const createIdentity = ({ services, receiver, sessionWatch, admit, onError }: IdentityOptions): Identity => {
  let session: LiveSession | undefined;
  let live: LiveConnection | undefined;
  let closed = false;

  /** Runs `late` unless a newer token of the session has moved the end. */
  const unlessRefreshed = async (late: () => void): Promise<void> => {
    if (!session) return;
    const expires = await services.sessions.lastsUntil(session);
    if (closed) return;
    if (expires <= session.expires) late();
    else {
      session = { ...session, expires };
      timers.start(expires);
    }
  };

  const timers = tokenTimers({
    clock: services.clock,
    onWarning: (expires) => {
      unlessRefreshed(() => {
        receiver.send(pushFrame('tokenWarning', { expires: expires.toISOString() }));
      }).catch(onError);
    },
    onEnd: () => {
      unlessRefreshed(() => {
        receiver.close(CLOSES.tokenExpired, 'tokenExpired');
      }).catch(onError);
    },
  });

  const speakFor = async (next: LiveSession): Promise<void> => {
    const readFilter = await services.readFilters.readFilterFor(next.subject);
    session = next;
    receiver.setReadFilter(readFilter);
  };

  const enter = (): LiveConnection => ({
    get session() {
      if (!session) throw new Error('a watched socket has a session');
      return session;
    },
    end(reason) {
      receiver.close(...closeFor(reason));
    },
    async renew(next) {
      if (closed) return;
      await speakFor(next);
      receiver.send(pushFrame('authed', await services.sessions.sessionUser(next)));
    },
    announce(name) {
      receiver.send(pushFrame(name, {}));
    },
  });

  return {
    get session() {
      return session;
    },
    async identify(next) {
      if (session && session.userId !== next.userId) throw problem('notSignedIn');
      if (!session && !admit(next)) throw problem('rateLimited', { retryAfter: 10 });
      await speakFor(next);
      if (closed) return;
      timers.start(next.expires);
      if (live) return;
      live = enter();
      services.watches.add(receiver);
      sessionWatch.add(live);
    },
    forget() {
      closed = true;
      timers.stop();
      if (!live) return;
      sessionWatch.remove(live);
      services.watches.remove(receiver);
    },
  };
};
