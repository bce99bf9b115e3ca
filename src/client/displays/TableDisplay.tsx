// TABLE: Blueprint's table over ids. Cells read their item themselves, so only what is in view is read and drawn.
// Loaded with its own styles and the hotkeys it needs. The focused cell is announced by the live region, since screen readers cannot read a table drawn this way.

import { HotkeysProvider } from '@blueprintjs/core';
import {
  Cell,
  type CellRenderer,
  Column,
  ColumnHeaderCell,
  RegionCardinality,
  Regions,
  RenderMode,
  Table,
} from '@blueprintjs/table';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { ItemId } from 'src/model/item/Item.ts';
import type { DisplayProps } from 'src/client/displays/displays.ts';
import { columnLabel, LABEL, tableColumns, widthsFilling, type TableColumn } from 'src/client/displays/tableColumns.ts';
import { SelectBox } from 'src/client/displays/SelectBox.tsx';
import { TableValue } from 'src/client/displays/TableValue.tsx';
import { choiceOf, useColumnChoice } from 'src/client/displays/useColumnChoice.ts';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import { orderLabel } from 'src/client/search/ListingBar.tsx';
import type { SortBy } from 'src/client/search/listingState.ts';
import { useClient } from 'src/client/useClient.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'src/client/displays/tableResize.ts';
import '@blueprintjs/table/lib/css/table.css';
import 'src/client/displays/table.css';

const ROW = 32;
const AHEAD = 25;
/** A click on a head sorts: it selects no column. */
const SELECTABLE = [RegionCardinality.CELLS];

interface HeadProps extends DisplayProps {
  readonly column: TableColumn;
  readonly name: string;
  readonly show: () => void;
}

const Head = observer(({ column, name, show, store, change }: HeadProps) => {
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
      title={messages.format('sorts.by', { name, order: say(next) })}
      onFocus={show}
      onClick={() => change({ ...store.state, sort: { key: column.sort ?? '', order: next } })}
    >
      {name}
      {sorted !== undefined && <Icon name={sorted === 'asc' ? 'arrow-up' : 'arrow-down'} />}
      {sorted !== undefined && <span className="kk-unseen"> {say(sorted)}</span>}
    </button>
  );
});

/** The parts of the table that scroll can be reached and named, and its head once only: Blueprint draws a second under the one that shows. */
const nameScrollers = (root: HTMLElement, name: string): void => {
  for (const head of root.querySelectorAll<HTMLElement>('.bp6-table-quadrant-main .bp6-table-top-container'))
    head.inert = true;
  for (const scroller of root.querySelectorAll<HTMLElement>('.bp6-table-quadrant-scroll-container')) {
    const main = scroller.closest('.bp6-table-quadrant-main') !== null;
    scroller.tabIndex = main ? 0 : -1;
    if (!main) continue;
    scroller.setAttribute('role', 'group');
    scroller.setAttribute('aria-label', name);
  }
};

/** Announces the focused cell: "Row 3, State: Active". */
const useCellAnnouncement = (
  root: React.RefObject<HTMLElement | null>,
  names: readonly string[],
): ((row: number, col: number) => void) => {
  const { alerts } = useClient();
  const messages = useMessages();
  return (row, col) => {
    const cell = root.current?.querySelector(`.bp6-table-cell-row-${row}.bp6-table-cell-col-${col}`);
    alerts.announce(
      messages.format('table.cell', {
        row: row + 1,
        column: names[col] ?? '',
        value: cell?.textContent || messages.format('table.blank'),
      }),
    );
  };
};

/** Blueprint looks for Column elements among its children, so this is no component. */
const tableColumn = (head: HeadProps, cell: CellRenderer) => (
  <Column
    key={head.column.path}
    id={head.column.path}
    name={head.name}
    columnHeaderCellRenderer={() => <ColumnHeaderCell nameRenderer={() => <Head {...head} />} />}
    cellRenderer={cell}
  />
);

/** The pixels between its edges. */
const useWidth = (element: React.RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return undefined;
    const sensor = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    sensor.observe(element.current);
    return () => sensor.disconnect();
  }, [element]);
  return width;
};

const Grid = observer(({ store, change }: DisplayProps) => {
  const messages = useMessages();
  const root = useRef<HTMLDivElement>(null);
  const table = useRef<Table>(null);
  const focused = useRef(0);
  const { open, note, openId } = useOpenRow(store);
  const { chosen, choose } = useColumnChoice(store, change);
  const columns = useMemo(() => tableColumns(store.plan.types, chosen), [store.plan, chosen]);
  const whole = useWidth(root);
  const widths = widthsFilling(columns, chosen, whole);
  const names = columns.map(({ path }) => columnLabel(store.plan.types, messages, path));
  const notify = useCellAnnouncement(root, names);
  const { ids, version, total, words } = store;
  const name = messages.format('table.name', { count: total });
  useEffect(() => {
    if (root.current) nameScrollers(root.current, name);
  });
  const onKey = (event: KeyboardEvent): void => {
    const id: ItemId | undefined = ids[focused.current];
    if (event.key === ' ' && id !== undefined && (event.target as HTMLElement).closest('button, input') === null) {
      event.preventDefault();
      event.stopPropagation();
      store.selection.toggle(id);
      return;
    }
    const inCell = (event.target as HTMLElement).closest('a, button, input') === null;
    if (event.key !== 'Enter' || !inCell || id === undefined) return;
    event.preventDefault();
    // Blueprint's own Enter goes a row down.
    event.stopPropagation();
    open(id);
  };
  return (
    <div ref={root} className="kk-table" onKeyDownCapture={onKey}>
      <Table
        ref={table}
        numRows={ids.length}
        renderMode={RenderMode.BATCH_ON_UPDATE}
        enableRowHeader={false}
        enableFocusedCell
        enableColumnInteractionBar={false}
        enableMultipleSelection={false}
        selectionModes={SELECTABLE}
        enableGhostCells={false}
        defaultRowHeight={ROW}
        minRowHeight={ROW}
        columnWidths={widths}
        onColumnWidthChanged={(at, width) =>
          choose(columns.map(({ path }, index) => ({ ...choiceOf(chosen, path), ...(index === at && { width }) })))
        }
        cellRendererDependencies={[ids, version, openId, columns, words, messages]}
        onFocusedCell={({ row, col }) => {
          focused.current = row;
          // The key S asks for it.
          if (root.current && ids[row] !== undefined) root.current.dataset['item'] = ids[row];
          notify(row, col);
        }}
        onVisibleCellsChange={({ rowIndexEnd }) => {
          if (rowIndexEnd >= ids.length - AHEAD) void store.more();
        }}
      >
        {columns.map((column, at) => {
          const show = (): void => table.current?.scrollToRegion(Regions.column(at));
          const head = { column, name: names[at] ?? '', show, store, change };
          return tableColumn(head, (row) => {
            const id = ids[row];
            return (
              <Cell truncated={false} className={id === openId ? 'kk-table-open' : undefined}>
                {id !== undefined && column.path === LABEL && <SelectBox store={store} id={id} />}
                {id === undefined ? null : <TableValue id={id} column={column} words={words} note={note} />}
              </Cell>
            );
          });
        })}
      </Table>
    </div>
  );
});

export const TableDisplay = (props: DisplayProps) => (
  <HotkeysProvider>
    <Grid {...props} />
  </HotkeysProvider>
);
