// Remembers the answer to a question that is not to be asked twice.

/** Returns a function that calls `ask` until one call succeeds, and repeats that answer afterwards. Calls at the same time share one. */
export const askedOnce = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= ask().catch((failure: unknown) => {
      answer = undefined;
      throw failure;
    });
    return answer;
  };
};
