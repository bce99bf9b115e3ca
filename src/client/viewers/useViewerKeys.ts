// Handles keys of a viewer while it is open, wherever the focus is, except in fields and lists.

import { useEffect, useRef } from 'react';

const TYPED_INTO = 'input, select, textarea';

/** Returns the action of a key, or undefined. */
export type KeyAct = (event: KeyboardEvent) => (() => void) | undefined;

const isPlainKey = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey) && !(target instanceof Element && target.closest(TYPED_INTO) !== null);

/** A handled key is stopped, so that the dialog around the viewer does not handle it too. */
export const useViewerKeys = (actOf: KeyAct): void => {
  const latest = useRef(actOf);
  useEffect(() => {
    latest.current = actOf;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const act = isPlainKey(event) ? latest.current(event) : undefined;
      if (!act) return;
      act();
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
};

/** Handles Ctrl or Cmd with F: pages that are not rendered yet have no text for the browser's own search. */
export const useFindKey = (find: () => void): void => {
  const latest = useRef(find);
  useEffect(() => {
    latest.current = find;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f') return;
      latest.current();
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
};
