// Gives the focus back when a dialog leaves the page at once. The library gives it back only after a dialog has faded, and a page that
// loses the focus moves it to the head of a column.

import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Called by a part of the dialog, which is removed together with it. */
export const useFocusBack = (part: RefObject<HTMLElement | null>): void => {
  const opener = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    const over = part.current?.closest('.bp6-overlay');
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement) opener.current = activeElement;
    return () => {
      // Another part may have moved the focus on purpose.
      if (over?.contains(document.activeElement)) opener.current?.focus();
    };
  }, [part]);
};
