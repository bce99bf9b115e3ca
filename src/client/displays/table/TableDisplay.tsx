// TABLE: Blueprint's table over ids, as a grid of the WAI-ARIA pattern. Cells read their item themselves, so only items in view are read
// and rendered. Loaded with its own styles and the hotkeys it needs.

import { HotkeysProvider } from '@blueprintjs/core';
import {
  type CellRenderer,
  Column,
  ColumnHeaderCell,
  type Region,
  RegionCardinality,
  Regions,
  RenderMode,
  Table,
} from '@blueprintjs/table';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { DisplayProps } from 'src/client/displays/Display.ts';
import { GridCursor, HEAD_ROW, type GridPlace, type GridSize } from 'src/client/displays/table/GridCursor.ts';
import { SelectBox } from 'src/client/displays/SelectBox.tsx';
import { TableFoot } from 'src/client/displays/table/TableFoot.tsx';
import { cellId, TableGridCell } from 'src/client/displays/table/TableGridCell.tsx';
import { TableHead, type TableHeadProps } from 'src/client/displays/table/TableHead.tsx';
import { TableValue } from 'src/client/displays/table/TableValue.tsx';
import {
  columnLabel,
  frozenCount,
  LABEL,
  tableColumns,
  type TableColumn,
  widthsFilling,
} from 'src/client/displays/tableColumns.ts';
import { useCellCopy } from 'src/client/displays/table/useCellCopy.tsx';
import { useCellEdit, type CellEditOptions } from 'src/client/displays/table/useCellEdit.tsx';
import { columnChoice, useColumnChoice } from 'src/client/displays/useColumnChoice.ts';
import { useGridEnd } from 'src/client/displays/table/useGridEnd.ts';
import { useGridKeys } from 'src/client/displays/table/useGridKeys.ts';
import { useGridParts } from 'src/client/displays/table/useGridParts.ts';
import { usePlace, useScrollPlace } from 'src/client/displays/usePlace.ts';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import 'src/client/intl/laterMessages.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import 'src/client/displays/table/tableResize.ts';
import '@blueprintjs/table/lib/css/table.css';
import 'src/client/displays/table/table.css';

const TABLE_ROW_HEIGHT = 32;
const TABLE_ROWS_AHEAD = 25;

const isOnValue = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[role=gridcell]') !== null && !target.closest('a, button, input');
/** A click on a head sorts: it selects no column. */
const SELECTABLE = [RegionCardinality.CELLS];

/** Blueprint looks for Column elements among its children, so this is no component. */
const tableColumn = (head: TableHeadProps, cell: CellRenderer) => (
  <Column
    key={head.column.path}
    id={head.column.path}
    name={head.name}
    columnHeaderCellRenderer={() => <ColumnHeaderCell nameRenderer={() => <TableHead {...head} />} />}
    cellRenderer={cell}
  />
);

/** The pixels between its edges. */
const useTableWidth = (element: React.RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return undefined;
    const sensor = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    sensor.observe(element.current);
    return () => sensor.disconnect();
  }, [element]);
  return width;
};

const useColumns = ({ store, change }: DisplayProps, root: React.RefObject<HTMLElement | null>) => {
  const messages = useMessages();
  const { chosen, choose } = useColumnChoice(store, change);
  const { types } = store.plan;
  const columns = useMemo(() => tableColumns(types, chosen), [types, chosen]);
  const whole = useTableWidth(root);
  const widths = widthsFilling(columns, chosen, whole);
  return {
    columns,
    widths,
    frozen: frozenCount(columns, widths, whole),
    names: columns.map(({ path }) => columnLabel(types, messages, path)),
    setWidth: (at: number, width: number): void =>
      choose(columns.map(({ path }, index) => ({ ...columnChoice(chosen, path), ...(index === at && { width }) }))),
  };
};

interface ColumnParts extends DisplayProps {
  readonly grid: string;
  readonly cursor: GridCursor;
  readonly columns: readonly TableColumn[];
  readonly names: readonly string[];
  readonly frozen: number;
  readonly openId: string | undefined;
  readonly note: () => void;
}

const columnElement = (parts: ColumnParts, column: TableColumn, col: number) => {
  const { grid, cursor, names, frozen, store, change, openId, note } = parts;
  const { ids, words } = store;
  const head = { column, name: names[col] ?? '', at: col, grid, cursor, frozen: col < frozen, store, change };
  return tableColumn(head, (row) => {
    const id = ids[row];
    return (
      <TableGridCell {...{ grid, cursor, row, col }} className={id === openId ? 'kk-table-open' : ''}>
        {id !== undefined && column.path === LABEL && <SelectBox store={store} id={id} />}
        {id === undefined ? null : <TableValue id={id} column={column} words={words} note={note} />}
      </TableGridCell>
    );
  });
};

interface ActsOptions extends CellEditOptions {
  readonly open: (id: string) => void;
}

/** Enter and its like: change the cell where one may, else follow its link or open its row. */
const useActs = ({ grid, store, cursor, columns, focus, open }: ActsOptions) => {
  const { alerts } = useClient();
  const edit = useCellEdit({ grid, store, cursor, columns, focus });
  const tryEdit = (): void => void edit.begin().then((begun) => begun || alerts.info('table.notEditable'));
  const follow = (): void => {
    const { row, col } = cursor.at;
    const link = document.getElementById(cellId(grid, row, col))?.querySelector('a');
    if (columns[col]?.path !== LABEL && link) link.click();
    else if (store.ids[row] !== undefined) open(store.ids[row]);
  };
  const enter = (only?: 'edit'): void => {
    if (only) tryEdit();
    else if (columns[cursor.at.col]?.path === LABEL) follow();
    else void edit.begin().then((begun) => begun || follow());
  };
  return { edit, tryEdit, enter };
};

const MOST_FRAMES = 60;

/** Scrolls to a cell, again until it is drawn: for rows that have just come the table draws itself more than once. */
const useBringIn = (table: React.RefObject<Table | null>, grid: string): ((place: GridPlace) => void) =>
  useCallback(
    ({ row, col }) => {
      const scroll = (frames: number): void => {
        table.current?.scrollToRegion(Regions.cell(row, col));
        requestAnimationFrame(() => {
          if (frames > 0 && !document.getElementById(cellId(grid, row, col))) scroll(frames - 1);
        });
      };
      requestAnimationFrame(() => scroll(MOST_FRAMES));
    },
    [table, grid],
  );

/** Starts at the reader's last row and records their position. */
const useTablePlace = (props: DisplayProps, cursor: GridCursor, bringIn: (place: GridPlace) => void) =>
  useScrollPlace(usePlace(props), {
    ids: props.store.ids,
    scrollTo: (row) => {
      cursor.go({ row, col: 0 });
      if (row > 0) bringIn(cursor.at);
    },
  });

const Grid = observer((props: DisplayProps) => {
  const { store, change } = props;
  const messages = useMessages();
  const grid = useId();
  const root = useRef<HTMLDivElement>(null);
  const table = useRef<Table>(null);
  const before = useRef<HTMLSpanElement>(null);
  const after = useRef<HTMLSpanElement>(null);
  const page = useRef(1);
  const [cursor] = useState(() => new GridCursor());
  const { open, note, openId } = useOpenRow(store);
  const { columns, widths, frozen, names, setWidth } = useColumns(props, root);
  const { ids, version, total, words } = store;
  const name = messages.format('table.name', { count: total });
  const parts = useGridParts({ root, grid, cursor, name, rows: total, cols: columns.length });
  const copy = useCellCopy({ store, cursor, columns });
  const { edit, tryEdit, enter } = useActs({ grid, store, cursor, columns, focus: parts.focus, open });
  const size = (): GridSize => ({ rows: ids.length, cols: columns.length, page: page.current });
  const bringIn = useBringIn(table, grid);
  const toEnd = useGridEnd({ store, cursor, size, bringIn });
  const onKey = useGridKeys({ grid, store, cursor, before, after, enter, copy: copy.start, toEnd, size });
  const seen = useTablePlace(props, cursor, bringIn);
  const columnProps: ColumnParts = { grid, cursor, columns, names, frozen, openId, note, store, change };
  const { at, rows, cols } = cursor;
  useEffect(() => {
    if (at.row === HEAD_ROW) table.current?.scrollToRegion(Regions.column(at.col));
  }, [at]);
  const onSelection = (regions: Region[]): void => {
    const region = regions.at(-1);
    if (region?.rows && region.cols) cursor.choose(region.rows, region.cols);
  };
  return (
    <div className="kk-table-frame">
      <span ref={before} tabIndex={-1} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the grid inside */}
      <div
        ref={root}
        className="kk-table"
        // The key S asks for it.
        data-current-item={ids[at.row]}
        onKeyDownCapture={onKey}
        onFocus={parts.onFocus}
        onDoubleClick={({ target }) => isOnValue(target) && tryEdit()}
      >
        <Table
          ref={table}
          numRows={ids.length}
          renderMode={RenderMode.BATCH_ON_UPDATE}
          enableRowHeader={false}
          enableFocusedCell
          enableColumnInteractionBar={false}
          enableMultipleSelection
          selectionModes={SELECTABLE}
          enableGhostCells={false}
          defaultRowHeight={TABLE_ROW_HEIGHT}
          minRowHeight={TABLE_ROW_HEIGHT}
          columnWidths={widths}
          numFrozenColumns={frozen}
          focusedCell={{ row: Math.max(0, at.row), col: at.col, focusSelectionIndex: 0 }}
          selectedRegions={cursor.count > 1 ? [Regions.cell(rows[0], cols[0], rows[1], cols[1])] : []}
          onSelection={onSelection}
          onColumnWidthChanged={setWidth}
          cellRendererDependencies={[ids, version, openId, columns, words, messages]}
          onCompleteRender={parts.rendered}
          onVisibleCellsChange={({ rowIndexStart, rowIndexEnd }) => {
            page.current = Math.max(1, rowIndexEnd - rowIndexStart - 1);
            seen(rowIndexStart, rowIndexEnd);
            if (rowIndexEnd >= ids.length - TABLE_ROWS_AHEAD) void store.more();
          }}
        >
          {columns.map((column, col) => columnElement(columnProps, column, col))}
        </Table>
      </div>
      <span ref={after} tabIndex={-1} />
      <TableFoot cursor={cursor} store={store} columns={columns} copy={copy.start} edit={tryEdit} />
      {edit.editor}
      {copy.sheet}
    </div>
  );
});

export const TableDisplay = (props: DisplayProps) => (
  <HotkeysProvider>
    <Grid {...props} />
  </HotkeysProvider>
);
