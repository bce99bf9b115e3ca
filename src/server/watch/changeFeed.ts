// Change feed of this process: reads the outbox, which all writes of all processes fill, and delivers changes in order and without loss.
// Started by NOTIFY, and by a timer for safety. Search waits for it before each query.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from 'src/server/store/database.ts';
import { createCoalesced } from 'src/server/semaphore.ts';
import { createConsumers } from 'src/server/watch/feedConsumers.ts';
import { createOutboxReader, OUTBOX_CHANNEL, pruneOutbox } from 'src/server/watch/outboxReader.ts';

/**
 * One write. op: c created, u updated, d deleted, a only the readers changed (`u` stays); p: items of type t with term i are read by
 * pending_readers until their own changes arrive, or with t = 0 all items that `moved` refers to; n: there are notices of event i, or with
 * the type Notify user i has marked some.
 */
export interface Change {
  readonly seq: number;
  readonly t: number;
  readonly i: number;
  readonly n: number;
  readonly u: number;
  readonly acl: number;
  readonly oldAcl: number | null;
  /**
   * Pairs of former and present acls of everything with other readers: item and restricted properties. For values that changed without a
   * save, the acl of their readers and 0. Null when unknown.
   */
  readonly moved: readonly number[] | null;
  /** Acls of the restricted parts after the change. Null where it has none, or where `moved` has them. */
  readonly partAcls: readonly number[] | null;
  readonly op: 'c' | 'u' | 'd' | 'a' | 'p' | 'n';
}

export interface FeedConsumer {
  /** Builds its state from the database. Called at the start, and again when the feed has missed changes. */
  load(): Promise<void>;
  /** Must accept a change twice. */
  apply(changes: readonly Change[]): Promise<void>;
  /** Called after the last changes. */
  onStop?(): void;
}

export interface Feed {
  /** `first`: catchUp waits for the consumer; others follow asynchronously. */
  use(consumer: FeedConsumer, first?: boolean): void;
  /** Loads the consumers and starts the feed. Repeated calls return the same promise. */
  start(): Promise<void>;
  /** Resolves when the first consumers have everything committed before this call. */
  catchUp(): Promise<void>;
  /** Same as catchUp, for all consumers. */
  settled(): Promise<void>;
  /** Returns the last row of the outbox that was read. */
  position(): number;
  stop(): Promise<void>;
}

export interface FeedOptions {
  readonly database: Database;
  readonly log: (message: string, error?: unknown) => void;
  /** Milliseconds between reads without a notification. */
  readonly pause?: number;
}

const READ_PAUSE_MS = 1000;
/** While a number is missing, its transaction may commit without a notification that reaches this process. */
const PAUSE_WITH_HOLES = 200;
const PRUNE_EVERY = 10 * 60_000;

export const createFeed = ({ database, log, pause = READ_PAUSE_MS }: FeedOptions): Feed => {
  let started: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pruner: NodeJS.Timeout | undefined;
  let stopListening: (() => Promise<void>) | undefined;
  let begun = false;
  let stopped = false;
  const consumers = createConsumers(log);
  const reader = createOutboxReader({ database, consumers, stopped: () => stopped });
  // A caller may be in a transaction. Consumers run outside of it.
  const outside = AsyncLocalStorage.snapshot();
  // The current read may have begun before the caller's write, so the caller gets the next one.
  const readNext = createCoalesced(() => (stopped ? Promise.resolve() : outside(reader.read)));

  const look = (): void => {
    clearTimeout(timer);
    if (stopped) return;
    readNext()
      .catch((error: unknown) => log('reading the change feed failed', error))
      .finally(() => {
        clearTimeout(timer);
        if (!stopped) timer = setTimeout(look, reader.hasHoles() ? Math.min(pause, PAUSE_WITH_HOLES) : pause);
      });
  };

  const prune = (): void =>
    void pruneOutbox(database).catch((error: unknown) => log('pruning the change feed failed', error));

  const open = async (): Promise<void> => {
    // The first read includes what notifications before the position announced.
    stopListening = await database.listen(OUTBOX_CHANNEL, () => begun && look());
    await reader.begin();
    begun = true;
    look();
    pruner = setInterval(prune, PRUNE_EVERY);
  };

  const start = (): Promise<void> => (started ??= outside(open));

  const catchUp = async (): Promise<void> => {
    await start();
    await readNext();
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
      await readNext().catch(() => undefined); // waits for the current read
      await consumers.settled();
      consumers.stop();
    },
  };
};
