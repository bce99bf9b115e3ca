// The items of a task with their results. Called by tasks/bulkTasks.ts in the transaction of a batch, and by tasks/downloadAttachments.ts.

import type { ItemId, Values } from 'src/model/item/Item.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';

export interface WaitingItem {
  readonly n: number;
  readonly id: ItemId;
  /** Version that the person knew; 0 for an item that was already deleted. */
  readonly u: number;
  /** Values to restore, for a task that undoes another. */
  readonly before: Values | null;
}

/** Changed, unchanged (same), refused. */
export type ItemOutcome = 'c' | 's' | 'r';

export interface SettledItem {
  readonly n: number;
  readonly state: ItemOutcome;
  /** Message of a refusal. */
  readonly reason?: string | undefined;
  /** Former values of the changes, and the version that changed them. */
  readonly before?: Values | undefined;
  readonly after?: number | undefined;
}

export const addTaskItems = async (
  tx: Transaction,
  key: string,
  items: readonly { readonly id: ItemId; readonly t: number; readonly i: number }[],
): Promise<void> => {
  await tx.query(
    `insert into task_item (task, n, id, u) select $1, a.n, a.id, coalesce(x.u, 0)
      from unnest($2::text[], $3::smallint[], $4::int[]) with ordinality as a (id, t, i, n)
      left join item x on x.t = a.t and x.i = a.i`,
    [key, items.map(({ id }) => id), items.map(({ t }) => t), items.map(({ i }) => i)],
  );
};

/** Adds the items that another task changed and that were not restored yet, last change first. Returns their number. */
export const addChangedItems = async (tx: Transaction, key: string, source: string): Promise<number> =>
  (
    await tx.query(
      `insert into task_item (task, n, id, u, before) select $1, row_number() over (order by n desc), id, coalesce(after, 0), before
        from task_item where task = $2 and state = 'c' returning 1`,
      [key, source],
    )
  ).length;

/** Returns whether any change of the task can still be undone. */
export const hasChangedItems = async (db: Queryable, key: string): Promise<boolean> =>
  (await db.query(`select 1 from task_item where task = $1 and state = 'c' limit 1`, [key])).length > 0;

/** Returns items after the number `n`, in order. */
export const taskItemsAfter = (
  db: Queryable,
  key: string,
  { n, most }: { readonly n: number; readonly most: number },
): Promise<{ n: number; id: ItemId }[]> =>
  db.query('select n, id from task_item where task = $1 and n > $2 order by n limit $3', [key, n, most]);

export const waitingItems = (tx: Transaction, key: string, most: number): Promise<WaitingItem[]> =>
  tx.query(`select n, id, u, before from task_item where task = $1 and state = 'w' order by n limit $2`, [key, most]);

export const settleItems = async (tx: Transaction, key: string, settled: readonly SettledItem[]): Promise<void> => {
  await tx.query(
    `update task_item x set state = a.state, reason = a.reason, before = a.before::jsonb, after = a.after
      from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::int[]) as a (n, state, reason, before, after)
      where x.task = $1 and x.n = a.n`,
    [
      key,
      settled.map(({ n }) => n),
      settled.map(({ state }) => state),
      settled.map(({ reason }) => reason ?? null),
      settled.map(({ before }) => (before ? JSON.stringify(before) : null)),
      settled.map(({ after }) => after ?? null),
    ],
  );
};

/** Result for a row of a file. `id` is empty when no item was created, and `before` then gives the reason. */
export interface MadeItem extends SettledItem {
  readonly id: ItemId;
}

export const addMadeItems = async (tx: Transaction, key: string, made: readonly MadeItem[]): Promise<void> => {
  await tx.query(
    `insert into task_item (task, n, id, u, state, reason, before, after)
      select $1, a.n, a.id, 0, a.state, a.reason, a.before::jsonb, a.after
      from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[]) as a (n, id, state, reason, before, after)`,
    [
      key,
      made.map(({ n }) => n),
      made.map(({ id }) => id),
      made.map(({ state }) => state),
      made.map(({ reason }) => reason ?? null),
      made.map(({ before }) => JSON.stringify(before ?? {})),
      made.map(({ after }) => after ?? null),
    ],
  );
};

/** Returns details of the first refused rows, within a limit of bytes. */
export const refusedDetails = async (
  db: Queryable,
  key: string,
  { most, bytes }: { readonly most: number; readonly bytes: number },
): Promise<Values[]> =>
  (
    await db.query<{ before: Values }>(
      `select x.before from (
          select n, before, sum(octet_length(before::text)) over (order by n) as bytes
            from task_item where task = $1 and state = 'r' order by n limit $2
        ) x where x.bytes <= $3 order by x.n`,
      [key, most, bytes],
    )
  ).map(({ before }) => before);

/** Marks changes as restored, so that this happens only once. */
export const noteTakenBack = async (tx: Transaction, source: string, ids: readonly ItemId[]): Promise<void> => {
  await tx.query(`update task_item set state = 'b' where task = $1 and state = 'c' and id = any($2::text[])`, [
    source,
    ids,
  ]);
};

export const countTaskItems = async (db: Queryable, key: string): Promise<number> =>
  (await db.query<{ count: number }>('select count(*)::int as count from task_item where task = $1', [key]))[0]
    ?.count ?? 0;

/** Returns how many items of each type a task is about. */
export const typesOfTask = (db: Queryable, key: string): Promise<{ type: string; count: number }[]> =>
  db.query(
    `select split_part(id, '-', 1) as type, count(*)::int as count from task_item where task = $1 and id <> '' group by 1`,
    [key],
  );

export const refusalCounts = (db: Queryable, key: string): Promise<{ reason: string; count: number }[]> =>
  db.query(
    `select reason, count(*)::int as count from task_item where task = $1 and state = 'r' group by reason order by 2 desc, 1`,
    [key],
  );

export const refusedItems = (db: Queryable, key: string, most: number): Promise<{ id: ItemId; reason: string }[]> =>
  db.query(`select id, reason from task_item where task = $1 and state = 'r' and id <> '' order by n limit $2`, [
    key,
    most,
  ]);

/** Returns whether another person has written the item since the version. */
export const writtenByOthers = async (
  tx: Transaction,
  { t, i, u, by }: { readonly t: number; readonly i: number; readonly u: number; readonly by: ItemId },
): Promise<boolean> =>
  (await tx.query('select 1 from item_history where t = $1 and i = $2 and u > $3 and by <> $4 limit 1', [t, i, u, by]))
    .length > 0;
