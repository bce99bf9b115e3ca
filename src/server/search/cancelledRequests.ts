// Cancelled requests to a thread: one flag per request in memory shared with the thread. A message would not work, because the thread reads
// the next one only after its answer.

const WAITS = 0;
const GIVEN_UP = 1;

/** Flags as the requesting side holds them and sends them to its thread. */
export type GivenUp = Int32Array<SharedArrayBuffer>;

export const createCancelFlags = (questions: number): GivenUp =>
  new Int32Array(new SharedArrayBuffer(questions * Int32Array.BYTES_PER_ELEMENT));

export const isCancelled = (marks: GivenUp | undefined, at: number): boolean =>
  marks !== undefined && Atomics.load(marks, at) === GIVEN_UP;

/** Slots for this number of concurrent requests. */
export const createPlaces = (marks: GivenUp) => {
  const free = Array.from(marks, (_, at) => at);
  return {
    /** Returns undefined when all slots are taken. When `over` is aborted, the request is cancelled. */
    take(over: AbortSignal | undefined): { readonly at: number; leave(): void } | undefined {
      const at = free.pop();
      if (at === undefined) return undefined;
      Atomics.store(marks, at, over?.aborted === true ? GIVEN_UP : WAITS);
      const onOver = (): void => void Atomics.store(marks, at, GIVEN_UP);
      over?.addEventListener('abort', onOver);
      return {
        at,
        leave() {
          over?.removeEventListener('abort', onOver);
          free.push(at);
        },
      };
    },
  };
};
