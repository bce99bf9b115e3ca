// Time limit of one search. The search engine runs each request within it.

import { setMaxListeners } from 'node:events';
import { asError } from 'src/base/asError.ts';
import { problem } from 'src/model/problems.ts';

/**
 * Stops waiting after the time limit or when the answer is no longer needed. The signal tells the work to stop, including parts that
 * continue after another part failed.
 */
export const withinSearchTime = async <T>(
  work: (over: AbortSignal) => Promise<T>,
  milliseconds: number,
  gone?: AbortSignal,
): Promise<T> => {
  gone?.throwIfAborted();
  const ended = new AbortController();
  // A request has many parts, and a socket many requests; this is not a leak.
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
