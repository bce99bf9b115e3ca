// The head of a column: its name, and sorting by it. Blueprint renders the heads twice; only the visible ones are accessible.

import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef, useState } from 'react';
import type { DisplayProps } from 'src/client/displays/Display.ts';
import { HEAD_ROW, type GridCursor } from 'src/client/displays/table/GridCursor.ts';
import type { TableColumn } from 'src/client/displays/tableColumns.ts';
import { cellId } from 'src/client/displays/table/TableGridCell.tsx';
import { orderLabel } from 'src/client/listing/sortLabels.ts';
import type { SortBy } from 'src/model/listing/listingState.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export interface TableHeadProps extends DisplayProps {
  readonly column: TableColumn;
  readonly name: string;
  readonly at: number;
  readonly grid: string;
  readonly cursor: GridCursor;
  /** Stays while the others scroll. */
  readonly frozen: boolean;
  /** People cannot change the values of the column. */
  readonly fixed: boolean;
}

const useIsShown = (frozen: boolean) => {
  const ref = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(false);
  useLayoutEffect(() => {
    const quadrant = frozen ? '.bp6-table-quadrant-top-left' : '.bp6-table-quadrant-top';
    setShown(ref.current?.closest(quadrant) !== null);
  }, [frozen]);
  return { ref, shown };
};

const Sorting = observer(({ column, name, store, change }: TableHeadProps) => {
  const messages = useMessages();
  const { sort } = store;
  if (column.sort === undefined) return <span className="kk-head-name">{name}</span>;
  const sorted = sort.key === column.sort ? sort.order : undefined;
  const say = (order: SortBy['order']): string => orderLabel(store, messages, { key: column.sort ?? '', order });
  const next = sorted === undefined ? column.order : sorted === 'asc' ? 'desc' : 'asc';
  return (
    <button
      type="button"
      className="kk-head-sort"
      tabIndex={-1}
      title={messages.format('sorts.by', { name, order: say(next) })}
      onClick={() => change({ ...store.state, sort: { key: column.sort ?? '', order: next } })}
    >
      {name}
      {sorted !== undefined && <Icon name={sorted === 'asc' ? 'arrow-up' : 'arrow-down'} />}
      {sorted !== undefined && <span className="kk-unseen"> {say(sorted)}</span>}
    </button>
  );
});

const ORDERS = { asc: 'ascending', desc: 'descending' } as const;

export const TableHead = observer((props: TableHeadProps) => {
  const { column, name, at, grid, cursor, frozen, fixed, store } = props;
  const { ref, shown } = useIsShown(frozen);
  if (!shown) {
    return (
      <div ref={ref}>
        <span className="kk-head-name">{name}</span>
      </div>
    );
  }
  const isSorted = column.sort !== undefined && store.sort.key === column.sort;
  return (
    <div ref={ref} role="row" aria-rowindex={1}>
      <div
        id={cellId(grid, HEAD_ROW, at)}
        role="columnheader"
        aria-colindex={at + 1}
        aria-sort={isSorted ? ORDERS[store.sort.order] : undefined}
        className={`${fixed ? 'kk-head-fixed' : ''}${cursor.isAt(HEAD_ROW, at) ? ' kk-table-current' : ''}`}
      >
        <Sorting {...props} />
      </div>
    </div>
  );
});
