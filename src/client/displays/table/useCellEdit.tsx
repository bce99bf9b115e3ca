// Edits the current cell if the person may. The right is requested when the cell becomes the current one, so that typing can begin at once.

import { closedProperties } from 'src/model/schema/closedProperties.ts';
import { when } from 'mobx';
import {
  lazy,
  Suspense,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { isWritable } from 'src/client/forms/draft/EditableValue.tsx';
import type { HeldKeys } from 'src/client/displays/table/HeldKeys.ts';
import { type GridPlace, HEAD_ROW, type GridCursor } from 'src/client/displays/table/GridCursor.ts';
import type { SheetEdits } from 'src/client/displays/SheetEdits.ts';
import type { AfterEdit, EditedCell } from 'src/client/displays/table/TableEditor.tsx';
import { cellId } from 'src/client/displays/table/TableGridCell.tsx';
import type { TableRows } from 'src/client/displays/table/tableRows.ts';
import { columnProperty, type TableColumn } from 'src/client/displays/tableColumns.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Client } from 'src/client/Client.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

const loadEditor = async () => ({ default: (await import('src/client/displays/table/TableEditor.tsx')).TableEditor });
const LazyTableEditor = lazy(loadEditor);

/** Time to wait for the answer of the server. */
const EDIT_RIGHT_TIMEOUT_MS = 10_000;

export interface CellEditOptions {
  readonly grid: string;
  readonly rows: TableRows;
  readonly cursor: GridCursor;
  readonly columns: readonly TableColumn[];
  readonly edits: SheetEdits;
  readonly keys: HeldKeys;
  /** Line below the table. */
  readonly line: HTMLElement | null;
  /** Back to the grid. */
  readonly focus: () => void;
  readonly move: (by: { readonly rows: number; readonly cols: number }) => void;
  /** Scrolls a cell into view; resolves when it is drawn there. */
  readonly reveal: (place: GridPlace) => Promise<void>;
}

interface CellEdit {
  /** Resolves to false when this cell is not this person's to change. */
  readonly begin: () => Promise<boolean>;
  /** Begins with a typed character, which replaces the value. */
  readonly type: (event: KeyboardEvent) => void;
  readonly editor: ReactNode;
}

/** Returns the property of a cell that people with the right to change the record can change. */
export const editableProperty = (
  { session }: Pick<Client, 'session'>,
  type: ItemType,
  column: TableColumn,
): Property | undefined => {
  const property = columnProperty(type, column);
  const closed = closedProperties(type, session.user);
  return property && isWritable(property, closed) && type.states?.property !== property.name ? property : undefined;
};

const MOVES: Readonly<Record<AfterEdit, { readonly rows: number; readonly cols: number }>> = {
  stay: { rows: 0, cols: 0 },
  down: { rows: 1, cols: 0 },
  right: { rows: 0, cols: 1 },
  left: { rows: 0, cols: -1 },
};

/** Requests the right to the record of the current cell, and loads the editor, before either is needed. */
const usePrepared = (id: ItemId | undefined): void => {
  const { items, session } = useClient();
  const { signedIn } = session;
  useEffect(() => {
    if (id === undefined || !signedIn) return;
    items.may(id, 'update');
    loadEditor().catch(() => undefined);
  }, [items, id, signedIn]);
};

/** Returns the cell with the row that its record has now; the last one where it has none. */
const cellNow = (cell: EditedCell, rows: TableRows, grid: string): EditedCell => {
  const row = rows.rowOf(cell.id);
  return row < 0 || row === cell.row ? cell : { ...cell, row, element: cellId(grid, row, cell.col) };
};

export const useCellEdit = ({
  grid,
  rows,
  cursor,
  columns,
  edits,
  keys,
  line,
  focus,
  move,
  reveal,
}: CellEditOptions): CellEdit => {
  const client = useClient();
  const { items, session, registry, alerts } = client;
  const [begun, setEdited] = useState<EditedCell>();
  const edited = begun && cellNow(begun, rows, grid);
  usePrepared(cursor.at.row === HEAD_ROW ? undefined : rows.idAt(cursor.at.row));
  const findEditable = async (): Promise<EditedCell | undefined> => {
    const { row, col } = cursor.at;
    const [id, column] = [rows.idAt(row), columns[col]];
    if (id === undefined || !column || !session.signedIn) return undefined;
    const item = await edits.read(id);
    const type = registry.types[item?._t ?? ''];
    const property = type && editableProperty(client, type, column);
    if (!property) return undefined;
    const isAnswered = (): boolean => items.may(id, 'update') || items.refuses(id, 'update');
    await when(isAnswered, { timeout: EDIT_RIGHT_TIMEOUT_MS }).catch(() => undefined);
    const began = item?.[property.name] ?? null;
    return items.may(id, 'update') ? { id, property, began, element: cellId(grid, row, col), row, col } : undefined;
  };
  const begin = async (): Promise<boolean> => {
    keys.hold();
    const found = await findEditable();
    if (found) await reveal(found);
    if (found) setEdited(found);
    else keys.drop();
    return found !== undefined;
  };
  const isLeaving = useRef(false);
  // Runs after the field was removed: until then, the field may take the focus again when its form is created again after a save.
  useLayoutEffect(() => {
    if (edited || !isLeaving.current) return;
    isLeaving.current = false;
    focus();
    keys.replay();
  }, [edited, focus, keys]);
  const close = (then: AfterEdit): void => {
    isLeaving.current = true;
    setEdited(undefined);
    move(MOVES[then]);
  };
  const reopen = (): void => {
    if (!edited) return;
    cursor.go({ row: edited.row, col: edited.col });
    setEdited(edited);
  };
  const key = edited && `${edited.id}/${edited.property.name}`;
  return {
    begin,
    type: (event) => {
      keys.hold();
      keys.take(event);
      void begin().then((isBegun) => isBegun || alerts.info('table.notEditable'));
    },
    editor: edited && (
      <Suspense>
        <LazyTableEditor key={key} {...{ edited, edits, keys, line, close, reopen }} />
      </Suspense>
    ),
  };
};
