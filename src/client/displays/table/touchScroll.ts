// Scrolls the whole table when a finger moves over its fixed columns or its heads. Blueprint draws them in scrolling parts of their own, which
// follow the main part: so the finger scrolls the main part. Its own touch scrolling would move the titles away from their rows.

const FIXED_PARTS = ['left', 'top', 'top-left'].map(
  (place) => `.bp6-table-quadrant-${place} > .bp6-table-quadrant-scroll-container`,
);
export const MAIN_PART = '.bp6-table-quadrant-main > .bp6-table-quadrant-scroll-container';
/** Pixels that a finger may move in a tap. */
const TAP_SLOP = 8;
/** Part of the speed that is left after each frame once the finger is lifted, and the speed in pixels per frame at which it stops. */
const SLOWING = 0.95;
const LOWEST_SPEED = 0.5;

const FRAME_MS = 1_000 / 60;
const HELD_STILL_MS = 60;

type Step = readonly [x: number, y: number];

/** Scrolls the main part with the finger, and on by itself once the finger is lifted. */
class Glide {
  private readonly main: () => Element | null;
  private speed: Step = [0, 0];
  private moved = 0;
  private frame = 0;

  constructor(main: () => Element | null) {
    this.main = main;
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    this.speed = [0, 0];
  }

  /** `now` in milliseconds. */
  move(step: Step, now: number): void {
    const frames = Math.max(1, (now - this.moved) / FRAME_MS);
    this.moved = now;
    this.speed = [step[0] / frames, step[1] / frames];
    this.scroll(step);
  }

  release(now: number): void {
    // A finger that rested before it was lifted leaves the table where it is.
    if (now - this.moved > HELD_STILL_MS) this.stop();
    else this.frame = requestAnimationFrame(() => this.slow());
  }

  private slow(): void {
    this.speed = [this.speed[0] * SLOWING, this.speed[1] * SLOWING];
    if (Math.hypot(...this.speed) < LOWEST_SPEED) return;
    this.scroll(this.speed);
    this.frame = requestAnimationFrame(() => this.slow());
  }

  private scroll([x, y]: Step): void {
    this.main()?.scrollBy({ left: x, top: y, behavior: 'instant' });
  }
}

const partUnder = (target: EventTarget | null): Element | null =>
  target instanceof Element && !target.closest('.bp6-table-resize-handle-target')
    ? target.closest(FIXED_PARTS.join(','))
    : null;

/** Starts forwarding and returns the function that ends it. */
export const forwardTouches = (root: HTMLElement): (() => void) => {
  const leaving = new AbortController();
  const { signal } = leaving;
  const glide = new Glide(() => root.querySelector(MAIN_PART));
  let held: { readonly pointer: number; readonly part: Element; at: Step; isMoved: boolean } | undefined;
  const begin = (event: PointerEvent): void => {
    glide.stop();
    const part = partUnder(event.target);
    if (event.pointerType !== 'touch' || !event.isPrimary || !part) return;
    held = { pointer: event.pointerId, part, at: [event.clientX, event.clientY], isMoved: false };
  };
  const move = ({ pointerId, clientX, clientY }: PointerEvent): void => {
    if (held?.pointer !== pointerId) return;
    const step: Step = [held.at[0] - clientX, held.at[1] - clientY];
    if (!held.isMoved && Math.hypot(...step) < TAP_SLOP) return;
    // The cell under the finger may be removed while the table scrolls.
    if (!held.isMoved) held.part.setPointerCapture(pointerId);
    held = { ...held, at: [clientX, clientY], isMoved: true };
    glide.move(step, performance.now());
  };
  const end = ({ pointerId }: PointerEvent): void => {
    if (held?.pointer !== pointerId) return;
    if (held.isMoved) glide.release(performance.now());
    held = undefined;
  };
  root.addEventListener('pointerdown', begin, { signal });
  root.addEventListener('pointermove', move, { signal });
  root.addEventListener('pointerup', end, { signal });
  root.addEventListener('pointercancel', end, { signal });
  root.addEventListener('wheel', () => glide.stop(), { signal, passive: true });
  return () => {
    glide.stop();
    leaving.abort();
  };
};
