// Gives the focus back when what lies over the page is taken away at once. The library does it only for what is closed and left to fade,
// and what a page does for a focus that is lost is to begin at the head of the column again.

import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Of a part that comes and goes with what lies over the page. */
export const useFocusBack = (part: RefObject<HTMLElement | null>): void => {
  const opener = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    const over = part.current?.closest('.bp6-overlay');
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement) opener.current = activeElement;
    return () => {
      // Whoever has moved it elsewhere wants it there.
      if (over?.contains(document.activeElement)) opener.current?.focus();
    };
  }, [part]);
};
