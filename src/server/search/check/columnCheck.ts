// Checks in the background that the columns agree with the table: block by block, type by type, at a slow pace. Rows that differ are read
// again and logged. main.ts starts it; metrics and the page of the site's state show its figures.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from 'src/base/clock.ts';
import { MAX_INT32 } from 'src/base/maxInt32.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { RowMessage } from 'src/server/search/columns/Table.ts';
import type { RowBlock } from 'src/server/search/check/differingRows.ts';
import { DEFAULT_LIMITS } from 'src/server/limits.ts';
import { changedRows, rowsByType } from 'src/server/search/columnRows.ts';
import type { Columns } from 'src/server/search/columnStore.ts';
import { createSemaphore } from 'src/server/semaphore.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { Change, Feed } from 'src/server/watch/changeFeed.ts';

/** Part of the columns that the check uses. `apply` reads the present rows and must not run at the same time as that of the feed. */
export type CheckedColumns = Pick<Columns, 'compare' | 'apply'>;

/** Runs `apply` of the feed and of repairs one at a time, so that a repair never replaces a row by an older one. */
export const withSerialApply = (columns: Columns): Columns => {
  const oneAtATime = createSemaphore({ limit: 1 });
  return { ...columns, apply: (changes) => oneAtATime.run(() => columns.apply(changes)) };
};

export interface CheckFigures {
  /** Compared rows. */
  readonly rows: number;
  /** Rows that differed. */
  readonly differences: number;
  /** Rows that differed and are equal again. */
  readonly repaired: number;
  /** End of the last pass over all types, in epoch milliseconds. */
  readonly completed: number | undefined;
}

export interface ColumnCheck {
  /** Figures since the start of this process. */
  figures(): CheckFigures;
  /** Starts the endless check. */
  start(): void;
  /** Checks all types once, without pauses. */
  pass(): Promise<void>;
  stop(): Promise<void>;
}

export interface ColumnCheckOptions {
  readonly registry: ServerRegistry;
  readonly database: Queryable;
  readonly feed: Pick<Feed, 'catchUp'>;
  readonly columns: CheckedColumns;
  readonly clock: Clock;
  readonly log: (message: string, error?: unknown) => void;
  /** See Limits. */
  readonly checkedRowsPerMinute?: number;
}

const ROWS_PER_BLOCK = 500;
const MS_PER_MINUTE = 60_000;
/** An empty type costs two statements, so a small site is not asked without a pause either. */
const MIN_PAUSE_MS = 1_000;
const PAUSE_AFTER_ERROR_MS = MS_PER_MINUTE;
/** Rows that change during every comparison are left to the next pass. */
const MAX_COMPARISONS = 3;
const LISTED_IN_LOG = 20;

const BLOCK_END = `select count(*)::int as count, max(i) as last
  from (select i from item where t = $1 and i > $2 order by i limit ${ROWS_PER_BLOCK}) block`;

type Span = Omit<RowBlock, 'rows'>;

const nextSpan = async (db: Queryable, type: number, above: number): Promise<Span> => {
  const [end] = await db.query<{ count: number; last: number | null }>(BLOCK_END, [type, above], 'columnCheck.block');
  const isLast = end?.last === undefined || end.last === null || end.count < ROWS_PER_BLOCK;
  return { type, above, upTo: isLast ? MAX_INT32 : (end.last ?? MAX_INT32) };
};

/** A change that makes the columns read the row again. */
const rereadChange = (t: number, i: number): Change => ({
  ...{ seq: 0, t, i, n: 0, u: 0, acl: 0, oldAcl: null, moved: null, partAcls: null, op: 'u' },
});

const textsByNumber = (rows: readonly RowMessage[]): Map<number, string> =>
  new Map(rows.map((row) => [row.i, JSON.stringify(row)]));

/** The block as the table has it, and the comparison of it with the columns. */
const createComparison = ({ registry, database, columns, feed }: ColumnCheckOptions) => {
  const tables = rowsByType(registry);
  const rowsIn = async ({ type, above, upTo }: Span): Promise<RowMessage[]> => {
    const found = await database.query<{ i: number }>(
      'select i from item where t = $1 and i > $2 and i <= $3',
      [type, above, upTo],
      'columnCheck.numbers',
    );
    const table = tables.get(type);
    const numbers = found.map(({ i }) => i);
    return table ? await changedRows(database, table, numbers) : [];
  };

  /**
   * Returns the numbers of rows that differ although the columns have everything. The feed has caught up after the first read, so the
   * columns are as new as it; a row that the second read finds unchanged was the same during the comparison.
   */
  return async (span: Span): Promise<{ readonly rows: number; readonly differing: readonly number[] }> => {
    const differing = new Set<number>();
    let before = await rowsIn(span);
    const { length } = before;
    for (let attempt = 0; attempt < MAX_COMPARISONS; attempt++) {
      await feed.catchUp();
      const found = await columns.compare({ ...span, rows: before });
      if (found.length === 0) break;
      const after = await rowsIn(span);
      const [texts, laterTexts] = [textsByNumber(before), textsByNumber(after)];
      const lasting = found.filter((number) => texts.get(number) === laterTexts.get(number));
      for (const number of lasting) differing.add(number);
      if (lasting.length === found.length) break;
      before = after;
    }
    return { rows: length, differing: [...differing] };
  };
};

export const createColumnCheck = (options: ColumnCheckOptions): ColumnCheck => {
  const { registry, database, columns, clock, log } = options;
  const { checkedRowsPerMinute = DEFAULT_LIMITS.checkedRowsPerMinute } = options;
  const compareBlock = createComparison(options);
  const ended = new AbortController();
  const totals = { rows: 0, differences: 0, repaired: 0 };
  let completed: number | undefined;
  let running: Promise<void> = Promise.resolve();

  const repairBlock = async (name: string, span: Span, differing: readonly number[]): Promise<void> => {
    totals.differences += differing.length;
    await columns.apply(differing.map((number) => rereadChange(span.type, number)));
    const remaining = (await compareBlock(span)).differing.filter((number) => differing.includes(number));
    totals.repaired += differing.length - remaining.length;
    const numbers = differing.slice(0, LISTED_IN_LOG).join(', ');
    log(`the search index differed from the table in ${differing.length} rows of ${name} and was repaired: ${numbers}`);
    if (remaining.length > 0) log(`the search index still differs in ${remaining.length} rows of ${name}`);
  };

  /** Returns the end of the block, or undefined after the last one. */
  const checkBlock = async (name: string, type: number, above: number) => {
    const span = await nextSpan(database, type, above);
    const { rows, differing } = await compareBlock(span);
    totals.rows += rows;
    if (differing.length > 0) await repairBlock(name, span, differing);
    return { rows, next: span.upTo === MAX_INT32 ? undefined : span.upTo };
  };

  const checkTypes = async (pauseAfter: (rows: number) => Promise<void>): Promise<void> => {
    for (const { name, number } of Object.values(registry.types))
      for (let above: number | undefined = 0; above !== undefined && !ended.signal.aborted;) {
        const { rows, next } = await checkBlock(name, number, above);
        above = next;
        await pauseAfter(rows);
      }
    if (!ended.signal.aborted) completed = clock.now().getTime();
  };

  const pause = (milliseconds: number): Promise<void> =>
    sleep(milliseconds, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);

  const run = async (): Promise<void> => {
    while (!ended.signal.aborted)
      await checkTypes((rows) => pause(Math.max(MIN_PAUSE_MS, (rows / checkedRowsPerMinute) * MS_PER_MINUTE))).catch(
        async (error: unknown) => {
          if (ended.signal.aborted) return;
          log('the search index could not be checked', error);
          await pause(PAUSE_AFTER_ERROR_MS);
        },
      );
  };

  return {
    figures: () => ({ ...totals, completed }),
    start: () => void (running = run()),
    pass: () => checkTypes(() => Promise.resolve()),
    async stop() {
      ended.abort();
      await running;
    },
  };
};
