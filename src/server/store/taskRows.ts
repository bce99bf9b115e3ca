// The rows of tasks. Every question of a caller names the user: a task of somebody else is none at all.

import type { TaskState } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { addJobLater } from 'src/server/store/jobRows.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';

/** The job that runs one task, and the one that forgets those that are over. */
export const RUN_TASK = 'runTask';
export const SWEEP_TASKS = 'sweepTasks';
/** Each process looks which of the tasks that it runs shall stop. */
export const TASK_CHANNEL = 'task';

const KEPT_DAYS = 7;
const KEPT = `interval '${KEPT_DAYS} days'`;
const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly counts?: TaskCounts;
}

/** What became of the items that a task works on. */
export type TaskCounts = NonNullable<TaskState['counts']>;

export interface NewTask {
  readonly key: string;
  /** Number of the Task item. */
  readonly i: number;
  readonly userId: ItemId;
  /** Administrator who acts as this user. */
  readonly actor: ItemId | undefined;
  /** Of the masquerade: the task goes no further than it. */
  readonly session: string | undefined;
  /** Begun as an administrator of the site: a session without the second factor that the site demands is none. */
  readonly admin: boolean;
  readonly action: string;
  /** What the caller knows it by. */
  readonly asyncKey?: string | undefined;
  readonly target: ItemId;
  readonly input: Json;
  /** Its work can be taken back. */
  readonly undoable: boolean;
}

export interface ResultFile {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** What the person held when it was made: who has lost any of it does not get what was read by it. */
  readonly readBy?: readonly string[];
  /** Items whose content it holds: whoever may not read one of them any more does not get it. */
  readonly holds?: readonly ItemId[] | undefined;
}

export interface TaskRow extends Omit<NewTask, 'actor' | 'session'> {
  readonly actor: ItemId | null;
  readonly session: string | null;
  readonly checkpoint: Json;
  /** As the last batch left it. */
  readonly progress: Progress | null;
  readonly run: number;
  readonly failures: number;
  readonly began: Date | null;
  readonly stop: 'cancel' | 'kill' | null;
  readonly ended: Date | null;
  readonly file: ResultFile | null;
}

const COLUMNS =
  'key, i, user_id as "userId", actor, session, admin, action, target, input, undoable, checkpoint, progress, run, failures, began, stop, ended, file';

const first = async (rows: Promise<TaskRow[]>): Promise<TaskRow | undefined> => (await rows)[0];

/** False where the user has as many that are not over as one may have. */
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
  // Several at once are counted one after the other.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('task ' || $1, 0))`, [userId]);
  const added = await tx.query(
    `insert into task (key, i, user_id, actor, session, admin, action, target, input, undoable, async_key)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11
      where (select count(*) from task where user_id = $3 and ended is null) < $12 returning 1`,
    [key, i, userId, actor, session, admin, action, target, JSON.stringify(input), undoable, asyncKey, most],
  );
  return added.length > 0;
};

/** Tasks of the user by this action that are not forgotten yet. */
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

/** Keys of those of the user's tasks by this action whose files are kept. */
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
  KEY.test(key)
    ? await first(
        db.query(`select ${COLUMNS} from task where key = $1 and user_id = $2 and (until is null or until > now())`, [
          key,
          userId,
        ]),
      )
    : undefined;

/** As findTask, and nothing else changes it until the transaction ends. */
export const lockTask = async (tx: Transaction, userId: ItemId, key: string): Promise<TaskRow | undefined> =>
  KEY.test(key)
    ? await first(tx.query(`select ${COLUMNS} from task where key = $1 and user_id = $2 for update`, [key, userId]))
    : undefined;

/** For who runs it: from now on no earlier run can do anything. Undefined for one that is over. */
export const takeTask = (db: Queryable, key: string): Promise<TaskRow | undefined> =>
  first(
    db.query(
      `update task set run = run + 1, began = coalesce(began, now()) where key = $1 and ended is null returning ${COLUMNS}`,
      [key],
    ),
  );

/** Of the run that holds it; undefined once it is over or somebody else's. */
export const lockRun = (tx: Transaction, { key, run }: Pick<TaskRow, 'key' | 'run'>): Promise<TaskRow | undefined> =>
  first(tx.query(`select ${COLUMNS} from task where key = $1 and run = $2 and ended is null for update`, [key, run]));

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

/** Notes a failure of a task. Returns the number of its failures in a row. */
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
  /** Restricts the result to tasks that this administrator began while acting as the person. */
  readonly actor: ItemId | undefined;
}

/** Asks the unfinished tasks of a person's action to stop after their present batch. Returns their number. */
export const askToStop = async (tx: Transaction, { userId, action, key, actor }: Stopping): Promise<number> =>
  (
    await tx.query(
      `update task set stop = coalesce(stop, 'cancel') where user_id = $1 and action = $2 and ended is null
        and ($3::text is null or key::text = $3 or async_key = $3) and ($4::text is null or actor = $4) returning 1`,
      [userId, action, key ?? null, actor ?? null],
    )
  ).length;

const ACTING_OVER = `t.actor is not null and not exists
  (select from session s where s.id = t.session and s.ended is null and s.expires > now())`;

/** Whether it was begun under a masquerade that is over. */
export const isActingOver = async (db: Queryable, key: string): Promise<boolean> =>
  (await db.query(`select 1 from task t where t.key = $1 and ${ACTING_OVER}`, [key])).length > 0;

/** Of these runs, those that shall stop or are over. */
export const stoppedAmong = async (
  db: Queryable,
  running: readonly Pick<TaskRow, 'key' | 'run'>[],
): Promise<{ key: string; actingOver: boolean }[]> =>
  db.query<{ key: string; actingOver: boolean }>(
    `select a.key::text as key, coalesce(t.ended is null and t.stop is null and ${ACTING_OVER}, false) as "actingOver" from unnest($1::uuid[], $2::int[]) as a (key, run) left join task t on t.key = a.key and t.run = a.run
        where t.key is null or t.stop is not null or t.ended is not null or ${ACTING_OVER}`,
    [running.map(({ key }) => key), running.map(({ run }) => run)],
  );

export const endTask = async (
  tx: Transaction,
  key: string,
  { file, stop }: { readonly file?: ResultFile | undefined; readonly stop?: 'kill' | undefined },
): Promise<void> => {
  await tx.query(
    `update task set ended = now(), until = now() + ${KEPT}, file = $2::jsonb, stop = coalesce($3, stop), checkpoint = null,
      input = 'null' where key = $1`,
    [key, file ? JSON.stringify(file) : null, stop ?? null],
  );
  await sweepTasksLater(tx);
};

/** Numbers of the Task items of a user: those that are not over, then the newest others. */
export const taskNumbersOf = async (db: Queryable, userId: ItemId, most: number): Promise<number[]> =>
  (
    await db.query<{ i: number }>(
      'select i from task where user_id = $1 order by ended desc nulls first, i desc limit $2',
      [userId, most],
    )
  ).map(({ i }) => i);

export const overdueTasks = (db: Queryable, max: number): Promise<Pick<TaskRow, 'key' | 'i' | 'userId'>[]> =>
  db.query('select key, i, user_id as "userId" from task where until < now() order by until limit $1', [max]);

export const removeTask = async (db: Queryable, key: string): Promise<void> => {
  await db.query('delete from task where key = $1', [key]);
};

/** One job waits for the oldest; it asks for the next one itself. */
export const sweepTasksLater = async (db: Queryable): Promise<void> => {
  const [row] = await db.query<{ due: Date | null }>('select min(until) as due from task');
  if (row?.due) await addJobLater(db, { name: SWEEP_TASKS, payload: {}, key: SWEEP_TASKS }, row.due);
};
