// Bar below the table: the number of selected cells, and actions on them for pointer and touch.

import { observer } from 'mobx-react-lite';
import { isWritable } from 'src/client/forms/draft/EditableValue.tsx';
import type { GridCursor } from 'src/client/displays/table/GridCursor.ts';
import { columnProperty, type TableColumn } from 'src/client/displays/tableColumns.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'src/client/displays/displays.css';

interface TableFootProps {
  readonly cursor: GridCursor;
  readonly store: ListingStore;
  readonly columns: readonly TableColumn[];
  readonly copy: () => void;
  readonly edit: () => void;
}

/** True if a cell can be edited: cells of records that only the server writes, such as events, cannot. */
const isChangeable = ({ plan }: ListingStore, columns: readonly TableColumn[]): boolean =>
  plan.types.some((type) =>
    columns.some((column) => {
      const property = columnProperty(type, column);
      return property !== undefined && isWritable(property, []);
    }),
  );

export const TableFoot = observer(({ cursor, store, columns, copy, edit }: TableFootProps) => {
  const messages = useMessages();
  const { session } = useClient();
  return (
    <p className="kk-display-foot">
      <span className="kk-fill kk-soft">{messages.format('table.chosen', { count: cursor.count })}</span>
      {session.signedIn && isChangeable(store, columns) && (
        <Button size="small" variant="minimal" icon="edit" disabled={cursor.count > 1} onClick={edit}>
          {messages.format('table.edit')}
        </Button>
      )}
      <Button size="small" variant="minimal" icon="duplicate" onClick={copy}>
        {messages.format('table.copy')}
      </Button>
    </p>
  );
});
