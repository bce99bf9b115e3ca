// A finger drawn sideways leads to what is before or after; up and down, it scrolls.

import { useRef, type PointerEvent } from 'react';
import { isRtl } from 'src/client/ui/direction.ts';

/** Least way of the finger in pixels. */
const SWIPE = 40;
/** A way this many times as long sideways as up or down is a swipe. */
const SIDEWAYS = 1.5;

interface Swipe {
  readonly onPointerDownCapture: (event: PointerEvent) => void;
  readonly onPointerUpCapture: (event: PointerEvent) => void;
  readonly onPointerCancelCapture: () => void;
}

/** `refuses` returns true for an element that uses the finger itself. The listeners also see events that an element inside keeps. */
export const useSwipe = (go: (step: 1 | -1) => void, refuses: (target: Element) => boolean = () => false): Swipe => {
  const from = useRef<{ readonly x: number; readonly y: number }>(undefined);
  return {
    onPointerDownCapture: ({ pointerType, isPrimary, clientX: x, clientY: y, target }) => {
      // Two fingers enlarge.
      const isSwipe = pointerType !== 'mouse' && isPrimary && target instanceof Element && !refuses(target);
      from.current = isSwipe ? { x, y } : undefined;
    },
    onPointerUpCapture: ({ clientX, clientY }) => {
      const start = from.current;
      from.current = undefined;
      if (!start) return;
      const [x, y] = [clientX - start.x, clientY - start.y];
      if (Math.abs(x) <= SWIPE || Math.abs(x) <= Math.abs(y) * SIDEWAYS) return;
      go(x < 0 === isRtl() ? -1 : 1);
    },
    onPointerCancelCapture: () => {
      from.current = undefined;
    },
  };
};
