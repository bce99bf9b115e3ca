// The SQL of the job queue, over the tables of graphile-worker, which stand in a schema of their own in the same database.
// Called by createTransactions (`tx.addJob`) and jobQueue. A payload holds ids, never content.

import type { Json } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';

export interface NewJob {
  /** Of a registered handler. */
  readonly name: string;
  readonly payload: Readonly<Record<string, Json>>;
  /** A job that waits with the same key is replaced by this one. */
  readonly key?: string | undefined;
  /** Jobs of one queue run one after the other, and leave the other workers free. */
  readonly queue?: string | undefined;
}

const ADD = `select 1 from graphile_worker.add_job(identifier => $1, payload => $2::json, job_key => $3, queue_name => $4)`;

export const addJob = async (db: Queryable, { name, payload, key, queue }: NewJob): Promise<void> => {
  await db.query(ADD, [name, JSON.stringify(payload), key ?? null, queue ?? null], 'job.add');
};

const ADD_LATER = `select 1 from graphile_worker.add_job(identifier => $1, payload => $2::json, job_key => $3, run_at => $4,
  queue_name => $5, job_key_mode => 'preserve_run_at')`;

/** For a job that waits already with the same key, the earlier time stays. */
export const addJobLater = async (db: Queryable, { name, payload, key, queue }: NewJob, at: Date): Promise<void> => {
  await db.query(ADD_LATER, [name, JSON.stringify(payload), key ?? null, at, queue ?? null], 'job.addLater');
};

export interface JobCounts {
  readonly queued: number;
  /** Given up after the last attempt. */
  readonly failed: number;
}

export const jobCounts = async (db: Queryable): Promise<JobCounts> => {
  const [row] = await db.query<JobCounts>(
    `select count(*) filter (where attempts < max_attempts)::int as queued,
      count(*) filter (where attempts >= max_attempts)::int as failed from graphile_worker.jobs`,
  );
  return row ?? { queued: 0, failed: 0 };
};

export interface JobFigures {
  /** Could run now. */
  readonly waiting: number;
  /** Since when the oldest of these waits, in seconds. */
  readonly oldest: number;
  readonly running: number;
  /** Wait for their time, such as a reminder or another attempt. */
  readonly later: number;
  readonly givenUp: number;
}

export const jobFigures = async (db: Queryable): Promise<JobFigures> => {
  const [row] = await db.query<JobFigures>(
    `select count(*) filter (where open and now() >= run_at)::int as waiting,
      coalesce(extract(epoch from now() - min(run_at) filter (where open and now() >= run_at)), 0)::float8 as oldest,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where open and run_at > now())::int as later,
      count(*) filter (where attempts >= max_attempts)::int as "givenUp"
    from (select *, locked_at is null and attempts < max_attempts as open from graphile_worker.jobs) j`,
  );
  return row ?? { waiting: 0, oldest: 0, running: 0, later: 0, givenUp: 0 };
};

export interface GivenUpJob {
  readonly id: string;
  readonly name: string;
  readonly reason: string | null;
  readonly since: Date;
  readonly attempts: number;
}

/** Newest first. */
export const givenUpJobs = (db: Queryable, max: number): Promise<GivenUpJob[]> =>
  db.query<GivenUpJob>(
    `select id::text, task_identifier as name, last_error as reason, updated_at as since, attempts
     from graphile_worker.jobs where attempts >= max_attempts and locked_at is null order by updated_at desc, id desc limit $1`,
    [max],
  );

const GIVEN_UP = `array(select id from graphile_worker.jobs where id = $1 and attempts >= max_attempts and locked_at is null)`;

/** From the first attempt on. False when there is no such job that was given up. */
export const retryJob = async (db: Queryable, id: string): Promise<boolean> =>
  (
    await db.query(
      `select 1 from graphile_worker.reschedule_jobs(${GIVEN_UP}, run_at => now(), attempts => 0::smallint)`,
      [id],
    )
  ).length > 0;

/** Removes a job that was given up. False when there is none. */
export const dropJob = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.query(`select 1 from graphile_worker.complete_jobs(${GIVEN_UP})`, [id])).length > 0;

/** Queues that run, of all processes: of each process two, as main starts them. */
export const runningQueues = async (db: Queryable): Promise<number> => {
  const [row] = await db.query<{ count: number }>(
    `select count(distinct application_name)::int as count from pg_stat_activity
     where datname = current_database() and starts_with(application_name, $1)`,
    [sessionName('')],
  );
  return row?.count ?? 0;
};

/** The sessions of the queue of one process carry this name for as long as the process lives. */
export const sessionName = (queue: string): string => `jobs ${queue}`;

// A queue that only lost its connections is back within this time.
const LOST_AFTER = `interval '2 seconds'`;

/** Hands back the jobs of processes whose sessions are gone: a killed process cannot do it itself. */
export const releaseLostJobs = (db: Queryable): Promise<unknown[]> =>
  db.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
      where locked_at < now() - ${LOST_AFTER}
        and not exists (select from pg_stat_activity where application_name = $1 || locked_by) having count(*) > 0`,
    [sessionName('')],
  );
