// The time of the next count of a listing. Changes that arrive until then are counted together.

/** A stream of changes is counted at most so often. */
export const LISTING_RECOUNT_MS = 1_000;
/** The reader's own changes are counted sooner, together with their pushes. */
export const OWN_RECOUNT_MS = 200;

export class RecountTimer {
  readonly #recount: () => Promise<void>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = Infinity;

  constructor(recount: () => Promise<void>) {
    this.#recount = recount;
  }

  /** Counts within this time, or at the time that is set if that comes sooner. */
  within(delay: number): void {
    const due = performance.now() + delay;
    if (due >= this.#due) return;
    this.stop();
    this.#due = due;
    this.#timer = setTimeout(() => {
      this.#due = Infinity;
      // A count that fails is made with the next change.
      this.#recount().catch(() => {});
    }, delay);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#due = Infinity;
  }
}
