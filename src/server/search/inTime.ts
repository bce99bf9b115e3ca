// The time that one search may take. The search engine runs each question within it.

import { asError } from 'src/base/asError.ts';
import { problem } from 'src/model/problems.ts';

/** Ends the wait when it takes too long or nobody waits any more; the work learns of it by the signal. */
export const inTime = async <T>(
  work: (over: AbortSignal) => Promise<T>,
  milliseconds: number,
  gone?: AbortSignal,
): Promise<T> => {
  gone?.throwIfAborted();
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(problem('timeout')), milliseconds);
  const onGone = (): void => ended.abort(gone?.reason);
  gone?.addEventListener('abort', onGone);
  const over = new Promise<never>((_, reject) => {
    ended.signal.addEventListener('abort', () => reject(asError(ended.signal.reason)));
  });
  try {
    return await Promise.race([work(ended.signal), over]);
  } finally {
    clearTimeout(timer);
    gone?.removeEventListener('abort', onGone);
  }
};
