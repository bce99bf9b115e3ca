// TABLE: Blueprint's table over ids, as a grid of the WAI-ARIA pattern. Cells read their item themselves, so only items in view are read
// and rendered. Loaded with its own styles and the hotkeys it needs.

import { HotkeysProvider } from '@blueprintjs/core';
import { type Region, RegionCardinality, Regions, RenderMode, Table } from '@blueprintjs/table';
import { observer } from 'mobx-react-lite';
import { type MouseEvent, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { DisplayProps } from 'src/client/displays/Display.ts';
import { FillHandle } from 'src/client/displays/table/FillHandle.tsx';
import {
  GridCursor,
  HEAD_ROW,
  placeWithin,
  type GridPlace,
  type GridSize,
} from 'src/client/displays/table/GridCursor.ts';
import { HeldKeys } from 'src/client/displays/table/HeldKeys.ts';
import { SheetEdits } from 'src/client/displays/SheetEdits.ts';
import { useCountsAfterEdits } from 'src/client/displays/useCountsAfterEdits.ts';
import { columnElement, useColumns, type ColumnParts } from 'src/client/displays/table/tableCells.tsx';
import type { TableRows } from 'src/client/displays/table/tableRows.ts';
import { TableFoot } from 'src/client/displays/table/TableFoot.tsx';
import { cellId } from 'src/client/displays/table/TableGridCell.tsx';
import { LABEL } from 'src/client/displays/tableColumns.ts';
import { afterFrame } from 'src/client/displays/table/typing.ts';
import { useBlockEdit } from 'src/client/displays/table/useBlockEdit.tsx';
import { useCellCopy } from 'src/client/displays/table/useCellCopy.tsx';
import { useCellEdit, type CellEditOptions } from 'src/client/displays/table/useCellEdit.tsx';
import { useGridEnd } from 'src/client/displays/table/useGridEnd.ts';
import { useGridKeys } from 'src/client/displays/table/useGridKeys.ts';
import { useGridParts } from 'src/client/displays/table/useGridParts.ts';
import { useTableGroups } from 'src/client/displays/table/useTableGroups.ts';
import { usePlace, useScrollPlace } from 'src/client/displays/usePlace.ts';
import { useHeadDrag } from 'src/client/displays/table/useHeadDrag.ts';
import { useReadAhead } from 'src/client/displays/table/useReadAhead.ts';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import 'src/client/intl/laterMessages.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useMedia } from 'src/client/ui/useMedia.ts';
import { useClient } from 'src/client/useClient.ts';
import 'src/client/displays/table/tableBatches.ts';
import 'src/client/displays/table/tableResize.ts';
import '@blueprintjs/table/lib/css/table.css';
import 'src/client/displays/table/table.css';

/** In pixels; the second where the pointer is a finger. */
const TABLE_ROW_HEIGHTS = [32, 45] as const;
const TABLE_ROWS_AHEAD = 80;

const isOnValue = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[role=gridcell]') !== null && !target.closest('a, button, input');
/** A click on a head sorts: it selects no column. */
const SELECTABLE = [RegionCardinality.CELLS];

const selectRegion = (cursor: GridCursor, regions: readonly Region[]): void => {
  const region = regions.at(-1);
  if (region?.rows && region.cols) cursor.choose(region.rows, region.cols);
};

/** A click with Shift selects the cells from the current one to the one under the pointer. The library does so only from several cells. */
const extendTo = (cursor: GridCursor, event: MouseEvent): boolean => {
  const { target, shiftKey, button } = event;
  const cell = isOnValue(target) ? (target as Element).closest('.bp6-table-cell') : null;
  const value = cell?.querySelector('[role=gridcell]');
  if (!shiftKey || button !== 0 || !cell || !value) return false;
  event.preventDefault();
  event.stopPropagation();
  cursor.go({ row: Number(cell.ariaRowIndex) - 2, col: Number(value.ariaColIndex) - 1 }, true);
  return true;
};

interface ActsOptions extends CellEditOptions {
  readonly open: (id: string) => void;
}

/** Returns the actions of Enter and F2 on a cell: edit it if the person may, otherwise follow its link or open its row. */
const useCellActions = (options: ActsOptions) => {
  const { grid, rows, cursor, columns, open } = options;
  const { alerts } = useClient();
  const edit = useCellEdit(options);
  const tryEdit = (): void => void edit.begin().then((begun) => begun || alerts.info('table.notEditable'));
  const follow = (): void => {
    const { row, col } = cursor.at;
    const id = rows.idAt(row);
    const link = document.getElementById(cellId(grid, row, col))?.querySelector('a');
    if (columns[col]?.path !== LABEL && link) link.click();
    else if (id !== undefined) open(id);
  };
  const enter = (only?: 'edit'): void => {
    if (only) tryEdit();
    else if (columns[cursor.at.col]?.path === LABEL) follow();
    else void edit.begin().then((begun) => begun || follow());
  };
  return { edit, tryEdit, enter };
};

const MOST_FRAMES = 60;

/**
 * Scrolls a cell into view that its frame does not show as a whole, so that its editor opens over it: again until it is drawn, because the
 * table draws rows that have just come more than once.
 */
const useReveal = (table: React.RefObject<Table | null>, grid: string): CellEditOptions['reveal'] =>
  useCallback(
    async ({ row, col }) => {
      const isShown = (): boolean => {
        const cell = document.getElementById(cellId(grid, row, col));
        const frame = cell?.closest('.bp6-table-quadrant-scroll-container')?.getBoundingClientRect();
        const heads = cell?.closest('.bp6-table-container')?.querySelector('.bp6-table-top-container');
        if (!cell || !frame) return false;
        const { top, bottom, left, right } = cell.getBoundingClientRect();
        const low = frame.top + (heads?.clientHeight ?? 0);
        return top >= low - 1 && bottom <= frame.bottom + 1 && right > frame.left && left < frame.right;
      };
      if (isShown()) return;
      for (let frames = MOST_FRAMES; frames > 0 && !isShown(); frames -= 1) {
        table.current?.scrollToRegion(Regions.cell(row, col));
        await afterFrame();
      }
    },
    [table, grid],
  );

/** Starts at the reader's last row and records their position. */
const useTablePlace = (props: DisplayProps, cursor: GridCursor, bringIn: (place: GridPlace) => void) =>
  useScrollPlace(usePlace(props), {
    ids: props.store.ids,
    scrollTo: (row) => {
      cursor.start({ row, col: 0 });
      if (row > 0) bringIn(cursor.at);
    },
  });

/**
 * Moves the current cell within the table. The table scrolls to its `focusedCell` by itself, as far as needed; `scrollToRegion` would put a
 * cell that is in view at the top left.
 */
const useCursorMove = (cursor: GridCursor, size: () => GridSize): CellEditOptions['move'] => {
  const latest = useRef(size);
  useEffect(() => {
    latest.current = size;
  });
  return useCallback(
    ({ rows, cols }) => {
      if (rows === 0 && cols === 0) return;
      const { row, col } = cursor.at;
      cursor.go(placeWithin({ row: row + rows, col: col + cols }, latest.current()));
    },
    [cursor],
  );
};

/**
 * Keeps the cursor on its records when rows are added, removed or reordered. An empty list is ignored, because the list is empty while it
 * reloads.
 */
const useFollowedRows = (cursor: GridCursor, rows: TableRows): void => {
  const before = useRef(rows);
  useLayoutEffect(() => {
    if (rows.count === 0) return;
    cursor.follow(before.current, rows);
    before.current = rows;
  }, [cursor, rows]);
};

interface GridProps extends DisplayProps {
  readonly frame: HTMLElement;
}

/** The cells of the table, and everything that acts on them. Observable: call it inside an observer. */
const useSheet = (props: GridProps) => {
  const { store, frame } = props;
  const client = useClient();
  const messages = useMessages();
  const grid = useId();
  const root = useRef<HTMLDivElement>(null);
  const table = useRef<Table>(null);
  const before = useRef<HTMLSpanElement>(null);
  const after = useRef<HTMLSpanElement>(null);
  const page = useRef(1);
  const [cursor] = useState(() => new GridCursor());
  const [edits] = useState(() => new SheetEdits(client));
  useCountsAfterEdits(edits, store);
  const [keys] = useState(() => new HeldKeys());
  const [line, setLine] = useState<HTMLSpanElement | null>(null);
  const { open, note, openId } = useOpenRow(store);
  const { columns, widths, frozen, names, fixed, setWidth, move: moveColumn } = useColumns(props, { root, frame });
  const reordered = useHeadDrag(root, moveColumn);
  const { rows, groups, folded, seen: seenGroups } = useTableGroups(store);
  useFollowedRows(cursor, rows);
  const { total } = store;
  const name = messages.format('table.name', { count: total });
  const parts = useGridParts({ root, grid, cursor, name, rows: groups ? rows.count : total, cols: columns.length });
  const copy = useCellCopy({ rows, cursor, columns });
  const size = (): GridSize => ({ rows: rows.count, cols: columns.length, page: page.current });
  const move = useCursorMove(cursor, size);
  const cells = { grid, rows, cursor, columns, edits };
  const reveal = useReveal(table, grid);
  const { edit, tryEdit, enter } = useCellActions({ ...cells, keys, line, focus: parts.focus, move, reveal, open });
  const block = useBlockEdit({ ...cells, store });
  // The table has the rows that have just come after its next frame.
  const bringIn = (place: GridPlace): void => void afterFrame().then(() => reveal(place));
  const toEnd = useGridEnd({ store, cursor, size, bringIn });
  const fill = (): void => void block.fill();
  const onKey = useGridKeys({
    ...{ grid, store, rows, cursor, before, after, keys, enter, copy: copy.start, toEnd, size, fill, type: edit.type },
    ...{ clear: () => void block.clear(), undo: () => void edits.undo(), redo: () => void edits.redo() },
  });
  const seen = useTablePlace(props, cursor, bringIn);
  const readAhead = useReadAhead(rows);
  const corner = client.session.signedIn ? <FillHandle cursor={cursor} fill={fill} /> : undefined;
  const columnProps: ColumnParts = {
    ...{ ...cells, ...props, groups, folded, names, fixed, frozen, openId, note, corner },
  };
  const { at } = cursor;
  useEffect(() => {
    if (at.row === HEAD_ROW) table.current?.scrollToRegion(Regions.column(at.col));
  }, [at]);
  return {
    ...{
      root,
      table,
      setLine,
      before,
      after,
      page,
      cursor,
      edits,
      columns,
      widths,
      frozen,
      names,
      setWidth,
      reordered,
      rows,
      groups,
      folded,
    },
    ...{ parts, copy, edit, tryEdit, block, fill, onKey, seen, seenGroups, readAhead, columnProps, openId },
  };
};

const Grid = observer((props: GridProps) => {
  const { store } = props;
  const messages = useMessages();
  const sheet = useSheet(props);
  const { page, cursor, edits, columns, names, rows, groups, folded, parts, edit, copy, tryEdit, fill } = sheet;
  const { ids, version, words } = store;
  const { at, rows: chosenRows, cols } = cursor;
  const rowHeight = TABLE_ROW_HEIGHTS[useMedia('(pointer: coarse)') ? 1 : 0];
  return (
    <>
      <span ref={sheet.before} tabIndex={-1} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the grid inside */}
      <div
        ref={sheet.root}
        className={cursor.gone === undefined ? 'kk-table' : 'kk-table kk-table-no-cell'}
        // The key S asks for it.
        data-current-item={cursor.gone === undefined ? rows.idAt(at.row) : undefined}
        onKeyDownCapture={sheet.onKey}
        onMouseDownCapture={(event) => extendTo(cursor, event) && parts.focus()}
        onPaste={cursor.gone === undefined ? sheet.block.paste : undefined}
        onFocus={parts.onFocus}
        onDoubleClick={({ target }) => isOnValue(target) && tryEdit()}
      >
        <Table
          ref={sheet.table}
          numRows={rows.count}
          renderMode={RenderMode.BATCH_ON_UPDATE}
          enableRowHeader={false}
          enableFocusedCell
          enableColumnInteractionBar={false}
          enableMultipleSelection
          selectionModes={SELECTABLE}
          enableGhostCells={false}
          defaultRowHeight={rowHeight}
          minRowHeight={rowHeight}
          columnWidths={sheet.widths}
          numFrozenColumns={sheet.frozen}
          focusedCell={{ row: Math.max(0, at.row), col: at.col, focusSelectionIndex: 0 }}
          selectedRegions={cursor.count > 1 ? [Regions.cell(chosenRows[0], cols[0], chosenRows[1], cols[1])] : []}
          onSelection={(regions) => selectRegion(cursor, regions)}
          onColumnWidthChanged={sheet.setWidth}
          enableColumnReordering
          onColumnsReordered={sheet.reordered}
          cellRendererDependencies={[ids, version, sheet.openId, columns, words, messages, rows]}
          onCompleteRender={parts.rendered}
          onVisibleCellsChange={({ rowIndexStart, rowIndexEnd }) => {
            page.current = Math.max(1, rowIndexEnd - rowIndexStart - 1);
            sheet.seenGroups(rowIndexStart, rowIndexEnd);
            sheet.readAhead(rowIndexStart, rowIndexEnd);
            if (groups) return;
            sheet.seen(rowIndexStart, rowIndexEnd);
            if (rowIndexEnd >= ids.length - TABLE_ROWS_AHEAD) void store.more();
          }}
        >
          {columns.map((column, col) => columnElement(sheet.columnProps, column, col))}
        </Table>
      </div>
      <span ref={sheet.after} tabIndex={-1} />
      <TableFoot
        {...{ cursor, store, rows, columns, names, edits, groups, folded }}
        fill={() => {
          fill();
          // The keys of the cells undo it.
          parts.focus();
        }}
        line={sheet.setLine}
        editing={edit.editor !== undefined}
        copy={copy.start}
        edit={tryEdit}
      />
      {edit.editor}
      {copy.sheet}
      {sheet.block.dialog}
    </>
  );
});

export const TableDisplay = (props: DisplayProps) => {
  // The widths of columns are known before the first rows are drawn: the library changes them in several frames.
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  return (
    <HotkeysProvider>
      <div ref={setFrame} className="kk-table-frame">
        {frame && <Grid {...props} frame={frame} />}
      </div>
    </HotkeysProvider>
  );
};
