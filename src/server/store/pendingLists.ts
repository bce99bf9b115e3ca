// Pending lists of the GIN indexes of items during writes of many items. Without a list, PostgreSQL changes a page of the index for each
// word of each item. With it, the words of thousands of items are sorted and written together. Searches also read the list, so it is open
// only during such writes: a job closes all lists some time after the last announcement, also when the process that wrote has ended.

import type { Clock } from 'src/base/clock.ts';
import { isProblem } from 'src/model/problems.ts';
import type { Database, Queryable } from 'src/server/store/database.ts';
import { postponeJob, type JobHandler } from 'src/server/store/jobRows.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

export const CLOSE_PENDING_LISTS = 'closePendingLists';

/** Writes of fewer items do not open the lists. */
const MANY_ITEMS = 1_000;
const LIST_KB = 16_384;
const ANNOUNCED_EVERY_MS = 10_000;
const CLOSED_AFTER_MS = 30_000;
/** ALTER INDEX waits for the statements on the table, and later statements wait for it. */
const LOCK_TIMEOUT = '100ms';

const IS_OPEN = `coalesce('fastupdate=on' = any(c.reloptions), false)`;
const GIN_INDEXES = `select c.oid::regclass::text as name from pg_index x join pg_class c on c.oid = x.indexrelid
  join pg_am a on a.oid = c.relam and a.amname = 'gin' where c.relkind = 'i'`;
const OF_ITEMS = `x.indrelid in (select 'item_level'::regclass union all select inhrelid from pg_inherits where inhparent = 'item'::regclass)`;

interface IndexName {
  readonly name: string;
}

/** Returns false when the index stayed in use, so that its options could not be changed. */
const alterIndex = async (database: Database, { name }: IndexName, change: string): Promise<boolean> => {
  try {
    await database.transaction(async (tx) => {
      await tx.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      await tx.query(`alter index ${name} ${change}`);
    });
    return true;
  } catch (error) {
    if (isProblem(error) && error.key === 'timeout') return false;
    throw error;
  }
};

/** Opens the lists of the type's indexes. An index in use is left as it is: writes are slower, and equally correct. */
export const openPendingLists = async (database: Database, type: { readonly number: number }): Promise<void> => {
  const closed = await database.query<IndexName>(
    `${GIN_INDEXES} and x.indrelid = any($1::text[]::regclass[]) and not ${IS_OPEN}`,
    [[partitionOf(type.number), 'item_level']],
  );
  for (const index of closed)
    await alterIndex(database, index, `set (fastupdate = on, gin_pending_list_limit = ${LIST_KB})`);
};

const openLists = (db: Queryable): Promise<IndexName[]> =>
  db.query<IndexName>(`${GIN_INDEXES} and ${OF_ITEMS} and ${IS_OPEN}`);

/** Closes all lists and writes their entries into the indexes. Returns false when an index stayed in use. */
export const closePendingLists = async (database: Database): Promise<boolean> => {
  let areClosed = true;
  for (const index of await openLists(database)) {
    areClosed = (await alterIndex(database, index, 'set (fastupdate = off)')) && areClosed;
    await database.maintain(`select gin_clean_pending_list('${index.name}')`);
  }
  return areClosed;
};

export interface ManyWrites {
  /** Announces writes of so many items of a type. Called before each of their transactions. */
  expectMany(type: { readonly number: number }, count: number): Promise<void>;
  readonly closeLists: JobHandler;
}

export const createManyWrites = ({ database, clock }: { database: Database; clock: Clock }): ManyWrites => {
  const announced = new Map<number, number>();
  const closeLater = async (): Promise<void> => {
    const at = new Date(clock.now().getTime() + CLOSED_AFTER_MS);
    await postponeJob(database, { name: CLOSE_PENDING_LISTS, payload: {}, key: CLOSE_PENDING_LISTS }, at);
  };
  return {
    expectMany: async (type, count) => {
      const now = performance.now();
      if (count < MANY_ITEMS || now - (announced.get(type.number) ?? -Infinity) < ANNOUNCED_EVERY_MS) return;
      announced.set(type.number, now);
      // The job exists before the first list is open.
      await closeLater();
      await openPendingLists(database, type);
    },
    closeLists: async () => {
      try {
        if (!(await closePendingLists(database))) await closeLater();
      } finally {
        // The next announcement opens them again. Lists that were opened during the closing may be closed too.
        announced.clear();
      }
    },
  };
};
