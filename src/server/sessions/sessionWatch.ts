// Ends open sockets whose session has ended, and gives the others their present rights: when either changes on any process, every
// process is notified and reads the sessions of its own sockets again. The notification has no content, so a lost one does no
// harm: the next one, or the timer, leads to the same reading.

import type { LiveSession } from 'src/server/context.ts';
import { asError } from 'src/base/asError.ts';
import type { Clock } from 'src/base/clock.ts';
import { createTrigger } from 'src/server/semaphore.ts';
import { Listeners } from 'src/base/Listeners.ts';
import type { Pushes } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { Sessions } from 'src/server/sessions/sessions.ts';
import { marksOf, sessionMarks, type UserMark } from 'src/server/store/accounts/sessionRows.ts';
import type { Database } from 'src/server/store/database.ts';

export const SESSION_CHANNEL = 'session';
/** Should every wake be lost, an ended session still ends within this. */
const LOOK_AGAIN = 5_000;

/** An authenticated socket. */
export interface LiveConnection {
  readonly session: LiveSession;
  /** The session is over. */
  end(reason: string): void;
  /** The user's item changed, and with it perhaps the rights. */
  renew(session: LiveSession): Promise<void>;
  /** Something that concerns every page. */
  announce(push: keyof Pushes): void;
}

export interface SessionWatch {
  add(connection: LiveConnection): void;
  remove(connection: LiveConnection): void;
  /** Sends a push without content to every authenticated socket of this process. */
  announceAll(push: keyof Pushes): void;
  /** Sockets of this process by the person behind them: of a masquerade, the administrator. */
  connected(): ReadonlyMap<ItemId, number>;
  /** Calls `handle` when a user connects or disconnects; returns a function that stops it. */
  onChange(handle: () => void): () => void;
  /** Looks again soon: something that may concern a session has changed. */
  wake(): void;
  stop(): Promise<void>;
}

interface SessionWatchOptions {
  readonly database: Database;
  readonly sessions: Sessions;
  /** Permanent number of the engine's User type. */
  readonly userTypeNumber: number;
  readonly clock: Clock;
  onError(error: Error): void;
}

const userNumber = (id: ItemId): number => tryParseItemId(id)?.number ?? 0;

const isSame = (one: LiveSession, other: LiveSession): boolean =>
  one.userU === other.userU &&
  one.keptVersion === other.keptVersion &&
  one.second === other.second &&
  one.until?.getTime() === other.until?.getTime();

/** A masquerade depends on the administrator's item too. */
const isDue = (
  { actorId, userU, keptVersion, until }: LiveSession,
  mark: UserMark | undefined,
  clock: Clock,
): boolean =>
  actorId !== undefined ||
  mark?.u !== userU ||
  mark.kept !== keptVersion ||
  (until !== undefined && until <= clock.now());

const socketsByPerson = (connections: Iterable<LiveConnection>): ReadonlyMap<ItemId, number> => {
  const sockets = new Map<ItemId, number>();
  for (const { session } of connections) {
    const person = session.actorId ?? session.userId;
    sockets.set(person, (sockets.get(person) ?? 0) + 1);
  }
  return sockets;
};

const renew = async (connection: LiveConnection, second: boolean, sessions: Sessions): Promise<void> => {
  const { id, userId, actorId } = connection.session;
  const session = await sessions.renewed({ ...connection.session, second });
  if (session && !isSame(session, connection.session)) await connection.renew(session);
  else if (!session && actorId !== undefined) await sessions.end(id, 'blocked');
  else if (!session) await sessions.endAllOf(userId, 'blocked');
};

export const createSessionWatch = async ({
  database,
  sessions,
  userTypeNumber,
  clock,
  onError,
}: SessionWatchOptions): Promise<SessionWatch> => {
  const connections = new Set<LiveConnection>();
  const changed = new Listeners<[]>();

  /** Ends the sockets of ended sessions. Returns the ids of the sessions in which two factors were shown. */
  const dropEnded = async (): Promise<ReadonlySet<string>> => {
    const marks = await sessionMarks(database, [...new Set([...connections].map(({ session }) => session.id))]);
    const ended = new Map(marks.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason] as const])));
    for (const connection of [...connections]) {
      const reason = ended.get(connection.session.id);
      if (reason !== undefined) connection.end(reason);
    }
    return new Set(marks.flatMap(({ id, second }) => (second ? [id] : [])));
  };

  const renewChanged = async (withSecond: ReadonlySet<string>): Promise<void> => {
    const numbers = [...new Set([...connections].map(({ session }) => userNumber(session.userId)))];
    const now = new Map((await marksOf(database, userTypeNumber, numbers)).map((mark) => [mark.number, mark]));
    const due = [...connections].filter(
      ({ session }) =>
        session.second !== withSecond.has(session.id) || isDue(session, now.get(userNumber(session.userId)), clock),
    );
    await Promise.all(due.map((connection) => renew(connection, withSecond.has(connection.session.id), sessions)));
  };

  let soon: NodeJS.Timeout | undefined;
  /** A membership that begins or ends is no write: nothing else wakes then. */
  const waitForClock = (): void => {
    clearTimeout(soon);
    const waits = [...connections].flatMap(({ session }) => session.until?.getTime() ?? []);
    const wait = Math.min(...waits) - clock.now().getTime();
    if (wait < LOOK_AGAIN) soon = setTimeout(look, Math.max(1, wait));
  };

  const look = createTrigger(async () => {
    try {
      if (connections.size === 0) return;
      await renewChanged(await dropEnded());
      waitForClock();
    } catch (error) {
      onError(asError(error));
    }
  });

  const stopListening = await database.listen(SESSION_CHANNEL, look);
  const timer = setInterval(look, LOOK_AGAIN);
  return {
    add(connection) {
      connections.add(connection);
      changed.notify();
      // The session may have ended, or the rights changed, between its check and this line.
      look();
    },
    remove(connection) {
      if (connections.delete(connection)) changed.notify();
    },
    wake: look,
    announceAll(push) {
      for (const connection of connections) connection.announce(push);
    },
    connected: () => socketsByPerson(connections),
    onChange: (handle) => changed.add(handle),
    async stop() {
      clearInterval(timer);
      clearTimeout(soon);
      await stopListening();
    },
  };
};
