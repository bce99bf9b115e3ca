// The channels of this process, and the sockets of `/ws-assist/socket`. A socket enters a channel when its person may: the visitor who asked, in the
// browser tab in which they asked, or a person who may help. Both are checked again while the session lasts.

import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { isProblem } from 'src/model/problems.ts';
import { SESSION_TYPE } from 'src/domain/assist/assistTypes.ts';
import { isActing, mayHelp } from 'src/domain/assist/helpRights.server.ts';
import { createHelpChannels, type OpenChannel, type HelpChannels } from 'src/domain/assist/helpChannels.server.ts';
import { ASSIST_CLOSES, ASSIST_LIMITS, ASSIST_SOCKET } from 'src/domain/assist/protocol.ts';
import { isOpenSession } from 'src/domain/assist/sessionItems.server.ts';
import type {
  AreaConnection,
  AreaRouteContext,
  AreaSocket,
  AreaSocketHandler,
  LiveSession,
  StoredItem,
} from 'src/server/extend.ts';

type Send = (data: Buffer, isBinary: boolean) => void;

/** A socket that has entered its channel. */
interface Entered {
  readonly receive: Send;
  renewed(session: LiveSession): void;
  leave(signedOut: boolean): void;
}

const ASSIST_TAB = /^[A-Za-z0-9]{8,64}$/;
/** Frames that wait while the socket enters. An honest client waits for `authed`. */
const ASSIST_MOST_WAITING = 16;

interface Address {
  readonly session: ItemId;
  readonly tab: string;
  readonly identity: string;
}

const addressIn = (query: URLSearchParams): Address | undefined => {
  const [session, tab, identity] = ['peerId', 'tabId', 'identity'].map((name) => query.get(name) ?? '');
  const isValid = isItemId(session) && session.startsWith(`${SESSION_TYPE}-`) && ASSIST_TAB.test(tab ?? '');
  return isValid ? { session, tab: tab ?? '', identity: identity ?? '' } : undefined;
};

const enterAsVisitor = (entry: OpenChannel, connection: AreaConnection): Entered => {
  const { channel, events } = entry;
  const { send, close, refuse } = connection;
  const peer = { send, close, refuse };
  channel.links.toPeer(peer, 'authed', { id: 'visitor' }, 'server');
  channel.enterVisitor(peer);
  return {
    receive: (data, isBinary) => {
      if (channel.links.visitor === peer) events.ofVisitor(peer, data, isBinary);
    },
    renewed: () => entry.checkRights(),
    leave(signedOut) {
      if (signedOut && channel.links.visitor === peer) channel.end('signedOut');
      else channel.leaveVisitor(peer);
    },
  };
};

const enterAsAgent = (entry: OpenChannel, connection: AreaConnection, { tab, name }: { tab: string; name: string }) => {
  const { channel, events } = entry;
  const { send, close, refuse } = connection;
  const peer = { send, close, refuse };
  const { userId } = connection.session();
  const seat = channel.enterAgent({ id: `${userId}.${tab}`, user: userId, name }, peer);
  channel.links.toPeer(peer, 'authed', { id: seat.id }, 'server');
  channel.consentsChanged();
  const entered: Entered = {
    receive: (data, isBinary) => {
      if (seat.peer !== peer) return;
      if (isBinary) channel.refuse(peer, '', 'unknown');
      else events.ofAgent(seat, peer, data);
    },
    renewed: () => entry.checkRights(),
    leave(signedOut) {
      if (signedOut && seat.peer === peer) channel.dismiss(seat);
      else channel.leaveAgent(seat, peer);
    },
  };
  return entered;
};

interface Entrance {
  readonly routes: AreaRouteContext;
  readonly channels: HelpChannels;
}

const agentName = async ({ services }: AreaRouteContext, user: ItemId): Promise<string> => {
  const stored = await services.items.find(services.database, user);
  const name = stored?.properties['name'];
  return typeof name === 'string' ? name : '';
};

const refused = (connection: AreaConnection): undefined => {
  connection.close(ASSIST_CLOSES.refused, 'refused');
  return undefined;
};

const enterOpen = async (
  { routes, channels }: Entrance,
  connection: AreaConnection,
  { tab, identity, stored }: Address & { readonly stored: StoredItem },
): Promise<Entered | undefined> => {
  const { services } = routes;
  const visitor = String(stored.properties['askedBy']);
  const session = connection.session();
  if (identity === 'session') {
    if (session.userId !== visitor || stored.properties['tab'] !== tab) return refused(connection);
    const entry = await channels.enter(stored.id, visitor);
    return entry === 'elsewhere' ? undefined : enterAsVisitor(entry, connection);
  }
  const subject = await services.sessions.subjectOf(visitor);
  if (identity !== 'agent' || !subject || isActing(session) || !mayHelp(session.subject, subject))
    return refused(connection);
  const name = await agentName(routes, session.userId);
  const entry = await channels.enter(stored.id, visitor, true);
  if (entry !== 'elsewhere') return enterAsAgent(entry, connection, { tab, name });
  connection.close(ASSIST_CLOSES.elsewhere, 'elsewhere');
  return undefined;
};

const enterSession = async (entrance: Entrance, connection: AreaConnection): Promise<Entered | undefined> => {
  const { services, settings } = entrance.routes;
  const address = addressIn(connection.query);
  if (!address || !settings.site.assist) return refused(connection);
  const stored = await services.items.find(services.database, address.session);
  if (!stored || !isOpenSession(stored)) {
    // The answer is the same for sessions that have ended and those that do not exist.
    connection.close(ASSIST_CLOSES.ended, 'ended');
    return undefined;
  }
  return await enterOpen(entrance, connection, { ...address, stored });
};

const openHelpSocket = (entrance: Entrance, connection: AreaConnection): AreaSocketHandler => {
  const waiting: [Buffer, boolean][] = [];
  let entered: Entered | undefined;
  let [isClosed, isSignedOut] = [false, false];
  const leave = (): void => {
    isClosed = true;
    entered?.leave(isSignedOut);
    entered = undefined;
  };
  enterSession(entrance, connection).then(
    (done) => {
      entered = done;
      if (isClosed) leave();
      for (const [data, isBinary] of waiting.splice(0)) entered?.receive(data, isBinary);
    },
    (error: unknown) => {
      if (!isProblem(error)) entrance.routes.services.log('a socket of help could not enter', error);
      refused(connection);
    },
  );
  return {
    message(data, isBinary) {
      if (entered) entered.receive(data, isBinary);
      else if (waiting.length < ASSIST_MOST_WAITING) waiting.push([data, isBinary]);
      else refused(connection);
    },
    renewed: (session) => entered?.renewed(session),
    signedOut() {
      isSignedOut = true;
      leave();
    },
    closed: leave,
  };
};

/** The sockets of help of this process. */
export const assistSockets = (routes: AreaRouteContext): readonly AreaSocket[] => {
  const channels = createHelpChannels(routes);
  return [
    {
      path: ASSIST_SOCKET,
      frameBytes: ASSIST_LIMITS.frameBytes,
      bufferedBytes: ASSIST_LIMITS.bufferedBytes,
      gauges: channels.gauges,
      open: (connection) => openHelpSocket({ routes, channels }, connection),
    },
  ];
};
