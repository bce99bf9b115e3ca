// The time that one search may take. The search engine runs each question within it.

import { setMaxListeners } from 'node:events';
import { asError } from 'src/base/asError.ts';
import { problem } from 'src/model/problems.ts';

/** Ends the wait when it takes too long or nobody waits any more. The work learns by the signal that it is over, also what of it runs on
 * beside a part that failed. */
export const inTime = async <T>(
  work: (over: AbortSignal) => Promise<T>,
  milliseconds: number,
  gone?: AbortSignal,
): Promise<T> => {
  gone?.throwIfAborted();
  const ended = new AbortController();
  // A question has many parts, and a socket many questions: that is no leak.
  setMaxListeners(0, ended.signal, ...(gone ? [gone] : []));
  const timer = setTimeout(() => ended.abort(problem('timeout')), milliseconds);
  const onGone = (): void => ended.abort(gone?.reason);
  gone?.addEventListener('abort', onGone);
  const over = new Promise<never>((_, reject) => {
    ended.signal.addEventListener('abort', () => reject(asError(ended.signal.reason)));
  });
  try {
    return await Promise.race([work(ended.signal), over]);
  } finally {
    ended.abort(problem('timeout'));
    clearTimeout(timer);
    gone?.removeEventListener('abort', onGone);
  }
};
