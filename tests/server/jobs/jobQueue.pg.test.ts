// The queue of background jobs as the rest of the server uses it: added in a transaction, run after it, never lost.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startJobQueue, type JobHandlers, type JobPayload, type JobQueue } from 'src/server/jobs/jobQueue.ts';
import { jobCounts } from 'src/server/jobs/jobRows.ts';
import { testDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

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

  const start = async (handlers: JobHandlers): Promise<JobQueue> => {
    const options = { connection: db.connection, database: db.database, handlers, log: () => undefined };
    const queue = await startJobQueue(options);
    queues.push(queue);
    return queue;
  };
  const add = (name: string, payload: JobPayload, key?: string): Promise<void> =>
    db.database.transaction((tx) => tx.addJob(name, payload, key));
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

  it('tries again what failed, and leaves alone what it has no handler for', async () => {
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

  it('takes over the job of a process that was killed', async () => {
    const script = fileURLToPath(new URL('./runJobs.ts', import.meta.url));
    const child = fork(script, [JSON.stringify(db.connection)], { execArgv: ['--import', 'tsx'] });
    await add('endless', { id: 'Book-1' });
    await once(child, 'message');
    const ran: unknown[] = [];
    await start({ endless: (payload) => Promise.resolve(void ran.push(payload['id'])) });
    child.kill('SIGKILL');
    await expect.poll(() => ran).toEqual(['Book-1']);
    await expect.poll(queued).toBe(0);
  });
});
