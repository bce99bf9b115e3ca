// Fills the search worker at the start of a process: from a snapshot and the rows that changed since, or from the tables. Reads changed rows
// again afterwards, and saves snapshots.

import type { Worker } from 'node:worker_threads';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { createCopies } from 'src/server/search/columnCopies.ts';
import { allPendingReaders, changedRows, closedAcls, type TableRows } from 'src/server/search/columnRows.ts';
import { parseInts, type RowMessage } from 'src/server/search/columns/Table.ts';
import type { StaleRows } from 'src/server/search/snapshot/RowComparison.ts';
import { createSnapshots, type RestoredIndex } from 'src/server/search/snapshot/snapshots.ts';
import { createSnapshotSaving } from 'src/server/search/snapshot/snapshotSaving.ts';
import { tablePlans } from 'src/server/search/tablePlans.ts';
import { createTermSending, type TermSending } from 'src/server/search/termSending.ts';
import type { Terms } from 'src/server/search/termLookup.ts';
import { createTextFilling, type WorkerNotice } from 'src/server/search/textFilling.ts';
import type { WorkerPort } from 'src/server/search/workerPort.ts';
import { createSemaphore } from 'src/server/semaphore.ts';
import type { Database } from 'src/server/store/database.ts';

export interface IndexStart {
  readonly from: 'snapshot' | 'tables';
  /** Time from the beginning until searches are answered. */
  readonly seconds: number;
  /** Rows of the snapshot that had changed since. */
  readonly changed: number;
}

/** The folder of the snapshot, and the program that may use it. */
export interface SnapshotSettings {
  readonly folder: string;
  /** Hash of the program: another program does not use its snapshots. */
  readonly build: string;
  /** A worker that has begun to read the snapshot. */
  readonly worker?: Worker | undefined;
  /** See snapshotSaving.ts. */
  readonly worthSaving?: number;
}

export interface FillingOptions {
  readonly registry: ServerRegistry;
  readonly database: Database;
  readonly terms: Terms;
  readonly log: (message: string, error?: unknown) => void;
  /** Without it, each start reads the tables. */
  readonly snapshot?: SnapshotSettings | undefined;
  readonly tables: ReadonlyMap<number, TableRows>;
  readonly isUsed: (to: WorkerPort) => boolean;
}

export interface IndexFilling {
  /** Begins to read the snapshot. */
  prepare(to: WorkerPort): void;
  /** Fills a worker. `restores`: from the snapshot, if there is a usable one. */
  fill(to: WorkerPort, asked: { readonly restores: boolean }): Promise<void>;
  /** Reads rows again. The worker is asked for after they were read. */
  refresh(
    worker: () => WorkerPort | undefined,
    table: TableRows | undefined,
    numbers: readonly number[],
  ): Promise<void>;
  /** See TextFilling. */
  noteMove(message: WorkerNotice): void;
  hasTexts(to: WorkerPort | undefined): boolean;
  textsRead(): Promise<void>;
  indexStart(): IndexStart | undefined;
  forgetTerms(): Promise<void>;
  /** Saves the index before the worker stops. */
  saveLast(): Promise<void>;
}

/** Rows that a start reads again in one statement. */
const STALE_ROWS_PER_READ = 5_000;
/** Reading one type is mostly planning, of which PostgreSQL does several at once. */
const READS_AT_A_TIME = 4;

const levelTerms = (levels: string | null): number[] =>
  levels === null ? [] : (JSON.parse(levels) as [number, string, string][]).flatMap(([, terms]) => parseInts(terms));

const rowTerms = (row: RowMessage): number[] => [...parseInts(row.terms), ...levelTerms(row.levels)];

/** Rows are read with their stored acls; these are the readers that a job still has to move. */
const sendPendingMoves = async (to: WorkerPort, database: Database): Promise<void> => {
  for (const pending of await allPendingReaders(database)) to.notify({ do: 'readBy', ...pending });
  to.notify({ do: 'close', closed: await closedAcls(database) });
};

/** Divides the numbers into those that one statement reads. */
const staleParts = (stale: StaleRows): { readonly type: number; readonly part: number[] }[] =>
  [...stale].flatMap(([type, numbers]) =>
    Array.from({ length: Math.ceil(numbers.length / STALE_ROWS_PER_READ) }, (_, at) => ({
      type,
      part: [...numbers.subarray(at * STALE_ROWS_PER_READ, (at + 1) * STALE_ROWS_PER_READ)],
    })),
  );

const sendRows = (to: WorkerPort, type: number, rows: readonly RowMessage[]): void =>
  to.notify({ do: 'rows', type, rows });

const absentNumbers = (rows: readonly RowMessage[], numbers: readonly number[]): number[] => {
  const present = new Set(rows.map(({ i }) => i));
  return numbers.filter((number) => !present.has(number));
};

const createSaving = (options: FillingOptions, filled: () => WorkerPort | undefined) => {
  const { snapshot, registry, database, tables, log } = options;
  const plans = tablePlans(registry);
  const copies = createCopies(database, plans, tables);
  const snapshots = snapshot && createSnapshots({ ...snapshot, registry, database, plans, copies, log });
  const saving =
    snapshots && createSnapshotSaving({ ...{ snapshots, filled, log }, worthSaving: snapshot.worthSaving });
  return { plans, copies, snapshots, saving };
};

export const createIndexFilling = (options: FillingOptions): IndexFilling => {
  const { database, terms, tables, log, isUsed } = options;
  let filled: WorkerPort | undefined;
  const { plans, copies, snapshots, saving } = createSaving(options, () => (texts.isDone(filled) ? filled : undefined));
  const texts = createTextFilling(copies, log);
  let sending: TermSending | undefined;
  let indexStart: IndexStart | undefined;

  const refresh: IndexFilling['refresh'] = async (worker, table, numbers) => {
    if (!table) return;
    const rows = await changedRows(database, table, numbers);
    const to = worker();
    if (!to) return;
    saving?.noteChanges(numbers.length);
    await sending?.learn(rows.flatMap(rowTerms));
    sendRows(to, table.type, rows);
    to.notify({ do: 'remove', type: table.type, numbers: absentNumbers(rows, numbers) });
  };

  // Rows are read before terms: a row's terms are committed before it, so the later read includes them.
  const readTables = async (to: WorkerPort): Promise<void> => {
    const own = createTermSending({ to, database, terms });
    sending = own;
    to.notify({ do: 'tables', tables: plans });
    await copies.sendColumns(to);
    await sendPendingMoves(to, database);
    await own.all();
    to.notify({ do: 'prepare' });
    texts.start(to, () => isUsed(to));
    void texts.end().then(saving?.save);
  };

  /** Returns the number of rows that had changed. */
  const readChanged = async (to: WorkerPort, { terms: known, stale }: RestoredIndex): Promise<number> => {
    sending = createTermSending({ to, database, terms, known });
    const parts = staleParts(stale);
    const reading = createSemaphore({ limit: READS_AT_A_TIME });
    await Promise.all(parts.map(({ type, part }) => reading.run(() => refresh(() => to, tables.get(type), part))));
    await sendPendingMoves(to, database);
    to.notify({ do: 'prepare' });
    texts.skip(to);
    return parts.reduce((sum, { part }) => sum + part.length, 0);
  };

  return {
    prepare: (to) => snapshots?.read(to),
    async fill(to, { restores }) {
      const began = performance.now();
      indexStart = undefined;
      filled = to;
      await snapshots?.begin();
      const restored = restores ? await snapshots?.restore(to) : undefined;
      const changed = restored ? await readChanged(to, restored) : 0;
      if (!restored) await readTables(to);
      const seconds = (performance.now() - began) / 1000;
      indexStart = { from: restored ? 'snapshot' : 'tables', seconds, changed };
    },
    refresh,
    noteMove: texts.noteMove,
    hasTexts: texts.isDone,
    textsRead: texts.end,
    indexStart: () => indexStart,
    async forgetTerms() {
      terms.forget();
      await snapshots?.erase();
    },
    saveLast: async () => saving?.stop(),
  };
};
