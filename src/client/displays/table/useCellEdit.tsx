// Edits the current cell in place if the person may. Asks the server for the right only when the person tries.

import { when } from 'mobx';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { isWritable } from 'src/client/forms/draft/EditableValue.tsx';
import type { GridCursor } from 'src/client/displays/table/GridCursor.ts';
import { TableEditor, type EditedCell } from 'src/client/displays/table/TableEditor.tsx';
import { cellId } from 'src/client/displays/table/TableGridCell.tsx';
import { columnProperty, type TableColumn } from 'src/client/displays/tableColumns.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { useClient } from 'src/client/useClient.ts';

/** Time to wait for the answer of the server. */
const EDIT_RIGHT_TIMEOUT_MS = 10_000;

export interface CellEditOptions {
  readonly grid: string;
  readonly store: ListingStore;
  readonly cursor: GridCursor;
  readonly columns: readonly TableColumn[];
  /** Back to the grid. */
  readonly focus: () => void;
}

interface CellEdit {
  /** Resolves to false when this cell is not this person's to change. */
  readonly begin: () => Promise<boolean>;
  readonly editor: ReactNode;
}

export const useCellEdit = ({ grid, store, cursor, columns, focus }: CellEditOptions): CellEdit => {
  const { items, session, registry } = useClient();
  const [edited, setEdited] = useState<EditedCell>();
  const begin = async (): Promise<boolean> => {
    const { row, col } = cursor.at;
    const [id, column] = [store.ids[row], columns[col]];
    const loaded = id === undefined ? undefined : items.peek(id);
    const type = loaded?.state === 'ready' ? registry.types[loaded.item._t] : undefined;
    if (id === undefined || !column || !type || !session.signedIn) return false;
    const property = columnProperty(type, column);
    const closed = session.user?.admin ? [] : (type.adminOnly ?? []);
    if (!property || !isWritable(property, closed)) return false;
    const isAnswered = (): boolean => items.may(id, 'update') || items.refuses(id, 'update');
    await when(isAnswered, { timeout: EDIT_RIGHT_TIMEOUT_MS }).catch(() => undefined);
    if (!items.may(id, 'update')) return false;
    setEdited({ id, property, element: cellId(grid, row, col) });
    return true;
  };
  const isLeaving = useRef(false);
  // Runs after the field was removed: until then, the field may take the focus again when its form is created again after a save.
  useLayoutEffect(() => {
    if (edited || !isLeaving.current) return;
    isLeaving.current = false;
    focus();
  }, [edited, focus]);
  const close = (): void => {
    isLeaving.current = true;
    setEdited(undefined);
  };
  const key = edited && `${edited.id}/${edited.property.name}`;
  return { begin, editor: edited && <TableEditor key={key} edited={edited} close={close} /> };
};
