// The order of one socket's requests: a change waits for every change requested before it. A read waits for those changes too, but for no
// other read.

import { createSemaphore } from 'src/server/semaphore.ts';

export interface SerialQueue {
  /** `work` must not reject. */
  take(changes: boolean, work: () => Promise<void>): void;
  readonly underWay: number;
}

const pass = (): Promise<void> => Promise.resolve();

export const createSerialQueue = (onLess: (underWay: number) => void): SerialQueue => {
  const changing = createSemaphore({ limit: 1 });
  let underWay = 0;
  return {
    take(changes, work) {
      underWay += 1;
      void (changes ? changing.run(work) : changing.run(pass).then(work)).finally(() => {
        underWay -= 1;
        onLess(underWay);
      });
    },
    get underWay() {
      return underWay;
    },
  };
};
