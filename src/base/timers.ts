// Timers as a value, like Clock, so that tests and stories can control them.

// Browsers and Node both have these two functions. This folder is compiled without the types of either.
declare const setTimeout: (run: () => void, milliseconds: number) => unknown;
declare const clearTimeout: (timer: unknown) => void;

export interface Timers {
  /** Runs the function once after the delay and returns the function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemTimers: Timers = {
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
