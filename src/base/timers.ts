// Waiting as a value, beside Clock, so that tests and stories can move it.

// Both worlds have these two; base is compiled with the types of neither.
declare const setTimeout: (run: () => void, milliseconds: number) => unknown;
declare const clearTimeout: (timer: unknown) => void;

export interface Timers {
  /** Runs once after the milliseconds; returns the cancellation. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemTimers: Timers = {
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
