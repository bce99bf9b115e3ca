// Repeats a request that was refused because of too many requests: pages with many parts send them all at once.

import { systemTimers, type Timers } from 'src/base/timers.ts';
import type { ProblemKey } from 'src/model/generated/problems.ts';
import { isProblem } from 'src/model/problems.ts';

type Tries = Partial<Record<ProblemKey, number>>;

/** Maximum number of attempts by the problem of the refusal. */
const TRIES_BY_PROBLEM: Tries = { rateLimited: 4 };
const MAX_RETRY_WAIT_S = 5;

interface RetryOptions {
  readonly signal?: AbortSignal | undefined;
  readonly tries?: Tries;
  readonly timers?: Timers;
}

/**
 * Waits as long as the server says, twice as long before each further attempt, and repeats the request: the server's time is that of one
 * request, and the others of the page wait too. Throws every other failure, and the refusal of the last attempt.
 */
export const inTurn = async <T>(ask: () => Promise<T>, options: RetryOptions = {}, tried = 1): Promise<T> => {
  const { signal, tries = TRIES_BY_PROBLEM, timers = systemTimers } = options;
  const isEnded = (): boolean => signal?.aborted ?? false;
  try {
    return await ask();
  } catch (thrown) {
    if (isEnded() || !isProblem(thrown) || tried >= (tries[thrown.key] ?? 1)) throw thrown;
    const seconds = Math.min(Number(thrown.params?.['retryAfter'] ?? 1) * 2 ** (tried - 1), MAX_RETRY_WAIT_S);
    await new Promise<void>((resolve) => {
      timers.after(seconds * 1_000, resolve);
    });
    if (isEnded()) throw thrown;
    return await inTurn(ask, options, tried + 1);
  }
};
