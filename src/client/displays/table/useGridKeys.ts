// Keys of the table's grid. Tab leaves the grid; the keys of the grid reach the controls in the cells.

import type { KeyboardEvent, RefObject } from 'react';
import { HEAD_ROW, placeAfter, type GridCursor, type GridSize } from 'src/client/displays/table/GridCursor.ts';
import { cellId } from 'src/client/displays/table/TableGridCell.tsx';
import type { ItemId } from 'src/model/item/Item.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';

export interface GridActs {
  /** Enter, and F2 which never opens a row. */
  readonly enter: (only: 'edit' | undefined) => void;
  readonly copy: () => void;
  /** Moves to the last of all results by the same keys. The results have to be read first. */
  readonly toEnd: (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>) => void;
}

interface GridKeysOptions extends GridActs {
  readonly grid: string;
  readonly store: ListingStore;
  readonly cursor: GridCursor;
  readonly size: () => GridSize;
  readonly before: RefObject<HTMLElement | null>;
  readonly after: RefObject<HTMLElement | null>;
}

/** Down to the last result, which may have to be read. */
const isToEnd = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && (key === 'End' || key === 'ArrowDown');

/** True when the key was one of the grid's. */
const actOnKey = (event: KeyboardEvent, options: GridKeysOptions): boolean => {
  const { grid, store, cursor, size } = options;
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (altKey) return false;
  const next = placeAfter(cursor.at, event, size());
  const id: ItemId | undefined = store.ids[cursor.at.row];
  const inControl = (event.target as Element).closest('a, button, input') !== null;
  if (next && isToEnd(event) && store.after !== undefined) options.toEnd(event);
  else if (next) cursor.go(next, shiftKey);
  else if (key === 'Enter' && cursor.at.row === HEAD_ROW && !inControl)
    document
      .getElementById(cellId(grid, HEAD_ROW, cursor.at.col))
      ?.querySelector('button')
      ?.click();
  else if (key === 'Enter' && !inControl && !ctrlKey && !metaKey) options.enter(undefined);
  else if (key === 'F2') options.enter('edit');
  else if (key === ' ' && !inControl && id !== undefined) store.selection.toggle(id);
  else if (key === 'Escape' && cursor.count > 1) cursor.go(cursor.at);
  else if (
    key.toLowerCase() === 'c' &&
    (ctrlKey || metaKey) &&
    !shiftKey &&
    window.getSelection()?.isCollapsed !== false
  )
    options.copy();
  else return false;
  return true;
};

export const useGridKeys =
  (options: GridKeysOptions) =>
  (event: KeyboardEvent): void => {
    if (event.key === 'Tab') {
      // The browser moves the focus from here; Blueprint would go to the next cell.
      event.stopPropagation();
      (event.shiftKey ? options.before : options.after).current?.focus({ preventScroll: true });
      return;
    }
    if (!actOnKey(event, options)) return;
    event.preventDefault();
    event.stopPropagation();
  };
