// The order of one socket's requests: a change waits for every change requested before it. A read waits for those changes too, but for no
// other read.

export interface SerialQueue {
  /** `work` must not reject. */
  take(changes: boolean, work: () => Promise<void>): void;
  readonly underWay: number;
}

export const createSerialQueue = (onLess: (underWay: number) => void): SerialQueue => {
  /** Settles when every change so far is done. A process has many queues, so this is one promise and not a semaphore. */
  let changed: Promise<void> = Promise.resolve();
  let underWay = 0;
  return {
    take(changes, work) {
      underWay += 1;
      const done = changed.then(work).finally(() => {
        underWay -= 1;
        onLess(underWay);
      });
      if (changes) changed = done;
    },
    get underWay() {
      return underWay;
    },
  };
};
