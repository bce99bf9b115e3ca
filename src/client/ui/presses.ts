// The keys that press buttons and menu entries. Blueprint presses a button when the key is released and a menu entry when it goes down,
// and the focus moves between the two.

import { useRef, type KeyboardEvent } from 'react';

const PRESSES: ReadonlySet<string> = new Set(['Enter', ' ']);

/**
 * Keeps a button from a key that was pressed elsewhere. Blueprint presses a button when the key is released, even if the focus has come to
 * it since the key went down: Enter in a search box that closes would open it again.
 */
export const useOwnPresses = () => {
  const pressed = useRef<string>(undefined);
  return {
    onKeyDownCapture: ({ key }: KeyboardEvent): void => {
      pressed.current = key;
    },
    onKeyUpCapture: (event: KeyboardEvent): void => {
      if (PRESSES.has(event.key) && pressed.current !== event.key) event.stopPropagation();
      pressed.current = undefined;
    },
  };
};

/**
 * Chooses a menu entry when the key is released. Blueprint chooses it when the key goes down and leaves the default action of the key. The
 * choice has moved the focus to the button of the menu by then, so that the default action would press the button and open the menu again.
 */
export const useEntryPresses = () => {
  const pressed = useRef<string>(undefined);
  return {
    onKeyDownCapture: (event: KeyboardEvent): void => {
      if (!PRESSES.has(event.key) || event.ctrlKey || event.metaKey) return;
      pressed.current = event.key;
      event.preventDefault();
      event.stopPropagation();
    },
    onKeyUpCapture: (event: KeyboardEvent): void => {
      const isChoice = pressed.current === event.key;
      pressed.current = undefined;
      if (!isChoice || !(event.target instanceof HTMLElement)) return;
      event.preventDefault();
      event.stopPropagation();
      event.target.click();
    },
  };
};
