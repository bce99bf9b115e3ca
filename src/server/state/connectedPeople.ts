// Counts connected people over all processes of the site. Each process writes its own sockets soon after they change, and regularly as a
// sign that it runs. Read by the action siteState, whose answer contains the time of the oldest count.

import { randomUUID } from 'node:crypto';
import { asError } from 'src/base/asError.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { SessionWatch } from 'src/server/sessions/sessionWatch.ts';
import { createSemaphore } from 'src/server/semaphore.ts';
import { connectedProcesses, forgetProcess, writeConnected } from 'src/server/store/connectedRows.ts';
import type { Database, Queryable } from 'src/server/store/database.ts';

/** Interval at which a process reports that it runs, even without changes. */
const AGAIN_MS = 10_000;
/** Many who come at once, as after a restart, are written down together. */
const SOON_MS = 500;
/** Seconds after which a process without a report counts as stopped. */
const GONE_AFTER = 35;

export interface Connected {
  /** Time of the oldest of the counts. */
  readonly at: Date;
  readonly processes: number;
  /** Sockets by person. */
  readonly sockets: ReadonlyMap<ItemId, number>;
}

export interface ConnectedPeople {
  all(db: Queryable): Promise<Connected>;
  stop(): Promise<void>;
}

interface Options {
  readonly database: Database;
  readonly sessionWatch: Pick<SessionWatch, 'connected' | 'onChange'>;
  onError(error: Error): void;
}

export const createConnectedPeople = ({ database, sessionWatch, onError }: Options): ConnectedPeople => {
  const own = randomUUID();
  const writing = createSemaphore({ limit: 1 });
  let soon: NodeJS.Timeout | undefined;

  const write = (): void => {
    clearTimeout(soon);
    soon = undefined;
    writing
      .run(() =>
        writeConnected(database, { process: own, sockets: Object.fromEntries(sessionWatch.connected()) }, GONE_AFTER),
      )
      .catch((error: unknown) => onError(asError(error)));
  };
  const stopListening = sessionWatch.onChange(() => {
    soon ??= setTimeout(write, SOON_MS);
  });
  const timer = setInterval(write, AGAIN_MS);
  write();

  return {
    async all(db) {
      const now = new Date();
      const others = (await connectedProcesses(db, GONE_AFTER)).filter(({ process }) => process !== own);
      const sockets = new Map(sessionWatch.connected());
      for (const [person, count] of others.flatMap((row) => Object.entries(row.sockets)))
        sockets.set(person, (sockets.get(person) ?? 0) + count);
      const at = new Date(Math.min(now.getTime(), ...others.map((row) => row.at.getTime())));
      return { at, processes: others.length + 1, sockets };
    },
    async stop() {
      stopListening();
      clearInterval(timer);
      clearTimeout(soon);
      await writing.run(() => forgetProcess(database, own)).catch((error: unknown) => onError(asError(error)));
    },
  };
};
