// Editor over a cell of a table: the field of the form, with the same saving and validation as on the item's page. Used by TableDisplay.

import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef, useState, type CSSProperties } from 'react';
import { FieldInPlace } from 'src/client/forms/draft/EditableValue.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { useDraftGate } from 'src/client/forms/draft/useItemDraft.ts';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';

export interface EditedCell {
  readonly id: ItemId;
  readonly property: Property;
  /** Id of the element of the cell. */
  readonly element: string;
}

interface TableEditorProps {
  readonly edited: EditedCell;
  readonly close: () => void;
}

const EDITOR_WIDTH = 300;

/**
 * Returns the position of the cell in the frame; the editor opens upwards in the lower half, so that its buttons are
 * visible.
 */
const placeOver = (cell: Element, frame: Element): CSSProperties => {
  const [inner, outer] = [cell.getBoundingClientRect(), frame.getBoundingClientRect()];
  const left = Math.max(0, Math.min(inner.left - outer.left, outer.width - EDITOR_WIDTH));
  const isLow = inner.top - outer.top > outer.height / 2;
  return {
    left,
    minInlineSize: Math.min(Math.max(EDITOR_WIDTH, inner.width), outer.width),
    ...(isLow ? { bottom: outer.bottom - inner.bottom } : { top: inner.top - outer.top }),
  };
};

export const TableEditor = observer(({ edited, close }: TableEditorProps) => {
  const { id, property, element } = edited;
  const { drafts, navigation } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const box = useRef<HTMLDivElement>(null);
  const [style, setStyle] = useState<CSSProperties>({});
  // Keeps the draft of the moment in which the editor opened: a right that ends in the meantime must not discard typed
  // values.
  const [draft] = useState(() => drafts.of(id));
  useDraftGate(draft);
  useLayoutEffect(() => {
    const [cell, frame] = [document.getElementById(element), box.current?.parentElement];
    if (cell && frame) setStyle(placeOver(cell, frame));
  }, [element]);
  const place = {
    ...{ draft, open: property.name, setOpen: close, closed: [] },
    goToForm: () => {
      close();
      void navigation.open(column, `i-${id}`, 'edit');
    },
  };
  const name = messages.property(draft.type, property.name);
  return (
    <div
      ref={box}
      className="kk-table-editor"
      role="group"
      aria-label={messages.format('cells.editValue', { name })}
      style={style}
    >
      <FieldInPlace path={property.name} place={place} close={close} />
    </div>
  );
});
