// Sends NOTIFY after commits, merged and outside of transactions, where it would halve the commit rate. At most one per channel is in
// progress; calls meanwhile cause one more.

import type { Queryable } from 'src/server/store/database.ts';

export interface Notifier {
  notify(channel: string): void;
  /** Resolves when nothing is in progress. */
  settled(): Promise<void>;
}

export const createNotifier = (db: Queryable, log: (message: string, error?: unknown) => void): Notifier => {
  const wished = new Set<string>();
  const running = new Map<string, Promise<void>>();

  const run = async (channel: string): Promise<void> => {
    while (wished.delete(channel)) {
      await db
        .query('select pg_notify($1, $2)', [channel, ''], 'notify')
        .catch((error: unknown) => log('a wake-up could not be sent', error));
    }
    running.delete(channel);
  };

  return {
    notify: (channel) => {
      wished.add(channel);
      if (!running.has(channel)) running.set(channel, run(channel));
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
};
