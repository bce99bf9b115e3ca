// Rows of tasks. Every query of a caller includes the user: tasks of other people do not exist for them.

import type { TaskState } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { addJobLater } from 'src/server/store/jobRows.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';

/** Names of the job that runs one task, and of the one that deletes old tasks. */
export const RUN_TASK = 'runTask';
export const SWEEP_TASKS = 'sweepTasks';
/** Channel by which each process checks which of its tasks must stop. */
export const TASK_CHANNEL = 'task';

const TASK_DAYS = 7;
const KEPT_INTERVAL = `interval '${TASK_DAYS} days'`;
export const TASK_KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type Progress = {
  readonly done: number;
  readonly total: number;
  readonly counts?: TaskCounts;
};

/** Results of a task by count. */
export type TaskCounts = NonNullable<TaskState['counts']>;

export interface NewTask {
  readonly key: string;
  /** Number of the Task item. */
  readonly i: number;
  readonly userId: ItemId;
  /** Administrator who acts as this user. */
  readonly actor: ItemId | undefined;
  /** Session of the masquerade: the task does not outlive it. */
  readonly session: string | undefined;
  /** True when started by an administrator of the site. A session without a required second factor does not count. */
  readonly admin: boolean;
  readonly action: string;
  /** Key by which the caller knows the task. */
  readonly asyncKey?: string | undefined;
  readonly target: ItemId;
  readonly input: Json;
  /** True when its changes can be undone. */
  readonly undoable: boolean;
}

export interface ResultFile {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** Principals of the person when the file was made: a person who has lost any of them cannot fetch it. */
  readonly readBy?: readonly string[];
  /** Items whose content is in the file: a person who can no longer read one of them cannot fetch it. */
  readonly holds?: readonly ItemId[] | undefined;
}

export interface TaskRow extends Omit<NewTask, 'actor' | 'session'> {
  readonly actor: ItemId | null;
  readonly session: string | null;
  readonly checkpoint: Json;
  /** Progress after the last batch. */
  readonly progress: Progress | null;
  readonly run: number;
  readonly failures: number;
  readonly began: Date | null;
  readonly stop: 'cancel' | 'kill' | null;
  readonly ended: Date | null;
  readonly file: ResultFile | null;
}

const TASK_COLUMNS =
  'key, i, user_id as "userId", actor, session, admin, action, target, input, undoable, checkpoint, progress, run, failures, began, stop, ended, file';

const first = async (rows: Promise<TaskRow[]>): Promise<TaskRow | undefined> => (await rows)[0];

/** Adds a task. Returns false when the user has the maximum number of unfinished tasks. */
export const addTask = async (tx: Transaction, task: NewTask, most: number): Promise<boolean> => {
  const {
    key,
    i,
    userId,
    actor = null,
    session = null,
    admin,
    action,
    asyncKey = null,
    target,
    input,
    undoable,
  } = task;
  // Concurrent requests are counted one after another.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('task ' || $1, 0))`, [userId]);
  const added = await tx.query(
    `insert into task (key, i, user_id, actor, session, admin, action, target, input, undoable, async_key)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11
      where (select count(*) from task where user_id = $3 and ended is null) < $12 returning 1`,
    [key, i, userId, actor, session, admin, action, target, JSON.stringify(input), undoable, asyncKey, most],
  );
  return added.length > 0;
};

/** Counts the user's stored tasks with this action. */
export const countTasksOf = async (
  db: Queryable,
  { userId, action }: { readonly userId: ItemId; readonly action: string },
): Promise<number> =>
  (
    await db.query<{ count: number }>(
      `select count(*)::int as count from task where user_id = $1 and action = $2
        and (ended is null or (file is not null and until > now()))`,
      [userId, action],
    )
  )[0]?.count ?? 0;

/** Returns the keys of the user's tasks with this action whose files are stored. */
export const keptFilesOf = async (
  db: Queryable,
  { userId, action }: { readonly userId: ItemId; readonly action: string },
): Promise<string[]> =>
  (
    await db.query<{ key: string }>(
      'select key from task where user_id = $1 and action = $2 and file is not null and until > now()',
      [userId, action],
    )
  ).map(({ key }) => key);

export const findTask = async (db: Queryable, userId: ItemId, key: string): Promise<TaskRow | undefined> =>
  TASK_KEY.test(key)
    ? await first(
        db.query(
          `select ${TASK_COLUMNS} from task where key = $1 and user_id = $2 and (until is null or until > now())`,
          [key, userId],
        ),
      )
    : undefined;

/** Same as findTask, and locks the task until the transaction ends. */
export const lockTask = async (tx: Transaction, userId: ItemId, key: string): Promise<TaskRow | undefined> =>
  TASK_KEY.test(key)
    ? await first(
        tx.query(`select ${TASK_COLUMNS} from task where key = $1 and user_id = $2 for update`, [key, userId]),
      )
    : undefined;

/** Starts a run. Earlier runs of the task can no longer write. Returns undefined for an ended task. */
export const takeTask = (db: Queryable, key: string): Promise<TaskRow | undefined> =>
  first(
    db.query(
      `update task set run = run + 1, began = coalesce(began, now()) where key = $1 and ended is null returning ${TASK_COLUMNS}`,
      [key],
    ),
  );

/** Locks the task of a run. Returns undefined when it has ended or another run has started. */
export const lockRun = (tx: Transaction, { key, run }: Pick<TaskRow, 'key' | 'run'>): Promise<TaskRow | undefined> =>
  first(
    tx.query(`select ${TASK_COLUMNS} from task where key = $1 and run = $2 and ended is null for update`, [key, run]),
  );

export const keepCheckpoint = async (
  tx: Transaction,
  key: string,
  { checkpoint, progress }: { readonly checkpoint: Json; readonly progress?: Progress | undefined },
): Promise<void> => {
  await tx.query(
    'update task set checkpoint = $2::jsonb, progress = coalesce($3::jsonb, progress), failures = 0 where key = $1',
    [key, JSON.stringify(checkpoint), progress ? JSON.stringify(progress) : null],
  );
};

export const noteProgress = async (tx: Transaction, key: string, progress: Progress): Promise<void> => {
  await tx.query('update task set progress = $2::jsonb where key = $1', [key, JSON.stringify(progress)]);
};

/** Counts a failure of a task. Returns the number of consecutive failures. */
export const noteFailure = async (db: Queryable, { key, run }: Pick<TaskRow, 'key' | 'run'>): Promise<number> => {
  const [row] = await db.query<{ failures: number }>(
    'update task set failures = failures + 1 where key = $1 and run = $2 returning failures',
    [key, run],
  );
  return row?.failures ?? 0;
};

interface Stopping {
  readonly userId: ItemId;
  readonly action: string;
  /** Restricts the result to the task with this key. */
  readonly key: string | undefined;
  /** Restricts the result to tasks that this administrator started while acting as the person. */
  readonly actor: ItemId | undefined;
}

/** Requests that unfinished tasks of a person's action stop after their present batch. Returns their number. */
export const askToStop = async (tx: Transaction, { userId, action, key, actor }: Stopping): Promise<number> =>
  (
    await tx.query(
      `update task set stop = coalesce(stop, 'cancel') where user_id = $1 and action = $2 and ended is null
        and ($3::text is null or key::text = $3 or async_key = $3) and ($4::text is null or actor = $4) returning 1`,
      [userId, action, key ?? null, actor ?? null],
    )
  ).length;

const ACTING_OVER_SQL = `t.actor is not null and not exists
  (select from session s where s.id = t.session and s.ended is null and s.expires > now())`;

/** Returns whether the task was started in a masquerade that has ended. */
export const isActingOver = async (db: Queryable, key: string): Promise<boolean> =>
  (await db.query(`select 1 from task t where t.key = $1 and ${ACTING_OVER_SQL}`, [key])).length > 0;

/** Returns the runs that must stop or have ended. */
export const stoppedAmong = async (
  db: Queryable,
  running: readonly Pick<TaskRow, 'key' | 'run'>[],
): Promise<{ key: string; actingOver: boolean }[]> =>
  db.query<{ key: string; actingOver: boolean }>(
    `select a.key::text as key, coalesce(t.ended is null and t.stop is null and ${ACTING_OVER_SQL}, false) as "actingOver" from unnest($1::uuid[], $2::int[]) as a (key, run) left join task t on t.key = a.key and t.run = a.run
        where t.key is null or t.stop is not null or t.ended is not null or ${ACTING_OVER_SQL}`,
    [running.map(({ key }) => key), running.map(({ run }) => run)],
  );

/** Keeps the input if the task can be undone, because the right to undo depends on it; lists of items and queries are dropped. */
export const endTask = async (
  tx: Transaction,
  key: string,
  { file, stop }: { readonly file?: ResultFile | undefined; readonly stop?: 'kill' | undefined },
): Promise<void> => {
  await tx.query(
    `update task set ended = now(), until = now() + ${KEPT_INTERVAL}, file = $2::jsonb, stop = coalesce($3, stop), checkpoint = null,
      input = case when undoable and not input ?| array['ids', 'query'] then input else 'null' end where key = $1`,
    [key, file ? JSON.stringify(file) : null, stop ?? null],
  );
  await sweepTasksLater(tx);
};

/** Returns the numbers of Task items, at most `most` of each user: unfinished ones, then the newest others. */
export const taskNumbersOf = (
  db: Queryable,
  userIds: readonly ItemId[],
  most: number,
): Promise<{ readonly userId: ItemId; readonly i: number }[]> =>
  db.query(
    `select users.id as "userId", t.i from unnest($1::text[]) users (id)
     cross join lateral (select i, ended from task where user_id = users.id order by ended desc nulls first, i desc limit $2) t
     order by t.ended desc nulls first, t.i desc`,
    [userIds, most],
    'taskNumbersOf',
  );

export const overdueTasks = (db: Queryable, max: number): Promise<Pick<TaskRow, 'key' | 'i' | 'userId'>[]> =>
  db.query('select key, i, user_id as "userId" from task where until < now() order by until limit $1', [max]);

export const removeTask = async (db: Queryable, key: string): Promise<void> => {
  await db.query('delete from task where key = $1', [key]);
};

/** Adds the job for the oldest task; it schedules the next one itself. */
export const sweepTasksLater = async (db: Queryable): Promise<void> => {
  const [row] = await db.query<{ due: Date | null }>('select min(until) as due from task');
  if (row?.due) await addJobLater(db, { name: SWEEP_TASKS, payload: {}, key: SWEEP_TASKS }, row.due);
};
