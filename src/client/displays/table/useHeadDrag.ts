// Completes Blueprint's drag of a column by its head: Escape ends it without a change, and the table scrolls sideways while the pointer is
// near its edge.

import { useEffect, useRef, type RefObject } from 'react';
import { MAIN_PART } from 'src/client/displays/table/touchScroll.ts';

const HEAD_ROWS = '.bp6-table-column-headers';
const LEFT_PART = '.bp6-table-quadrant-left';
/** Width of the area at an edge in which the table scrolls, and pixels that it scrolls in one frame. */
const EDGE_PX = 40;
const EDGE_STEP_PX = 12;

const isOnHead = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(HEAD_ROWS) !== null &&
  target.closest('.bp6-table-resize-handle') === null;

/** Pixels that the table scrolls in the next frame. */
const edgeStep = (x: number, table: HTMLElement, main: Element): number => {
  const { left, right } = main.getBoundingClientRect();
  const from = left + (table.querySelector(LEFT_PART)?.clientWidth ?? 0);
  if (x > right - EDGE_PX) return EDGE_STEP_PX;
  return x < from + EDGE_PX ? -EDGE_STEP_PX : 0;
};

/** Follows one drag from its first movement. Returns a function that ends it. Blueprint listens for the mouse on the document, too. */
const followDrag = (table: HTMLElement, cancel: (drop: () => void) => void): (() => void) => {
  const main = table.querySelector(MAIN_PART);
  let [clientX, clientY, frame] = [0, 0, 0];
  const send = (type: string): boolean => document.dispatchEvent(new MouseEvent(type, { clientX, clientY }));
  const scroll = (): void => {
    frame = 0;
    const before = main?.scrollLeft;
    const step = main ? edgeStep(clientX, table, main) : 0;
    if (step === 0) return;
    main?.scrollBy({ left: step, behavior: 'instant' });
    // The line that shows the new position follows, and so does the next frame.
    if (main?.scrollLeft !== before) send('mousemove');
  };
  const move = (event: MouseEvent): void => {
    ({ clientX, clientY } = event);
    frame ||= requestAnimationFrame(scroll);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || clientX === 0) return;
    event.preventDefault();
    event.stopPropagation();
    cancel(() => send('mouseup'));
  };
  const end = (): void => {
    cancelAnimationFrame(frame);
    document.removeEventListener('mousemove', move);
    document.removeEventListener('mouseup', end);
    document.removeEventListener('keydown', press, true);
  };
  document.addEventListener('mousemove', move);
  document.addEventListener('mouseup', end);
  document.addEventListener('keydown', press, true);
  return end;
};

/** Returns the function to call when Blueprint has moved a column. */
export const useHeadDrag = (
  root: RefObject<HTMLElement | null>,
  moved: (from: number, to: number) => void,
): ((from: number, to: number) => void) => {
  const cancelled = useRef(false);
  useEffect(() => {
    const { current: table } = root;
    if (!table) return undefined;
    let end: (() => void) | undefined;
    const cancel = (drop: () => void): void => {
      cancelled.current = true;
      drop();
      cancelled.current = false;
    };
    const begin = (event: MouseEvent): void => {
      end?.();
      end = event.button === 0 && isOnHead(event.target) ? followDrag(table, cancel) : undefined;
    };
    table.addEventListener('mousedown', begin, true);
    return () => {
      end?.();
      table.removeEventListener('mousedown', begin, true);
    };
  }, [root]);
  return (from, to) => {
    if (!cancelled.current) moved(from, to);
  };
};
