// Which questions to a thread nobody waits for any more: a mark per question in memory that both sides see. A message would not do, since
// the thread reads the next one only when it has answered.

const WAITS = 0;
const GIVEN_UP = 1;

/** As the asking side holds them, and sends them to its thread. */
export type GivenUp = Int32Array<SharedArrayBuffer>;

export const createGivenUp = (questions: number): GivenUp =>
  new Int32Array(new SharedArrayBuffer(questions * Int32Array.BYTES_PER_ELEMENT));

export const isGivenUp = (marks: GivenUp | undefined, at: number): boolean =>
  marks !== undefined && Atomics.load(marks, at) === GIVEN_UP;

/** Places for so many questions at once. */
export const createPlaces = (marks: GivenUp) => {
  const free = Array.from(marks, (_, at) => at);
  return {
    /** Undefined: so many wait already. Once `over` is raised the question is given up. */
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
