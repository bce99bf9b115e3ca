// The columns from the main thread's side: fills the worker from the database, updates it from the feed, sends queries. A worker that dies
// is replaced and filled again; searches wait for that.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { pendingReaders, rowsByType } from 'src/server/search/columnRows.ts';
import { createIndexFilling, type FillingOptions, type IndexStart } from 'src/server/search/indexFilling.ts';
import { createWorkerPort, type WorkerPort } from 'src/server/search/workerPort.ts';
import type { IndexSize } from 'src/server/search/workerMessages.ts';
import type { WorkerNotice } from 'src/server/search/textFilling.ts';
import type { Database } from 'src/server/store/database.ts';
import type { Change, FeedConsumer } from 'src/server/watch/changeFeed.ts';

export interface Columns extends FeedConsumer {
  readonly ask: WorkerPort['ask'];
  readonly locate: WorkerPort['locate'];
  readonly meet: WorkerPort['meet'];
  readonly candidates: WorkerPort['candidates'];
  /** Returns whether the worker has the texts of all items. Until then, searches find texts in the database. */
  hasTexts(): boolean;
  /** Resolves when the texts were read, or could not be read. */
  textsRead(): Promise<void>;
  readonly compare: WorkerPort['compare'];
  /** Returns undefined while there is no worker. */
  size(): Promise<IndexSize | undefined>;
  /** Returns how the present index was read; undefined while it is being read. */
  indexStart(): IndexStart | undefined;
  /** Forgets words that were erased: those in the cache of terms and in the snapshot. */
  forgetTerms(): Promise<void>;
  stop(): Promise<void>;
}

export interface ColumnsOptions extends Omit<FillingOptions, 'tables' | 'isUsed'> {
  readonly startWorker: () => Worker;
}

const FIRST_PAUSE_MS = 100;
const MAX_RESTART_PAUSE_MS = 10_000;
/** The number of a thread that has ended, of node:worker_threads. */
const ENDED_THREAD = -1;

const changedByType = (changes: readonly Change[]): Map<number, Set<number>> => {
  const types = new Map<number, Set<number>>();
  for (const { t, i } of changes) {
    const numbers = types.get(t) ?? new Set<number>();
    types.set(t, numbers.add(i));
  }
  return types;
};

/** When the row no longer exists, the items have their own readers and their own changes. */
const movedBy = async (db: Database, { t, i, moved }: Change): Promise<WorkerNotice | undefined> => {
  const pairs = moved?.flatMap((acl, at) => (at % 2 === 0 ? [[acl, moved[at + 1] ?? acl] as const] : []));
  if (t === 0) return { do: 'close', closed: new Map(pairs) };
  const pending = await pendingReaders(db, t, i);
  return pending && { do: 'readBy', type: t, term: i, ...pending };
};

const movesIn = async (db: Database, changes: readonly Change[]): Promise<WorkerNotice[]> => {
  const moves = await Promise.all(changes.filter(({ op }) => op === 'p').map((change) => movedBy(db, change)));
  return moves.flatMap((move) => move ?? []);
};

/** Waits also for what replaced the promise meanwhile: a worker that died is replaced by one that is filled again. */
const untilSettled = async (current: () => Promise<void>): Promise<void> => {
  for (let awaited; awaited !== current();) await (awaited = current());
};

/** Returns undefined for a worker that has ended: its end came before anything listened to it, so it would never be replaced. */
const stillRunning = (worker: Worker | undefined): Worker | undefined =>
  worker?.threadId === ENDED_THREAD ? undefined : worker;

export const createColumns = (options: ColumnsOptions): Columns => {
  const { registry, database, startWorker, log } = options;
  const tables = rowsByType(registry);
  let port: WorkerPort | undefined;
  let filled: Promise<void> = Promise.resolve();
  let hasLoaded = false;
  let stopped = false;
  const filling = createIndexFilling({ ...options, tables, isUsed: (to) => !stopped && port === to });
  /** Delay before the next worker starts, so that one that dies repeatedly does not stop the process. */
  let pause = FIRST_PAUSE_MS;

  const start = (worker = startWorker()): WorkerPort =>
    createWorkerPort(worker, (error) => {
      log('the search worker died; a new one is being filled', error);
      port = undefined;
      if (stopped) return;
      filled = sleep(pause).then(() => (stopped ? undefined : fill()));
      pause = Math.min(2 * pause, MAX_RESTART_PAUSE_MS);
      filled.catch((failure: unknown) => log('the columns could not be filled', failure));
    });

  const fill = (): Promise<void> => {
    // A later load follows missed changes, a failure or the death of a worker, so everything is read from the tables.
    const restores = !hasLoaded;
    hasLoaded = true;
    return filling.fill((port ??= start()), { restores });
  };

  const asking = async <T>(ask: (to: WorkerPort) => Promise<T>): Promise<T> => {
    await untilSettled(() => filled);
    if (!port) throw new Error('The search worker is not running');
    const answer = await ask(port);
    pause = FIRST_PAUSE_MS;
    return answer;
  };

  if (options.snapshot) filling.prepare((port = start(stillRunning(options.snapshot.worker))));
  return {
    load: () => (filled = fill()),
    // Reads the present state, not that of the change. Applying a change twice or late is harmless.
    async apply(changes) {
      await filled;
      for (const message of await movesIn(database, changes)) {
        filling.noteMove(message);
        port?.notify(message);
      }
      for (const [type, numbers] of changedByType(changes.filter(({ op }) => op !== 'p' && op !== 'n')))
        await filling.refresh(() => port, tables.get(type), [...numbers]);
    },
    ask: (...asked) => asking((to) => to.ask(...asked)),
    locate: (...asked) => asking((to) => to.locate(...asked)),
    meet: (...asked) => asking((to) => to.meet(...asked)),
    candidates: (...asked) => asking((to) => to.candidates(...asked)),
    hasTexts: () => filling.hasTexts(port),
    textsRead: () => filled.then(filling.textsRead),
    compare: (block) => asking((to) => to.compare(block)),
    size: async () => port?.size(),
    ...{ indexStart: filling.indexStart, forgetTerms: filling.forgetTerms },
    stop: async () => {
      await filling.saveLast();
      stopped = true;
      await port?.stop();
      await filling.textsRead();
    },
  };
};
