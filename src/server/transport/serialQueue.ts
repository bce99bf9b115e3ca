// The order of one socket's requests: what changes something waits for every change asked before it, a question waits for those
// changes too, and questions run side by side.

export interface SerialQueue {
  /** `work` must not reject. */
  take(changes: boolean, work: () => Promise<void>): void;
  readonly underWay: number;
}

export const createSerialQueue = (onLess: (underWay: number) => void): SerialQueue => {
  let changesBefore: Promise<void> = Promise.resolve();
  let underWay = 0;
  return {
    take(changes, work) {
      underWay += 1;
      const turn = changesBefore.then(work).finally(() => {
        underWay -= 1;
        onLess(underWay);
      });
      if (changes) changesBefore = turn;
    },
    get underWay() {
      return underWay;
    },
  };
};
