// The change feed of this process: reads the outbox that every write of every process fills, and hands the changes on, in
// order and without loss. Woken by NOTIFY, with the clock as a net. Search asks it to catch up before each query.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from 'src/server/store/database.ts';
import { createConsumers } from 'src/server/watch/feedConsumers.ts';
import { createOutboxReader, OUTBOX_CHANNEL, pruneOutbox } from 'src/server/watch/outboxReader.ts';

/** One write. op: c created, u updated, d deleted, a only the readers changed (`u` stays); p: items of type t that
 * hold the term i are read by pending_readers until their own changes come, or where t is 0 all items are that moved speaks of;
 * n: there are notices of the event i, or where t is Notify the user i marked some. */
export interface Change {
  readonly seq: number;
  readonly t: number;
  readonly i: number;
  readonly n: number;
  readonly u: number;
  readonly acl: number;
  readonly oldAcl: number | null;
  /** Acls before and after, in pairs, of what is read by others now: the item, restricted properties. Of values that changed without a
   * save, the acl of their readers and 0. Null when that is not known. */
  readonly moved: readonly number[] | null;
  readonly op: 'c' | 'u' | 'd' | 'a' | 'p' | 'n';
}

export interface FeedConsumer {
  /** Builds its state from the database; called at the start, and again when the feed could not follow. */
  load(): Promise<void>;
  /** Must bear to be given a change twice. */
  apply(changes: readonly Change[]): Promise<void>;
}

export interface Feed {
  /** `first`: catchUp waits for it; the others follow in their own time. */
  use(consumer: FeedConsumer, first?: boolean): void;
  /** Loads the consumers and starts to follow; the same promise however often it is asked. */
  start(): Promise<void>;
  /** Resolves when the first consumers have everything that was committed before this call. */
  catchUp(): Promise<void>;
  /** As catchUp, and the other consumers have it too. */
  settled(): Promise<void>;
  /** The last row of the outbox that was read. */
  position(): number;
  stop(): Promise<void>;
}

export interface FeedOptions {
  readonly database: Database;
  readonly log: (message: string, error?: unknown) => void;
  /** Milliseconds between looks without a wake-up. */
  readonly pause?: number;
}

const PAUSE = 1000;
/** While a number is missing, its transaction may commit without a wake-up that reaches us. */
const PAUSE_WITH_HOLES = 200;
const PRUNE_EVERY = 10 * 60_000;

// One reading at a time. One under way may have begun before the caller's write, so the caller gets the next, which all
// who ask meanwhile share.
const serially = (read: () => Promise<void>) => {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return {
    next: (): Promise<void> => {
      if (next) return next;
      next = last
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          return read();
        });
      last = next;
      return next;
    },
    over: (): Promise<void> => last.catch(() => undefined),
  };
};

export const createFeed = ({ database, log, pause = PAUSE }: FeedOptions): Feed => {
  let started: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pruner: NodeJS.Timeout | undefined;
  let stopListening: (() => Promise<void>) | undefined;
  let begun = false;
  let stopped = false;
  const consumers = createConsumers(log);
  const reader = createOutboxReader({ database, consumers, stopped: () => stopped });
  // A caller may ask in its own transaction. Consumers run outside of it: their transactions are not part of the caller's.
  const outside = AsyncLocalStorage.snapshot();
  const readings = serially(() => outside(reader.read));

  const look = (): void => {
    clearTimeout(timer);
    if (stopped) return;
    readings
      .next()
      .catch((error: unknown) => log('reading the change feed failed', error))
      .finally(() => {
        clearTimeout(timer);
        if (!stopped) timer = setTimeout(look, reader.hasHoles() ? Math.min(pause, PAUSE_WITH_HOLES) : pause);
      });
  };

  const prune = (): void =>
    void pruneOutbox(database).catch((error: unknown) => log('pruning the change feed failed', error));

  const open = async (): Promise<void> => {
    // A wake-up that comes before the position is taken would take one of its own; the first look has what it spoke of.
    stopListening = await database.listen(OUTBOX_CHANNEL, () => begun && look());
    await reader.begin();
    begun = true;
    look();
    pruner = setInterval(prune, PRUNE_EVERY);
  };

  const start = (): Promise<void> => (started ??= outside(open));

  const catchUp = async (): Promise<void> => {
    await start();
    await readings.next();
  };

  return {
    use: (consumer, first = false) => consumers.use(consumer, first),
    start,
    catchUp,
    async settled() {
      await catchUp();
      await consumers.settled();
    },
    position: () => reader.position(),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      clearInterval(pruner);
      await stopListening?.();
      await readings.over();
      await consumers.settled();
    },
  };
};
