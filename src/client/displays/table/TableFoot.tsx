// Bar below the table: the selected cells or why they cannot be changed, and actions on them for pointer and touch.

import { observer } from 'mobx-react-lite';
import type { Ref } from 'react';
import { HEAD_ROW, type GridCursor } from 'src/client/displays/table/GridCursor.ts';
import type { SheetEdits } from 'src/client/displays/SheetEdits.ts';
import type { FoldedGroups } from 'src/client/displays/table/useTableGroups.ts';
import type { TableRows } from 'src/client/displays/table/tableRows.ts';
import { editableProperty } from 'src/client/displays/table/useCellEdit.tsx';
import type { TableColumn } from 'src/client/displays/tableColumns.ts';
import type { ListingGroups } from 'src/client/listing/ListingGroups.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import type { Client } from 'src/client/Client.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import 'src/client/displays/displays.css';

interface TableFootProps {
  /** Takes the element of the line. */
  readonly line: Ref<HTMLSpanElement>;
  /** While a cell is edited, the line shows why its value is refused. */
  readonly editing: boolean;
  readonly cursor: GridCursor;
  readonly store: ListingStore;
  readonly rows: TableRows;
  readonly columns: readonly TableColumn[];
  readonly names: readonly string[];
  readonly edits: SheetEdits;
  readonly groups: ListingGroups | undefined;
  readonly folded: FoldedGroups;
  readonly copy: () => void;
  readonly edit: () => void;
  readonly fill: () => void;
}

const FoldButtons = ({ groups, folded }: Pick<TableFootProps, 'groups' | 'folded'>) => {
  const messages = useMessages();
  if (!groups) return null;
  return (
    <>
      <IconButton
        icon="collapse-all"
        size="small"
        label={messages.format('table.foldAll')}
        onClick={() => folded.setAll(groups.groups, true)}
      />
      <IconButton
        icon="expand-all"
        size="small"
        label={messages.format('table.unfoldAll')}
        onClick={() => folded.setAll(groups.groups, false)}
      />
    </>
  );
};

/** True if a cell can be edited: cells of records that only the server writes, such as events, cannot. */
const isChangeable = (client: Client, { plan }: ListingStore, columns: readonly TableColumn[]): boolean =>
  plan.types.some((type) => columns.some((column) => editableProperty(client, type, column) !== undefined));

/** Returns why the current cell cannot be changed; undefined where it can, or the answer is not there yet. */
const useFixedReason = ({ cursor, rows, columns, names }: TableFootProps): string | undefined => {
  const client = useClient();
  const messages = useMessages();
  const { items, registry, session } = client;
  const { row, col } = cursor.at;
  const id = row === HEAD_ROW ? undefined : rows.idAt(row);
  const column = columns[col];
  const loaded = id === undefined ? undefined : items.peek(id);
  const type: ItemType | undefined = loaded?.state === 'ready' ? registry.types[loaded.item._t] : undefined;
  if (!session.signedIn || id === undefined || !column || !type || cursor.count !== 1) return undefined;
  if (!editableProperty(client, type, column)) return messages.format('table.fixedCell', { name: names[col] ?? '' });
  return items.refuses(id, 'update') ? messages.format('table.fixedRecord') : undefined;
};

export const TableFoot = observer((props: TableFootProps) => {
  const { line, editing, cursor, store, columns, edits, copy, edit, fill } = props;
  const messages = useMessages();
  const client = useClient();
  const fixed = useFixedReason(props);
  const reason = cursor.gone === undefined ? fixed : messages.format('table.recordGone');
  const isOne = cursor.count === 1;
  return (
    <div className="kk-display-foot">
      <span ref={line} className="kk-fill kk-soft" role="status">
        {edits.busy && messages.format('table.changing')}
        {!edits.busy && !editing && (reason ?? messages.format('table.chosen', { count: cursor.count }))}
      </span>
      <FoldButtons {...props} />
      {client.session.signedIn && isChangeable(client, store, columns) && (
        <>
          <IconButton
            icon="undo"
            size="small"
            label={messages.format('table.undo')}
            disabled={!edits.canUndo || edits.busy}
            onClick={() => void edits.undo()}
          />
          <IconButton
            icon="redo"
            size="small"
            label={messages.format('table.redo')}
            disabled={!edits.canRedo || edits.busy}
            onClick={() => void edits.redo()}
          />
          <Button size="small" variant="minimal" icon="edit" disabled={!isOne || reason !== undefined} onClick={edit}>
            {messages.format('table.edit')}
          </Button>
          {cursor.count > 1 && (
            <Button size="small" variant="minimal" icon="arrow-down" onClick={fill}>
              {messages.format('table.fill')}
            </Button>
          )}
        </>
      )}
      <Button size="small" variant="minimal" icon="duplicate" disabled={cursor.count === 0} onClick={copy}>
        {messages.format('table.copy')}
      </Button>
    </div>
  );
});
