// Consumers of the change feed of this process: the first ones, which a read waits for, and the others, which follow asynchronously, each
// in order and without waiting for another. Created by createFeed only.

import { createSemaphore, type Semaphore } from 'src/server/semaphore.ts';
import type { Change, FeedConsumer } from 'src/server/watch/changeFeed.ts';

export interface Consumers {
  use(consumer: FeedConsumer, first: boolean): void;
  load(): Promise<void>;
  /** Loads failed consumers again. */
  recover(): Promise<void>;
  deliver(changes: readonly Change[]): Promise<void>;
  /** Resolves when all consumers have what was delivered before this call. */
  settled(): Promise<void>;
  stop(): void;
}

export const createConsumers = (log: (message: string, error?: unknown) => void): Consumers => {
  const first: FeedConsumer[] = [];
  const others = new Map<FeedConsumer, Semaphore>();
  const stale = new Set<FeedConsumer>();

  /** A failed consumer has missed changes, so it is loaded again before it gets more. */
  const give = async (consumer: FeedConsumer, changes: readonly Change[]): Promise<void> => {
    if (stale.has(consumer)) await consumer.load();
    stale.delete(consumer);
    try {
      await consumer.apply(changes);
    } catch (error) {
      stale.add(consumer);
      throw error;
    }
  };

  const follow = (consumer: FeedConsumer, work: () => Promise<void>): void => {
    others
      .get(consumer)
      ?.run(work)
      .catch((error: unknown) => log('following the change feed failed', error));
  };

  return {
    use(consumer, isFirst) {
      if (isFirst) first.push(consumer);
      else others.set(consumer, createSemaphore({ limit: 1 }));
    },
    async load() {
      for (const consumer of first) await consumer.load();
      for (const consumer of others.keys()) follow(consumer, () => consumer.load());
    },
    async recover() {
      for (const consumer of first) if (stale.has(consumer)) await give(consumer, []);
      for (const consumer of others.keys()) if (stale.has(consumer)) follow(consumer, () => give(consumer, []));
    },
    async deliver(changes) {
      for (const consumer of others.keys()) follow(consumer, () => give(consumer, changes));
      for (const consumer of first) await give(consumer, changes);
    },
    async settled() {
      await Promise.all([...others.values()].map((line) => line.run(() => Promise.resolve())));
    },
    stop: () => [...first, ...others.keys()].forEach((consumer) => consumer.onStop?.()),
  };
};
