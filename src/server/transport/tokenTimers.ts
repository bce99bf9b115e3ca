// The clock of one token on one socket: a warning five minutes before its end, and the end.

import type { Clock } from 'src/base/clock.ts';
import { MAX_INT32 } from 'src/base/maxInt32.ts';

const WARNING_BEFORE_MS = 5 * 60_000;

export interface TokenTimers {
  /** Starts over for a token that ends then. */
  start(expires: Date): void;
  stop(): void;
}

interface TokenTimerOptions {
  readonly clock: Clock;
  onWarning(expires: Date): void;
  onEnd(): void;
}

export const tokenTimers = ({ clock, onWarning, onEnd }: TokenTimerOptions): TokenTimers => {
  let timer: NodeJS.Timeout | undefined;
  const at = (time: number, run: () => void): void => {
    const wait = Math.max(0, time - clock.now().getTime());
    // A token that is valid for weeks is checked again in between.
    timer =
      wait > MAX_INT32
        ? setTimeout(() => {
            at(time, run);
          }, MAX_INT32)
        : setTimeout(run, wait);
  };
  const stop = (): void => {
    clearTimeout(timer);
  };
  return {
    start(expires) {
      stop();
      at(expires.getTime() - WARNING_BEFORE_MS, () => {
        at(expires.getTime(), onEnd);
        onWarning(expires);
      });
    },
    stop,
  };
};
