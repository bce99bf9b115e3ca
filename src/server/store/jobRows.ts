// SQL of the job queue over the tables of graphile-worker, which are in their own schema of the same database. Called by createTransactions
// (`tx.addJob`) and jobQueue. A payload contains ids, not content.

import type { Json } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';

export type JobPayload = Readonly<Record<string, Json>>;

/** Runs a job. Checks the signal between batches and throws when the process is about to stop. */
export type JobHandler = (payload: JobPayload, signal: AbortSignal) => Promise<void>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** Name of the job that writes a backup. It has a queue of its own, because it may take hours. */
export const WRITE_BACKUP = 'writeBackup';

export interface NewJob {
  /** Name of a registered handler. */
  readonly name: string;
  readonly payload: JobPayload;
  /** Replaces a waiting job with the same key. */
  readonly key?: string | undefined;
  /** Jobs of one queue run one after another and leave the other workers free. */
  readonly queue?: string | undefined;
}

const ADD_JOB_SQL = `select 1 from graphile_worker.add_job(identifier => $1, payload => $2::json, job_key => $3, queue_name => $4)`;

export const addJob = async (db: Queryable, { name, payload, key, queue }: NewJob): Promise<void> => {
  await db.query(ADD_JOB_SQL, [name, JSON.stringify(payload), key ?? null, queue ?? null], 'job.add');
};

/** Job without a key, in no queue. */
export type JobOfWrite = Pick<NewJob, 'name' | 'payload'>;

/** Channel on which the workers of all processes wait for jobs. */
export const JOBS_CHANNEL = 'jobs:insert';

/**
 * Returns parts of a statement whose rows are in `made`: it adds the job of the parameters from `first` on, a name and a payload. The
 * library's function costs five times as much and notifies inside the transaction; it is called only for a name that no worker has
 * registered yet.
 */
export const jobOfWriteSql = (first: number): { readonly ctes: string; readonly column: string } => ({
  ctes: `runner as (select id from graphile_worker._private_tasks where identifier = $${first}),
    queued as (insert into graphile_worker._private_jobs (task_id, payload) select runner.id, $${first + 1}::json from runner, made)`,
  column: `(select 1 from graphile_worker.add_job(identifier => $${first}, payload => $${first + 1}::json) where not exists (select from runner))`,
});

export const jobParameters = ({ name, payload }: JobOfWrite): unknown[] => [name, JSON.stringify(payload)];

const ADD_LATER = `select 1 from graphile_worker.add_job(identifier => $1, payload => $2::json, job_key => $3, run_at => $4,
  queue_name => $5, job_key_mode => 'preserve_run_at')`;

/** Adds a job. If one with the same key already waits, the earlier time stays. */
export const addJobLater = async (db: Queryable, { name, payload, key, queue }: NewJob, at: Date): Promise<void> => {
  await db.query(ADD_LATER, [name, JSON.stringify(payload), key ?? null, at, queue ?? null], 'job.addLater');
};

/** Adds a job. If one with the same key already waits, it waits until this time instead. */
export const postponeJob = async (db: Queryable, { name, payload, key }: NewJob, at: Date): Promise<void> => {
  const text = `select 1 from graphile_worker.add_job(identifier => $1, payload => $2::json, job_key => $3, run_at => $4)`;
  await db.query(text, [name, JSON.stringify(payload), key ?? null, at], 'job.postpone');
};

/** Attempts of a new job, as the library counts them. */
const MOST_ATTEMPTS = 25;
/** Number of interruptions after which a job runs again immediately. */
const NO_PAUSE = 4;
const LONGEST_PAUSE_S = 1_024;

/**
 * Returns SQL of the time at which a job with so many attempts runs again after an interruption: immediately at first, later with growing
 * delays.
 */
const againAfter = (allowed: string): string =>
  `now() + make_interval(secs => case when ${MOST_ATTEMPTS} - ${allowed} <= ${NO_PAUSE} then 0
    else least(2 ^ (${MOST_ATTEMPTS} - ${allowed}), ${LONGEST_PAUSE_S}) end)`;

const HAND_BACK = `select 1 from graphile_worker.add_job(identifier => $1, payload => $2::json, job_key => $3,
  queue_name => (select queue_name from graphile_worker._private_job_queues where id = $4), max_attempts => $5::int,
  run_at => ${againAfter('$5::int')})`;

export interface InterruptedJob extends Omit<NewJob, 'queue'> {
  readonly queueId: number | null;
  /** Attempts that the new job may make. */
  readonly attemptsLeft: number;
}

/** Adds an interrupted job again as a new one with the same key in the same queue. */
export const handBackJob = async (
  db: Queryable,
  { name, payload, key, queueId, attemptsLeft }: InterruptedJob,
): Promise<void> => {
  await db.query(HAND_BACK, [name, JSON.stringify(payload), key ?? null, queueId, attemptsLeft]);
};

export interface JobCounts {
  readonly queued: number;
  /** Jobs that failed in their last attempt. */
  readonly failed: number;
}

export const jobCounts = async (db: Queryable): Promise<JobCounts> => {
  const [row] = await db.query<JobCounts>(
    `select count(*) filter (where attempts < max_attempts)::int as queued,
      count(*) filter (where attempts >= max_attempts)::int as failed from graphile_worker.jobs`,
  );
  return row ?? { queued: 0, failed: 0 };
};

// During a deployment, a server of an earlier or later version may still have handlers for a job.
const ORPHAN_AFTER = `interval '15 minutes'`;

/** SQL condition: job `j` waits, but no running queue has a handler for it. While no queue runs, this is unknown. */
const IS_ORPHAN = `(j.locked_at is null and j.run_at < now() - ${ORPHAN_AFTER} and exists (select from job_lease l where l.until > now())
  and not exists (select from job_lease l where l.until > now() and j.task_identifier = any(l.names)))`;

/** SQL condition: job `j` will not run again by itself. */
const IS_GIVEN_UP = `(j.locked_at is null and (j.attempts >= j.max_attempts or ${IS_ORPHAN}))`;

export interface JobFigures {
  /** Jobs that could run now. */
  readonly waiting: number;
  /** Seconds since the oldest of these became runnable. */
  readonly oldest: number;
  readonly running: number;
  /** Jobs with a later start, such as reminders and retries. */
  readonly later: number;
  readonly givenUp: number;
}

export const jobFigures = async (db: Queryable): Promise<JobFigures> => {
  const [row] = await db.query<JobFigures>(
    `select count(*) filter (where open and now() >= run_at)::int as waiting,
      coalesce(extract(epoch from now() - min(run_at) filter (where open and now() >= run_at)), 0)::float8 as oldest,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where open and run_at > now())::int as later,
      count(*) filter (where "givenUp")::int as "givenUp"
    from (select j.*, ${IS_GIVEN_UP} as "givenUp", j.locked_at is null and not ${IS_GIVEN_UP} as open from graphile_worker.jobs j) j`,
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

/** Returns jobs without further attempts or without a handler, newest first. */
export const givenUpJobs = (db: Queryable, max: number): Promise<GivenUpJob[]> =>
  db.query<GivenUpJob>(
    `select id::text, task_identifier as name, last_error as reason, updated_at as since, attempts
     from graphile_worker.jobs j where ${IS_GIVEN_UP} order by updated_at desc, id desc limit $1`,
    [max],
  );

const GIVEN_UP_SQL = `array(select id from graphile_worker.jobs j where id = $1 and ${IS_GIVEN_UP})`;

/** Runs a failed job again with all attempts. Returns false when it does not exist. */
export const retryJob = async (db: Queryable, id: string): Promise<boolean> =>
  (
    await db.query(
      `select 1 from graphile_worker.reschedule_jobs(${GIVEN_UP_SQL}, run_at => now(), attempts => 0::smallint, max_attempts => ${MOST_ATTEMPTS}::smallint)`,
      [id],
    )
  ).length > 0;

/** Removes a failed job. Returns false when it does not exist. */
export const dropJob = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.query(`select 1 from graphile_worker.complete_jobs(${GIVEN_UP_SQL})`, [id])).length > 0;

/** Returns the number of running queues of all processes; each process has two. */
export const runningQueues = async (db: Queryable): Promise<number> => {
  const [row] = await db.query<{ count: number }>('select count(*)::int as count from job_lease where until > now()');
  return row?.count ?? 0;
};

/** Renews the lease by which the holder keeps its locked jobs. */
export const renewLease = async (
  db: Queryable,
  { holder, leaseMs, names }: { readonly holder: string; readonly leaseMs: number; readonly names: readonly string[] },
): Promise<void> => {
  await db.query(
    `insert into job_lease (holder, until, names) values ($1, now() + make_interval(secs => $2), $3::text[])
     on conflict (holder) do update set until = excluded.until`,
    [holder, leaseMs / 1_000, names],
  );
};

// A killed process is not a failure of its jobs, so the attempt does not count and there is no delay. It still reduces the allowed
// attempts, because the job itself may have ended the process.
const UNLOCK = `jobs as (update graphile_worker._private_jobs
    set attempts = case when max_attempts > 1 then greatest(attempts - 1, 0) else attempts end, max_attempts = greatest(max_attempts - 1, 1),
      run_at = greatest(run_at, ${againAfter('greatest(max_attempts - 1, 1)')}),
      last_error = 'The process that ran the job ended.', locked_by = null, locked_at = null
    where locked_by in (select holder from lost)),
  queues as (update graphile_worker._private_job_queues set locked_by = null, locked_at = null where locked_by in (select holder from lost)),
  leases as (delete from job_lease where holder in (select holder from lost))`;

/** Hands back the jobs of a holder that has ended. */
export const endLease = async (db: Queryable, holder: string): Promise<void> => {
  await db.query(`with lost as (select $1::text as holder), ${UNLOCK} select 1`, [holder]);
};

/**
 * Hands back the jobs of holders with an expired lease. After a start of PostgreSQL, all holders get the time of a lease to reconnect.
 * Sessions are not inspected: a holder without connections still works, and a role without pg_read_all_stats may not see sessions.
 */
export const releaseLostJobs = async (db: Queryable, leaseMs: number): Promise<void> => {
  await db.query(
    `with held as (select locked_by as holder, locked_at as since from graphile_worker._private_jobs where locked_by is not null
        union all select locked_by, locked_at from graphile_worker._private_job_queues where locked_by is not null
        union all select holder, until from job_lease),
      lost as (select distinct h.holder from held h left join job_lease l on l.holder = h.holder
        where coalesce(l.until, h.since + make_interval(secs => $1)) < now()
          and pg_postmaster_start_time() < now() - make_interval(secs => $1)),
      ${UNLOCK} select 1`,
    [leaseMs / 1_000],
  );
};

/** Returns whether PostgreSQL was started after that time. */
export const startedSince = async (db: Queryable, moment: Date): Promise<boolean> => {
  const [row] = await db.query<{ later: boolean }>('select pg_postmaster_start_time() > $1 as later', [moment]);
  return row?.later === true;
};
