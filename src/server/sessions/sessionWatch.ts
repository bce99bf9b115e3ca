// Ends open sockets whose session has ended, and gives the others their present rights: when either changes on any process, every
// process is notified and reads the sessions of its own sockets again. The notification has no content, so a lost one does no
// harm: the next one, or the timer, leads to the same reading. A new socket is read together with those that come at the same time, and
// not with all others.

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
/** Sockets that are read together: few enough that the event loop serves requests in between. */
const SOCKETS_AT_ONCE = 1_000;

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
  /** Looks again soon at the sockets of these users, or at all. */
  wake(users?: Iterable<ItemId>): void;
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

/** Ends the sockets of ended sessions. Returns the ids of the sessions in which two factors were shown. */
const dropEnded = async (database: Database, some: readonly LiveConnection[]): Promise<ReadonlySet<string>> => {
  const marks = await sessionMarks(database, [...new Set(some.map(({ session }) => session.id))]);
  const ended = new Map(marks.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason] as const])));
  for (const connection of some) {
    const reason = ended.get(connection.session.id);
    if (reason !== undefined) connection.end(reason);
  }
  return new Set(marks.flatMap(({ id, second }) => (second ? [id] : [])));
};

const renewChanged = async (
  { database, userTypeNumber, clock, sessions }: SessionWatchOptions,
  some: readonly LiveConnection[],
  withSecond: ReadonlySet<string>,
): Promise<void> => {
  const numbers = [...new Set(some.map(({ session }) => userNumber(session.userId)))];
  const now = new Map((await marksOf(database, userTypeNumber, numbers)).map((mark) => [mark.number, mark]));
  const due = some.filter(
    ({ session }) =>
      session.second !== withSecond.has(session.id) || isDue(session, now.get(userNumber(session.userId)), clock),
  );
  await Promise.all(due.map((connection) => renew(connection, withSecond.has(connection.session.id), sessions)));
};

/** Returns the next time at which a membership begins or ends: that is no write, so nothing else wakes then. */
const nextChange = (connections: Iterable<LiveConnection>): number => {
  let next = Infinity;
  for (const { session } of connections) next = Math.min(next, session.until?.getTime() ?? Infinity);
  return next;
};

/** Returns a function that calls `run` at the time. Later times than LOOK_AGAIN are found by the next look at all sockets. */
const createAlarm = (clock: Clock, run: () => void) => {
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Infinity;
  const ring = (): void => {
    timerAt = Infinity;
    run();
  };
  return {
    setFor(time: number): void {
      const wait = time - clock.now().getTime();
      if (time >= timerAt || wait >= LOOK_AGAIN) return;
      clearTimeout(timer);
      timerAt = time;
      timer = setTimeout(ring, Math.max(1, wait));
    },
    stop: () => clearTimeout(timer),
  };
};

export const createSessionWatch = async (options: SessionWatchOptions): Promise<SessionWatch> => {
  const { database, clock, onError } = options;
  const connections = new Set<LiveConnection>();
  const changed = new Listeners<[]>();
  /** Sockets to look at: new ones, and those of changed users. */
  let due = new Set<LiveConnection>();
  let everyone = false;

  const lookAt = async (wanted: Iterable<LiveConnection>): Promise<void> => {
    const looked = [...wanted].filter((connection) => connections.has(connection));
    for (let from = 0; from < looked.length; from += SOCKETS_AT_ONCE) {
      const some = looked.slice(from, from + SOCKETS_AT_ONCE).filter((connection) => connections.has(connection));
      // oxlint-disable-next-line no-await-in-loop -- in turns, so that requests are answered in between
      await renewChanged(options, some, await dropEnded(database, some));
    }
    alarm.setFor(nextChange(looked));
  };

  /** One look at a time: two at once would renew a connection twice. */
  const look = createTrigger(async () => {
    const wanted = everyone ? connections : due;
    everyone = false;
    due = new Set();
    try {
      await lookAt(wanted);
    } catch (error) {
      onError(asError(error));
    }
  });

  const lookAtAll = (): void => {
    everyone = true;
    look();
  };
  const alarm = createAlarm(clock, lookAtAll);

  const wakeUsers = (users: ReadonlySet<ItemId>): void => {
    for (const connection of connections) {
      const { userId, actorId } = connection.session;
      if (users.has(userId) || (actorId !== undefined && users.has(actorId))) due.add(connection);
    }
    if (due.size > 0) look();
  };

  const stopListening = await database.listen(SESSION_CHANNEL, lookAtAll);
  const timer = setInterval(lookAtAll, LOOK_AGAIN);
  return {
    add(connection) {
      connections.add(connection);
      changed.notify();
      // The session may have ended, or the rights changed, between its check and this line.
      due.add(connection);
      look();
    },
    remove(connection) {
      if (connections.delete(connection)) changed.notify();
    },
    wake: (users) => (users ? wakeUsers(new Set(users)) : lookAtAll()),
    announceAll(push) {
      for (const connection of connections) connection.announce(push);
    },
    connected: () => socketsByPerson(connections),
    onChange: (handle) => changed.add(handle),
    async stop() {
      clearInterval(timer);
      alarm.stop();
      await stopListening();
    },
  };
};
