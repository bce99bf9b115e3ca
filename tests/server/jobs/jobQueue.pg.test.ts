// The queue of background jobs as the rest of the server uses it: added in a transaction, run after it, never lost.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startJobQueue, type JobQueue } from 'src/server/jobs/jobQueue.ts';
import type { JobHandlers, JobPayload } from 'src/server/store/jobRows.ts';
import { addJob, givenUpJobs, jobCounts, releaseLostJobs, retryJob } from 'src/server/store/jobRows.ts';
import { testDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

/** Long enough for a busy machine to renew it in time. */
const SHORT_LEASE_MS = 3_000;

describe('the job queue', () => {
  let db: TestDatabase;
  const queues: JobQueue[] = [];
  beforeAll(async () => {
    db = await testDatabase(registry);
  });
  afterEach(async () => {
    for (const queue of queues.splice(0)) await queue.stop();
    await db.database.query('delete from graphile_worker._private_jobs');
  });
  afterAll(() => db.stop());

  const start = async (handlers: JobHandlers, leaseMs?: number): Promise<JobQueue> => {
    const { connection, database } = db;
    const options = { connection, database, handlers, log: () => undefined, ...(leaseMs !== undefined && { leaseMs }) };
    const queue = await startJobQueue(options);
    queues.push(queue);
    return queue;
  };
  const add = (name: string, payload: JobPayload, key?: string): Promise<void> =>
    db.database.transaction((tx) => tx.addJob(name, payload, key));
  const locked = async (): Promise<number> =>
    (await db.database.query('select 1 from graphile_worker.jobs where locked_by is not null')).length;
  const queued = async (): Promise<number> => (await jobCounts(db.database)).queued;

  it('[TASK-01] runs what a transaction added when it is committed, and nothing of one that was rolled back', async () => {
    const ran: unknown[] = [];
    await start({ note: (payload) => Promise.resolve(void ran.push(payload['id'])) });
    const undone = db.database.transaction(async (tx) => {
      await tx.addJob('note', { id: 'Book-1' });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await db.database.transaction(async (tx) => {
      await tx.addJob('note', { id: 'Book-2' });
      await db.database.query('select pg_sleep(0.05)');
      expect(ran).toEqual([]);
    });
    await expect.poll(() => ran).toEqual(['Book-2']);
    await expect.poll(queued).toBe(0);
  });

  it('runs a job once, however many processes share the queue', async () => {
    const ran: unknown[] = [];
    const note = (payload: JobPayload) => Promise.resolve(void ran.push(payload['id']));
    await Promise.all([start({ note }), start({ note })]);
    const ids = Array.from({ length: 40 }, (_, index) => `Book-${index}`);
    await Promise.all(ids.map((id) => add('note', { id })));
    await expect.poll(queued).toBe(0);
    expect(ran).toHaveLength(40);
    expect(new Set(ran)).toEqual(new Set(ids));
  });

  it('retries failed jobs, and does not touch jobs without a handler', async () => {
    let tries = 0;
    const shaky = async (): Promise<void> => {
      tries += 1;
      if (tries === 1) throw new Error('not yet');
    };
    await add('unknown', {});
    await add('shaky', {});
    await start({ shaky });
    await expect.poll(() => tries).toBe(2);
    await expect.poll(queued).toBe(1);
  });

  it('replaces a job that waits with the same key', async () => {
    await add('note', { id: 'Book-1' }, 'one');
    await add('note', { id: 'Book-2' }, 'one');
    const ran: unknown[] = [];
    await start({ note: (payload) => Promise.resolve(void ran.push(payload['id'])) });
    await expect.poll(queued).toBe(0);
    expect(ran).toEqual(['Book-2']);
  });

  it('hands back what is under way when the process stops, as new', async () => {
    let taken = 0;
    const slow = (_: JobPayload, signal: AbortSignal): Promise<void> => {
      taken += 1;
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopping'))));
    };
    const queue = await start({ slow });
    await add('slow', { id: 'Book-1' });
    await expect.poll(() => taken).toBe(1);
    await queue.stop();
    queues.length = 0;
    expect(
      await db.database.query('select task_identifier as name, attempts, locked_by from graphile_worker.jobs'),
    ).toEqual([{ name: 'slow', attempts: 0, locked_by: null }]);
  });

  it('keeps the queue of a job that is interrupted', async () => {
    const waiting = (_: JobPayload, signal: AbortSignal): Promise<void> =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopping'))));
    const queue = await start({ waiting });
    await addJob(db.database, { name: 'waiting', payload: {}, key: 'one', queue: 'line' });
    await expect.poll(locked).toBe(1);
    await queue.stop();
    queues.length = 0;
    expect(await db.database.query('select queue_name, key, attempts, locked_by from graphile_worker.jobs')).toEqual([
      { queue_name: 'line', key: 'one', attempts: 0, locked_by: null },
    ]);
  });

  it('[TASK-01] takes over the job of a process that was killed, however often, without counting that as a failure', async () => {
    const script = fileURLToPath(new URL('./runJobs.ts', import.meta.url));
    await add('endless', { id: 'Book-1' });
    // So many kills would have been its last attempts, the next one after a pause of hours.
    await db.database.query('update graphile_worker._private_jobs set attempts = 20');
    const attempts: number[] = [];
    for (let killed = 0; killed < 2; killed += 1) {
      const child = fork(script, [JSON.stringify(db.connection)], { execArgv: ['--import', 'tsx'] });
      await once(child, 'message');
      child.kill('SIGKILL');
    }
    const endless = async (): Promise<void> => {
      const rows = await db.database.query<{ attempts: number }>('select attempts from graphile_worker.jobs');
      attempts.push(...rows.map((row) => row.attempts));
    };
    await start({ endless }, SHORT_LEASE_MS);
    await expect.poll(() => attempts).toEqual([21]);
    await expect.poll(queued).toBe(0);
  });

  it('[TASK-01] gives up a job when the process that ran it was killed too often', async () => {
    const script = fileURLToPath(new URL('./runJobs.ts', import.meta.url));
    await add('endless', { id: 'Book-1' });
    const kill = async (): Promise<void> => {
      const child = fork(script, [JSON.stringify(db.connection)], { execArgv: ['--import', 'tsx'] });
      await once(child, 'message');
      child.kill('SIGKILL');
      await once(child, 'exit');
      await db.database.query(`update job_lease set until = now() - interval '1 hour'`);
      await db.database.query(`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`);
      await releaseLostJobs(db.database, 1);
    };
    await db.database.query('update graphile_worker._private_jobs set max_attempts = 10');
    await kill();
    const rows = 'select attempts, run_at > now() as later from graphile_worker.jobs';
    expect(await db.database.query(rows)).toEqual([{ attempts: 0, later: true }]);
    await db.database.query('update graphile_worker._private_jobs set max_attempts = 1, run_at = now()');
    await kill();
    expect(await jobCounts(db.database)).toEqual({ queued: 0, failed: 1 });
    const [given] = await givenUpJobs(db.database, 1);
    expect(given?.reason).toBe('The process that ran the job ended.');
    expect(await retryJob(db.database, given?.id ?? '')).toBe(true);
    let ran = 0;
    await start({ endless: () => Promise.resolve(void (ran += 1)) });
    await expect.poll(() => ran).toBe(1);
    await expect.poll(queued).toBe(0);
  });

  it('leaves a job to a process that lost its connections for less than its lease', async () => {
    const ends: (() => void)[] = [];
    const ran: unknown[] = [];
    const busy = async ({ id }: JobPayload): Promise<void> => {
      ran.push(id);
      await new Promise<void>((resolve) => ends.push(resolve));
    };
    await start({ busy });
    await add('busy', { id: 'Book-1' });
    await expect.poll(() => ran).toEqual(['Book-1']);
    await db.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'jobs'`,
    );
    await db.database.query(`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`);
    await releaseLostJobs(db.database, SHORT_LEASE_MS);
    expect(await locked()).toBe(1);
    await db.database.query(`update job_lease set until = now() - interval '1 hour'`);
    await releaseLostJobs(db.database, SHORT_LEASE_MS);
    await expect.poll(() => ran).toEqual(['Book-1', 'Book-1']);
    for (const end of ends) end();
  });

  it('runs a job again at once when the database was lost, without counting that as a failure', async () => {
    const attempts: number[] = [];
    const shaken = async (): Promise<void> => {
      const rows = await db.database.query<{ attempts: number }>(
        // The interrupted job may still be locked.
        'select max(attempts) as attempts from graphile_worker.jobs where locked_by is not null',
      );
      attempts.push(...rows.map((row) => row.attempts));
      if (attempts.length < 3) await db.database.query('select pg_terminate_backend(pg_backend_pid()), pg_sleep(30)');
    };
    await start({ shaken });
    await add('shaken', {});
    await expect.poll(() => attempts).toEqual([1, 1, 1]);
    await expect.poll(queued).toBe(0);
  });

  it('pauses and then gives up a job that loses its connection each time', async () => {
    let ran = 0;
    const losing = async (): Promise<void> => {
      ran += 1;
      await db.database.query('select pg_terminate_backend(pg_backend_pid()), pg_sleep(30)');
    };
    await add('losing', {}, 'one');
    await db.database.query('update graphile_worker._private_jobs set max_attempts = 2');
    await start({ losing });
    const waiting = `select 1 from graphile_worker.jobs where locked_by is null and run_at > now() + interval '10 minutes'`;
    await expect.poll(async () => await db.database.query(waiting)).toHaveLength(1);
    expect(ran).toBe(1);
    await db.database.query('update graphile_worker._private_jobs set run_at = now()');
    await expect.poll(async () => (await jobCounts(db.database)).failed, { timeout: 10_000 }).toBe(1);
    expect(ran).toBe(2);
  });
});
