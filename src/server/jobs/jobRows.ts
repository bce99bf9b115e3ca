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
  job_key_mode => 'preserve_run_at')`;

/** For a job that waits already with the same key, the earlier time stays. */
export const addJobLater = async (db: Queryable, { name, payload, key }: NewJob, at: Date): Promise<void> => {
  await db.query(ADD_LATER, [name, JSON.stringify(payload), key ?? null, at], 'job.addLater');
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
