// One value of one item in the table: observes only its item, so that a change renders only this cell.

import { observer } from 'mobx-react-lite';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { StarButton } from 'src/client/displays/StarButton.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { EventState, isEventState } from 'src/client/displays/EventState.tsx';
import { RowTitle } from 'src/client/displays/FoundText.tsx';
import type { SheetEdits } from 'src/client/displays/SheetEdits.ts';
import { LABEL, LEVEL, OWNER, type TableColumn } from 'src/client/displays/tableColumns.ts';
import { RowLevel } from 'src/client/displays/RowSummary.tsx';
import { ClockCell, PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { useClient } from 'src/client/useClient.ts';
import { formatDate } from 'src/client/ui/dates.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { ShownItem } from 'src/client/ui/ShownItem.tsx';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { SearchedWord } from 'src/model/text/markedText.ts';

/** Path of the statutory clock: shown as the number of remaining days. */
const CLOCK_END = '_clock.due';

/** The value at a dotted path within the item. */
const valueAtDots = (item: Item, path: string): Json | undefined => {
  let value: Json | undefined = item as Json;
  for (const name of path.split('.'))
    value =
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? (value as Readonly<Record<string, Json>>)[name]
        : undefined;
  return value;
};

const BaseValue = observer(({ item, path }: { readonly item: Item; readonly path: string }) => {
  const messages = useMessages();
  const { registry } = useClient();
  if (path === '_t') return messages.type(item._t);
  if (path === '_i') return String(item._i);
  if (path === '_c') return item._c.creator === undefined ? null : <ItemLink id={item._c.creator} />;
  if (path === LEVEL || path === OWNER) {
    const type = registry.types[item._t];
    if (path === LEVEL) return <RowLevel item={item} />;
    const owner = valueAtDots(item, type?.read.owner ?? '');
    return typeof owner === 'string' ? <ItemLink id={owner} /> : null;
  }
  // Several events of one day differ by their time.
  return formatDate(messages.intl, path === 'updated' ? item.updated : item._c.ts, item._t === SYSTEM_TYPES.event);
});

interface TableValueProps {
  readonly id: ItemId;
  readonly column: TableColumn;
  readonly words: readonly SearchedWord[];
  readonly note: () => void;
  readonly edits: SheetEdits;
}

export const TableValue = observer(({ id, column, words, note, edits }: TableValueProps) => {
  const { items } = useClient();
  const sent = edits.shown(id, column.path);
  const loaded = items.get(id);
  const item = loaded.state === 'ready' ? loaded.item : undefined;
  if (column.path === LABEL) {
    return (
      <ShownItem id={id}>
        <RowTitle id={id} words={words} note={note} className="kk-table-title" />
        {item && <StarButton id={id} label={item.$label} inRow />}
      </ShownItem>
    );
  }
  // The title says why it is not there.
  if (loaded.state === 'gone' || loaded.state === 'failed') return null;
  if (!item) return <span className="kk-ghost-line" />;
  if (sent === undefined) return <ItemValue item={item} column={column} />;
  return (
    <span className="kk-table-sent">
      <ItemValue item={{ ...item, [column.path]: sent }} column={column} />
    </span>
  );
});

interface ItemValueProps {
  readonly item: Item;
  readonly column: TableColumn;
}

/** Shows the value marked with its item (`ShownItem`). `PropertyValue` does so itself. */
export const ItemValue = ({ item, column: { path, property } }: ItemValueProps) => {
  const from = useColumn();
  const isState = isEventState(item, path);
  if (property && !isState && path !== CLOCK_END)
    return (
      <PropertyValue
        type={item._t}
        property={property}
        value={valueAtDots(item, path)}
        item={item}
        compact
        from={from}
      />
    );
  return (
    <ShownItem id={item.$id}>
      {!property && <BaseValue item={item} path={path} />}
      {property && (isState ? <EventState event={item} path={path} /> : <ClockCell item={item} />)}
    </ShownItem>
  );
};
