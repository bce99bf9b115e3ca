// Sends NOTIFY after commits, merged and outside of transactions, where it would halve the commit rate. At most one statement is in progress;
// calls meanwhile cause one more, for all their channels.

import type { Queryable } from 'src/server/store/database.ts';

export interface Notifier {
  notify(channel: string): void;
  /** Resolves when nothing is in progress. */
  settled(): Promise<void>;
}

export const createNotifier = (db: Queryable, log: (message: string, error?: unknown) => void): Notifier => {
  const wished = new Set<string>();
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    while (wished.size > 0) {
      await Promise.resolve(); // other work after the same commit may notify, too
      const channels = [...wished];
      wished.clear();
      await db
        .query(`select pg_notify(channel, '') from unnest($1::text[]) channel`, [channels], 'notify')
        .catch((error: unknown) => log('a wake-up could not be sent', error));
    }
    running = undefined;
  };

  return {
    notify: (channel) => {
      wished.add(channel);
      running ??= run();
    },
    settled: async () => {
      while (running) await running;
    },
  };
};
