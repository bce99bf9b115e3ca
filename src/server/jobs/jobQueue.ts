// Runs the jobs of this process: takes them as soon as their cause is committed, again with growing pauses when one fails, and
// hands back what is under way when the process stops. Started by main unless JOBS=off. Several processes share the queue.
// A handler may run twice for one job, so it must be idempotent.

import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  parseCronItems,
  run,
  runMigrations,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import pg from 'pg';
import { createJobLease } from 'src/server/jobs/jobLease.ts';
import { handBackJob, startedSince, type JobHandlers, type JobPayload } from 'src/server/store/jobRows.ts';
import type { Database } from 'src/server/store/database.ts';
import { isConnectionLost } from 'src/server/store/queryable.ts';

export interface JobQueueOptions {
  readonly connection: pg.ClientConfig;
  readonly database: Database;
  readonly handlers: JobHandlers;
  /** Jobs that the clock adds, once for all processes; `times` as cron writes them, in UTC. */
  readonly clock?: readonly { readonly name: string; readonly times: string }[];
  /** Jobs of this process at a time. */
  readonly concurrency?: number;
  /** Milliseconds after its last sign of life when the jobs of a process are handed to another one. */
  readonly leaseMs?: number;
  readonly log: (message: string, error?: unknown) => void;
}

export interface JobQueue {
  /** Takes no further job; one under way ends, or is handed back after its present batch. */
  stop(): Promise<void>;
}

const CONCURRENCY = 2;
/**
 * The time for which a process holds a job without renewing its lease. A process that loses its database connection usually stops earlier, and
 * the jobs of a killed process run again within 30 s of a restart.
 */
const LEASE_MS = 20_000;
const RESTART_DELAY_MS = 1_000;
const REACH_AGAIN_MS = 500;
/** Times after the end of a job at which its queue is asked for the next one. */
const ASK_AGAIN_MS = [10, 40, 160, 640];
/** A job that is nearly done may end before it is asked to stop. */
const ABORT_AFTER_MS = 1_000;

/** Makes or updates the tables of the queue. Several processes may do so at once. */
export const migrateJobQueue = async (connection: pg.ClientConfig): Promise<void> => {
  const ignore = (): void => undefined; // the statement that fails says so
  const pgPool = new pg.Pool({ ...connection, max: 1 });
  pgPool.on('error', ignore).on('connect', (client) => void client.on('error', ignore));
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => undefined) });
  } finally {
    await pgPool.end();
  }
};

type Interruption = 'restart' | 'lost' | undefined;

/**
 * Resolves to whether PostgreSQL was restarted meanwhile or the connection was lost. Waits until the database can be reached again, or the
 * process stops.
 */
const databaseInterruption = async (
  database: Database,
  { error, since, signal }: { readonly error: unknown; readonly since: Date; readonly signal: AbortSignal },
): Promise<Interruption> => {
  for (let wasLost = isConnectionLost(error); ; wasLost = true) {
    try {
      return (await startedSince(database, since)) ? 'restart' : wasLost ? 'lost' : undefined;
    } catch {
      if (signal.aborted) return 'restart';
      await sleep(REACH_AGAIN_MS);
    }
  }
};

/**
 * Adds a job again as new where the process stops or the database was lost: neither is a failure of the job. A lost connection takes one of the
 * attempts that are allowed, because the job itself may be its cause.
 */
const taskList = ({ handlers, database }: JobQueueOptions): TaskList =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      async (payload: unknown, { job, abortSignal }) => {
        const signal = abortSignal ?? new AbortController().signal;
        try {
          await handle(payload as JobPayload, signal);
        } catch (error) {
          const since = job.locked_at ?? new Date();
          const interruption = signal.aborted
            ? 'restart'
            : await databaseInterruption(database, { error, since, signal });
          const attemptsLeft = interruption === 'lost' ? job.max_attempts - 1 : job.max_attempts;
          if (interruption === undefined || attemptsLeft === 0) throw error;
          const { key, job_queue_id: queueId } = job;
          const again = { name, payload: payload as JobPayload, key: key ?? undefined, queueId, attemptsLeft };
          await handBackJob(database, again);
        }
      },
    ]),
  );

const loggerTo = (log: JobQueueOptions['log']): Logger =>
  new Logger(() => (level, message, meta) => {
    if (level === 'error' || level === 'warning') log(`jobs: ${message}`, meta?.['error'] ?? meta?.['failure']);
  });

export const startJobQueue = async (options: JobQueueOptions): Promise<JobQueue> => {
  const { connection, database, log, clock = [], concurrency = CONCURRENCY, leaseMs = LEASE_MS } = options;
  const lease = createJobLease({ database, leaseMs, names: Object.keys(options.handlers), log });
  // One for each job's bookkeeping, one that listens.
  const pgPool = new pg.Pool({ ...connection, max: concurrency + 1, application_name: 'jobs' });
  const onError = (error: Error): void => log('a connection of the job queue failed', error);
  pgPool.on('error', onError).on('connect', (client) => void client.on('error', onError));
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => void (workerPool.id = lease.holder()));
  let stopped = false;
  // The library asks for the next job before the end of the last one is written down: its queue is still locked then, and the
  // worker would sleep for two seconds.
  events.on('job:complete', ({ worker, job }) => {
    if (job.job_queue_id === null) return;
    const ask = (): void => {
      try {
        if (!stopped) worker.workerPool.nudge(1);
      } catch {
        // this pool has ended; the next one asks by itself
      }
    };
    for (const pause of ASK_AGAIN_MS) setTimeout(ask, pause).unref();
  });

  const start = async (): Promise<Runner> => {
    await lease.renew();
    return await run({
      pgPool,
      events,
      taskList: taskList(options),
      parsedCronItems: parseCronItems(clock.map(({ name, times }) => ({ task: name, match: times, identifier: name }))),
      concurrency,
      noHandleSignals: true,
      logger: loggerTo(log),
      // With a delay, also of 0, stopping waits until the end of each job is written down.
      preset: {
        worker: { gracefulShutdownAbortTimeout: ABORT_AFTER_MS, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      },
    });
  };

  let runner = await start();

  // The library's runner ends when it cannot reach the database for a while.
  const supervise = async (): Promise<void> => {
    while (!stopped) {
      await runner.promise.catch((error: unknown) => log('the job queue ended', error));
      if (stopped) return;
      await sleep(RESTART_DELAY_MS);
      await lease.replace();
      runner = await start().catch((error: unknown) => {
        log('the job queue could not be started again', error);
        return runner;
      });
    }
  };
  const supervised = supervise();

  await lease.start();

  return {
    async stop() {
      stopped = true;
      await runner.stop().catch(() => undefined); // ended already
      await supervised;
      await lease.end();
      await pgPool.end();
    },
  };
};
