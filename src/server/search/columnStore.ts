// The columns from the main thread's side: fills the worker from the database, updates it from the feed, sends queries. A worker that dies
// is replaced and filled again; searches wait for that.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { Property } from 'src/model/schema/Property.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { parseInts } from 'src/server/search/columns/Table.ts';
import {
  allPendingReaders,
  changedRows,
  closedAcls,
  pendingReaders,
  type TableRows,
} from 'src/server/search/columnRows.ts';
import { createCopies } from 'src/server/search/columnCopies.ts';
import type { Terms } from 'src/server/search/termLookup.ts';
import { createWorkerPort, type WorkerPort } from 'src/server/search/workerPort.ts';
import type { RowMessage } from 'src/server/search/columns/Table.ts';
import type { IndexSize } from 'src/server/search/workerMessages.ts';
import { createTextFilling, type WorkerNotice } from 'src/server/search/textFilling.ts';
import { createTermSending, type TermSending } from 'src/server/search/termSending.ts';
import { tablePlans } from 'src/server/search/tablePlans.ts';
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
  stop(): Promise<void>;
}

export interface ColumnsOptions {
  readonly registry: ServerRegistry;
  readonly database: Database;
  readonly terms: Terms;
  readonly startWorker: () => Worker;
  readonly log: (message: string, error?: unknown) => void;
}

const FIRST_PAUSE_MS = 100;
const MAX_RESTART_PAUSE_MS = 10_000;

const isLeveled = (properties: Readonly<Record<string, Property>>): boolean =>
  Object.values(properties).some(
    (property) => property.level !== undefined || (property.properties && isLeveled(property.properties)),
  );

/** Returns how the rows of each type are read, by type number. */
export const rowsByType = ({ types }: ServerRegistry): Map<number, TableRows> =>
  new Map(
    Object.values(types).map(({ number, properties }) => [
      number,
      {
        type: number,
        leveled: isLeveled(properties),
        placed: Object.values(properties).some(({ kind }) => isGeometry(kind)),
      },
    ]),
  );

const levelTerms = (levels: string | null): number[] =>
  levels === null ? [] : (JSON.parse(levels) as [number, string, string][]).flatMap(([, terms]) => parseInts(terms));

const rowTerms = (row: RowMessage): number[] => [...parseInts(row.terms), ...levelTerms(row.levels)];

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

/** Rows are read with their stored acls; these are the readers that a job still has to move. */
const sendPendingMoves = async (to: WorkerPort, database: Database): Promise<void> => {
  for (const pending of await allPendingReaders(database)) to.notify({ do: 'readBy', ...pending });
  to.notify({ do: 'close', closed: await closedAcls(database) });
};

const sendRows = (to: WorkerPort, type: number, rows: readonly RowMessage[]): void =>
  to.notify({ do: 'rows', type, rows });

const absentNumbers = (rows: readonly RowMessage[], numbers: readonly number[]): number[] => {
  const present = new Set(rows.map(({ i }) => i));
  return numbers.filter((number) => !present.has(number));
};

/** Waits also for what replaced the promise meanwhile: a worker that died is replaced by one that is filled again. */
const untilSettled = async (current: () => Promise<void>): Promise<void> => {
  for (let awaited; awaited !== current();) await (awaited = current());
};

export const createColumns = ({ registry, database, terms, startWorker, log }: ColumnsOptions): Columns => {
  const plans = tablePlans(registry);
  const tables = rowsByType(registry);
  const copies = createCopies(database, plans, tables);
  const texts = createTextFilling(copies, log);
  let sending: TermSending | undefined;
  let port: WorkerPort | undefined;
  let filled: Promise<void> = Promise.resolve();
  let stopped = false;
  /** Delay before the next worker starts, so that one that dies repeatedly does not stop the process. */
  let pause = FIRST_PAUSE_MS;

  const start = (): WorkerPort =>
    createWorkerPort(startWorker(), (error) => {
      log('the search worker died; a new one is being filled', error);
      port = undefined;
      if (stopped) return;
      filled = sleep(pause).then(() => (stopped ? undefined : fill()));
      pause = Math.min(2 * pause, MAX_RESTART_PAUSE_MS);
      filled.catch((failure: unknown) => log('the columns could not be filled', failure));
    });

  // Rows are read before terms: a row's terms are committed before it, so the later read includes them.
  const fill = async (): Promise<void> => {
    const to = (port ??= start());
    const own = createTermSending(to, database, terms);
    sending = own;
    to.notify({ do: 'tables', tables: plans });
    await copies.sendColumns(to);
    await sendPendingMoves(to, database);
    await own.all();
    to.notify({ do: 'prepare' });
    texts.start(to, () => !stopped && port === to);
  };

  const refresh = async (table: TableRows | undefined, numbers: readonly number[]): Promise<void> => {
    if (!table) return;
    const rows = await changedRows(database, table, numbers);
    if (!port) return;
    const to = port;
    await sending?.learn(rows.flatMap(rowTerms));
    sendRows(to, table.type, rows);
    to.notify({ do: 'remove', type: table.type, numbers: absentNumbers(rows, numbers) });
  };

  const asking = async <T>(ask: (to: WorkerPort) => Promise<T>): Promise<T> => {
    await untilSettled(() => filled);
    if (!port) throw new Error('The search worker is not running');
    const answer = await ask(port);
    pause = FIRST_PAUSE_MS;
    return answer;
  };

  return {
    load: () => (filled = fill()),
    // Reads the present state, not that of the change. Applying a change twice or late is harmless.
    async apply(changes) {
      await filled;
      for (const message of await movesIn(database, changes)) {
        texts.noteMove(message);
        port?.notify(message);
      }
      for (const [type, numbers] of changedByType(changes.filter(({ op }) => op !== 'p' && op !== 'n')))
        await refresh(tables.get(type), [...numbers]);
    },
    ask: (...asked) => asking((to) => to.ask(...asked)),
    locate: (...asked) => asking((to) => to.locate(...asked)),
    meet: (...asked) => asking((to) => to.meet(...asked)),
    candidates: (...asked) => asking((to) => to.candidates(...asked)),
    hasTexts: () => texts.isDone(port),
    textsRead: () => filled.then(texts.end),
    compare: (block) => asking((to) => to.compare(block)),
    size: async () => port?.size(),
    stop: async () => {
      stopped = true;
      await port?.stop();
      await texts.end();
    },
  };
};
