// A server, a keeper who is signed in, and the queue that runs tasks: what a test file about tasks begins with.
// `const tasks = useTaskWorld()` at its top; `world` and `keeper` are there inside tests and beforeAll.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import type { TaskState } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { startJobQueue, type JobQueue } from 'src/server/jobs/jobQueue.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

type Body = Record<string, Json>;

export interface TaskWorld {
  readonly world: World;
  readonly keeper: TestSocket;
  /** The keeper's. */
  readonly token: string;
  /** Nothing when one runs. */
  startQueue(): Promise<void>;
  stopQueue(): Promise<void>;
  /** Another process that runs tasks, once it does; in place of the queue of this one. */
  startProcess(): Promise<ChildProcess>;
  /** As the administrator, past every rule. */
  change(id: ItemId, values: Body): Promise<unknown>;
  /** The key of a task that the keeper or another person begins. */
  begin(action: string, input: Body, as?: TestSocket): Promise<string>;
  state(key: string): Promise<TaskState>;
  /** Its last state, once it has ended. */
  over(key: string): Promise<TaskState>;
  /** The file that it made, as the keeper asks for it. */
  fetchResult(key: string): Promise<Response>;
}

const PROCESS = fileURLToPath(new URL('./runTasks.ts', import.meta.url));
const ENDED = ['DONE', 'STOPPED', 'FAILED'];

export const useTaskWorld = (
  options: Parameters<typeof openWorld>[0] = {},
  /** Milliseconds until a task has ended. */
  timeout = 60_000,
): TaskWorld => {
  let world: World | undefined;
  let keeper: TestSocket | undefined;
  let token = '';
  let queue: JobQueue | undefined;
  const ready = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('the world is there inside tests and beforeAll, not while the file loads');
    return part;
  };

  beforeAll(async () => {
    world = await openWorld(options);
    token = await signIn(world.url, 'keeper');
    keeper = await TestSocket.as(world.url, token);
  });
  afterAll(async () => {
    keeper?.close();
    await queue?.stop();
    await world?.stop();
  });

  const state = async (key: string): Promise<TaskState> => {
    const { database, items } = ready(world).services;
    const [row] = await database.query<{ i: number }>('select i from task where key = $1', [key]);
    const item = await items.find(database, `Task-${row?.i}`);
    return (item?.properties ?? {}) as unknown as TaskState;
  };
  const stopQueue = async (): Promise<void> => {
    await queue?.stop();
    queue = undefined;
  };

  return {
    get world() {
      return ready(world);
    },
    get keeper() {
      return ready(keeper);
    },
    get token() {
      return token;
    },
    async startQueue() {
      const { connection, jobs: handlers, services } = ready(world);
      queue ??= await startJobQueue({ connection, database: services.database, handlers, log: () => undefined });
    },
    stopQueue,
    async startProcess() {
      await stopQueue();
      const { connection, dataDir } = ready(world);
      const child = fork(PROCESS, [JSON.stringify(connection), dataDir], { execArgv: ['--import', 'tsx'] });
      await once(child, 'message');
      return child;
    },
    change(id, values) {
      const { services, ids } = ready(world);
      const by = { at: new Date(), by: ids['admin'] ?? '', actor: undefined };
      return services.database.transaction(async (tx) => {
        const found = await services.items.find(tx, id, true);
        return found && (await services.items.write(tx, found, values, by));
      });
    },
    async begin(action, input, as = ready(keeper)) {
      const answer = await as.ask(`act/${action}/async`, input);
      expect(answer.b).toEqual({ key: expect.any(String) });
      return (answer.b as { key: string }).key;
    },
    state,
    async over(key) {
      await expect.poll(async () => ENDED.includes((await state(key)).state ?? ''), { timeout }).toBe(true);
      return await state(key);
    },
    fetchResult: (key) =>
      fetch(`${ready(world).url}/task-result/${key}`, { headers: { authorization: `Bearer ${token}` } }),
  };
};
