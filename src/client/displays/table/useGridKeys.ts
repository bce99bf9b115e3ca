// Keys of the table's grid. Tab leaves the grid; the keys of the grid reach the controls in the cells.

import type { KeyboardEvent, RefObject } from 'react';
import { undoCommandOf } from 'src/client/displays/SheetEdits.ts';
import type { HeldKeys } from 'src/client/displays/table/HeldKeys.ts';
import {
  HEAD_ROW,
  placeAfter,
  placeWithin,
  type GridCursor,
  type GridSize,
} from 'src/client/displays/table/GridCursor.ts';
import { cellId } from 'src/client/displays/table/TableGridCell.tsx';
import type { TableRows } from 'src/client/displays/table/tableRows.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';

export interface GridActs {
  /** Enter, and F2 which never opens a row. */
  readonly enter: (only: 'edit' | undefined) => void;
  readonly copy: () => void;
  /** A character that begins a new value. */
  readonly type: (event: KeyboardEvent) => void;
  readonly fill: () => void;
  readonly clear: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Moves to the last of all results by the same keys. The results have to be read first. */
  readonly toEnd: (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>) => void;
}

interface GridKeysOptions extends GridActs {
  readonly grid: string;
  readonly store: ListingStore;
  readonly rows: TableRows;
  readonly cursor: GridCursor;
  readonly size: () => GridSize;
  readonly before: RefObject<HTMLElement | null>;
  readonly after: RefObject<HTMLElement | null>;
  readonly keys: HeldKeys;
}

/** Down to the last result, which may have to be read. */
const isToEnd = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && (key === 'End' || key === 'ArrowDown');

type ActName = 'copy' | 'fill' | 'undo' | 'redo';

/** Keys with Ctrl, or with Cmd on a Mac. */
const GRID_COMMANDS: Readonly<Record<string, ActName>> = { c: 'copy', d: 'fill' };

const commandOf = (event: KeyboardEvent): ActName | undefined => {
  const { key, ctrlKey, metaKey, shiftKey } = event;
  const undo = undoCommandOf(event);
  if (undo || shiftKey || !(ctrlKey || metaKey)) return undo;
  const name = GRID_COMMANDS[key.toLowerCase()];
  // Selected text is copied by the browser.
  return name === 'copy' && window.getSelection()?.isCollapsed === false ? undefined : name;
};

/** Acts on a key that changes cells. Returns false for any other key. */
const changeByKey = (event: KeyboardEvent, options: GridKeysOptions): boolean => {
  const { key, ctrlKey, metaKey } = event;
  const command = commandOf(event);
  if (command) options[command]();
  else if (options.cursor.at.row === HEAD_ROW) return false;
  else if (key === 'Delete' || key === 'Backspace') options.clear();
  else if ([...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey) options.type(event);
  else return false;
  return true;
};

/** Presses the button of the current head or of the heading of a group. */
const pressButton = (grid: string, { at }: GridCursor): void =>
  document
    .getElementById(cellId(grid, at.row, at.row === HEAD_ROW ? at.col : 0))
    ?.querySelector('button')
    ?.click();

const CELL_KEYS: ReadonlySet<string> = new Set(['Enter', 'F2', 'Delete', 'Backspace']);

/** Undo and redo need no current cell, and a key that moves shows where it would be. The keys of a cell do nothing to another record. */
const actWithoutCell = (event: KeyboardEvent, options: GridKeysOptions): boolean => {
  const { cursor, size } = options;
  const { key, ctrlKey, metaKey } = event;
  const command = commandOf(event);
  const next = placeAfter(cursor.at, event, size());
  const isStep = (key.startsWith('Arrow') || key.startsWith('Page')) && !ctrlKey && !metaKey;
  if (command === 'undo' || command === 'redo') options[command]();
  else if (next) cursor.go(isStep ? placeWithin(cursor.at, size()) : next);
  else return command !== undefined || CELL_KEYS.has(key) || ([...key].length === 1 && !ctrlKey && !metaKey);
  return true;
};

/** True when the key was one of the grid's. */
const actOnKey = (event: KeyboardEvent, options: GridKeysOptions): boolean => {
  const { grid, store, rows, cursor, size } = options;
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (altKey) return false;
  if (cursor.gone !== undefined) return actWithoutCell(event, options);
  const next = placeAfter(cursor.at, event, size());
  const id: ItemId | undefined = rows.idAt(cursor.at.row);
  const inControl = (event.target as Element).closest('a, button, input') !== null;
  const isHeading = cursor.at.row === HEAD_ROW || rows.placeAt(cursor.at.row)?.at === undefined;
  const isGroup = isHeading && rows.placeAt(cursor.at.row) !== undefined;
  if (next && isToEnd(event) && store.after !== undefined && rows.placeAt(0) === undefined) options.toEnd(event);
  else if (next) cursor.go(next, shiftKey);
  else if ((key === 'Enter' || key === ' ') && !inControl && (cursor.at.row === HEAD_ROW ? key === 'Enter' : isGroup))
    pressButton(grid, cursor);
  else if (key === 'Enter' && !inControl && !ctrlKey && !metaKey) options.enter(undefined);
  else if (key === 'F2') options.enter('edit');
  else if (key === ' ' && !inControl && id !== undefined) store.selection.toggle(id);
  else if (key === 'Escape' && cursor.count > 1) cursor.go(cursor.at);
  else return !isGroup && !inControl && changeByKey(event, options);
  return true;
};

export const useGridKeys =
  (options: GridKeysOptions) =>
  (event: KeyboardEvent): void => {
    if (options.keys.take(event)) return;
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
