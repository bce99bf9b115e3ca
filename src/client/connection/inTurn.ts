// Asks the server again when it was asked too often in a short time: pages of many parts ask for all of them at once.

import { isProblem } from 'src/model/problems.ts';

const TRIES = 4;
const LONGEST_WAIT_S = 5;

const isEnded = (signal: AbortSignal | undefined): boolean => signal?.aborted ?? false;

/** Waits as long as the server says and asks again, up to three times. Throws every other failure, and this one after the last try. */
export const inTurn = async <T>(ask: () => Promise<T>, signal?: AbortSignal, tries = TRIES): Promise<T> => {
  try {
    return await ask();
  } catch (thrown) {
    if (tries <= 1 || isEnded(signal) || !isProblem(thrown) || thrown.key !== 'rateLimited') throw thrown;
    const seconds = Math.min(Number(thrown.params?.['retryAfter'] ?? 1), LONGEST_WAIT_S);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    if (isEnded(signal)) throw thrown;
    return await inTurn(ask, signal, tries - 1);
  }
};
