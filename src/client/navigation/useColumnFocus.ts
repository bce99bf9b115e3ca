// Keyboard focus when columns open and close: moves to a new column's heading, and back to the opener on close. A
// column's content is loaded, so its heading may come later or be replaced: the focus waits for it and is never dropped
// on the page. Called once by Workspace.

import { useEffect, useLayoutEffect, useRef, type FocusEvent } from 'react';
import type { Cell } from 'src/model/listing/columnPath.ts';
import type { NavigationStore } from 'src/client/router/NavigationStore.ts';

interface ColumnFocus {
  /** Put on each column: remembers its last focused element. */
  readonly remember: (index: number, event: FocusEvent<HTMLElement>) => void;
}

interface Place {
  readonly segment: string;
  readonly element: HTMLElement;
}

export const columnId = (index: number): string => `kk-column-${index}`;
export const headingId = (index: number): string => `kk-heading-${index}`;

/** Puts the focus into the column; false while there is nothing to put it on. */
const focusColumn = (index: number, last: HTMLElement | undefined): boolean => {
  const column = document.getElementById(columnId(index));
  if (!column) return false;
  if (column.contains(document.activeElement)) return true;
  const target = last?.isConnected && column.contains(last) ? last : document.getElementById(headingId(index));
  target?.focus({ preventScroll: true });
  column.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return target !== null;
};

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Watches the page: a focus that waits for its heading, or whose element was removed, moves to the column's heading.
 * Does not take the focus from another place, such as the header's search.
 */
const keepFocus = (
  waiting: { current: number | undefined },
  held: { current: Place | undefined },
  restore: () => boolean,
): (() => void) => {
  const observer = new MutationObserver(() => {
    // While it waits, no other element of a column was focused (`remember`), nor a field anywhere (`leave`): the focus is still on the
    // opener.
    if (waiting.current === undefined && (held.current?.element.isConnected !== false || !isLost())) return;
    const done = waiting.current === undefined ? restore() : focusColumn(waiting.current, undefined);
    if (done) waiting.current = undefined;
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const leave = ({ target }: Event): void => {
    if (target instanceof Element && target.matches('input, textarea, select')) waiting.current = undefined;
  };
  document.addEventListener('focusin', leave);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', leave);
  };
};

/** `active` and its cell are read by the observer that calls this. */
export const useColumnFocus = (navigation: NavigationStore, active: number, cell: Cell | undefined): ColumnFocus => {
  const last = useRef(new Map<number, Place>());
  const held = useRef<Place>(undefined);
  const waiting = useRef<number>(undefined);
  const applied = useRef<string>(undefined);
  const segment = cell?.segment;
  useEffect(() => {
    /** Moves the focus back to its last element in the active column. */
    const restore = (): boolean => {
      const known = last.current.get(navigation.active);
      const isSame = known?.segment === navigation.cells[navigation.active]?.segment;
      return focusColumn(navigation.active, isSame ? known?.element : undefined);
    };
    return keepFocus(waiting, held, restore);
  }, [navigation]);
  // Runs in the commit itself, so that the focus leaves a closed column before the observer finds it removed.
  useLayoutEffect(() => {
    // The first view does not take the focus away from the address bar or the skip link.
    const place = `${active}/${segment ?? ''}`;
    if (applied.current !== undefined && applied.current !== place) {
      const known = last.current.get(active);
      const back = known !== undefined && known.segment === segment ? known.element : undefined;
      waiting.current = focusColumn(active, back) ? undefined : active;
    }
    applied.current = place;
    navigation.focusApplied();
  }, [navigation, active, segment]);
  return {
    remember: (index, event) => {
      const of = navigation.cells[index];
      if (of) {
        held.current = { segment: of.segment, element: event.target };
        last.current.set(index, held.current);
      }
      waiting.current = undefined;
      if (navigation.active !== index) navigation.focus(index);
    },
  };
};
