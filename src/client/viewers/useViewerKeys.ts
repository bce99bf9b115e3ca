// Keys of a viewer: while it is open they are its own, wherever the focus is, but for fields and lists, which keep what is typed into them.

import { useEffect, useRef } from 'react';

const TYPED_INTO = 'input, select, textarea';

/** What a key does; undefined where it does nothing here. */
export type KeyAct = (event: KeyboardEvent) => (() => void) | undefined;

const isPlain = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey) && !(target instanceof Element && target.closest(TYPED_INTO) !== null);

/** A key that has done something goes no further: the keys of the dialog around it come after. */
export const useViewerKeys = (actOf: KeyAct): void => {
  const latest = useRef(actOf);
  useEffect(() => {
    latest.current = actOf;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const act = isPlain(event) ? latest.current(event) : undefined;
      if (!act) return;
      act();
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
};

/** Ctrl or Cmd with F: parts that are not shown yet have no text that the browser's own search could find. */
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
