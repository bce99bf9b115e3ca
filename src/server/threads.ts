// Threads for computations of areas with an unknown duration, such as expressions that people write. Each run has limits of time and
// memory, and a person has one run at a time, so that no computation can stop the server or use all threads.

import { existsSync } from 'node:fs';
import { Piscina } from 'piscina';
import { createSemaphore } from 'src/server/semaphore.ts';

/** A function that runs in a thread. Its file also exports `isReady`, which returns true. */
export interface ThreadCode {
  /** Name of the exported function. */
  readonly name: string;
  /** The built file next to the server's other files. It does not exist during development, when tsx loads the source. */
  readonly built: URL;
  readonly source: URL;
}

export interface ThreadLimits {
  /** Milliseconds of one run, without the wait for a thread and its start. */
  readonly deadlineMs: number;
  /** Id of the person for whom it runs. */
  readonly person: string;
}

/** `tooLong`: longer than the deadline. `busy`: no thread became free in time. `failed`: the thread ended, for example when its memory was full. */
export type ThreadFailure = 'tooLong' | 'busy' | 'failed';

export type ThreadResult<Output> = { readonly output: Output } | { readonly failure: ThreadFailure };

export interface Threads {
  /** Never rejects. Values are copied as between threads. */
  run<Output>(code: ThreadCode, input: unknown, limits: ThreadLimits): Promise<ThreadResult<Output>>;
  stop(): Promise<void>;
}

const THREADS_AT_A_TIME = 2;
/** Longer than the usual time between two requests of one page. */
const IDLE_THREAD_MS = 60_000;
const THREAD_BOUNDS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };
/** Loading the code takes longer than most runs, above all during development. */
const START_MS = 30_000;
/** A person's further runs wait this long for the first ones. */
const THREAD_WAIT_MS = 20_000;
const THREAD_WAITING = 50;

class NoFreeThread extends Error {}

const poolOf = ({ name, built, source }: ThreadCode): Piscina<unknown, unknown> => {
  const code = existsSync(built)
    ? { filename: built.href }
    : { filename: source.href, execArgv: ['--import', import.meta.resolve('tsx')] };
  return new Piscina({
    ...code,
    name,
    minThreads: 0,
    maxThreads: THREADS_AT_A_TIME,
    idleTimeout: IDLE_THREAD_MS,
    resourceLimits: THREAD_BOUNDS,
  });
};

export const createThreads = (log: (message: string, error?: unknown) => void): Threads => {
  const pools = new Map<string, Piscina<unknown, unknown>>();
  const semaphore = createSemaphore({ limit: THREADS_AT_A_TIME, limitPerKey: 1 });
  const bounds = { waitMs: THREAD_WAIT_MS, waiting: THREAD_WAITING, exceeded: () => new NoFreeThread() };

  const runIn = async <Output>(code: ThreadCode, input: unknown, deadlineMs: number): Promise<ThreadResult<Output>> => {
    const pool = pools.get(code.source.href) ?? poolOf(code);
    pools.set(code.source.href, pool);
    const start = AbortSignal.timeout(START_MS);
    try {
      await pool.run(undefined, { name: 'isReady', signal: start });
    } catch (error) {
      log(`${code.name} could not start its thread`, error);
      return { failure: start.aborted ? 'busy' : 'failed' };
    }
    const deadline = AbortSignal.timeout(deadlineMs);
    try {
      return { output: (await pool.run(input, { signal: deadline })) as Output };
    } catch (error) {
      if (deadline.aborted) return { failure: 'tooLong' };
      log(`${code.name} failed in its thread`, error);
      return { failure: 'failed' };
    }
  };

  return {
    async run(code, input, { deadlineMs, person }) {
      try {
        return await semaphore.run(() => runIn(code, input, deadlineMs), { key: person, bounds });
      } catch (error) {
        if (error instanceof NoFreeThread) return { failure: 'busy' };
        throw error;
      }
    },
    async stop() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
};
