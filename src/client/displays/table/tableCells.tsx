// The columns of a table as Blueprint renders them: their heads, their cells, and the headings of groups. Called by TableDisplay.

import { type CellRenderer, Column, ColumnHeaderCell, type ColumnHeaderCellProps } from '@blueprintjs/table';
import {
  cloneElement,
  isValidElement,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import type { DisplayProps } from 'src/client/displays/Display.ts';
import { SelectBox } from 'src/client/displays/SelectBox.tsx';
import { GroupHeading } from 'src/client/displays/table/GroupHeading.tsx';
import type { GridCursor } from 'src/client/displays/table/GridCursor.ts';
import type { SheetEdits } from 'src/client/displays/SheetEdits.ts';
import { TableGridCell } from 'src/client/displays/table/TableGridCell.tsx';
import { TableHead, type TableHeadProps } from 'src/client/displays/table/TableHead.tsx';
import type { TableRows } from 'src/client/displays/table/tableRows.ts';
import { TableValue } from 'src/client/displays/table/TableValue.tsx';
import { editableProperty } from 'src/client/displays/table/useCellEdit.tsx';
import { useTitleWidth } from 'src/client/displays/table/useTitleWidth.ts';
import type { FoldedGroups } from 'src/client/displays/table/useTableGroups.ts';
import {
  columnLabel,
  frozenCount,
  LABEL,
  tableColumns,
  type TableColumn,
  widthsFilling,
  withTitleSpace,
} from 'src/client/displays/tableColumns.ts';
import { columnChoice, useColumnChoice } from 'src/client/displays/useColumnChoice.ts';
import { movedTo } from 'src/client/fields/widgets/Chosen.tsx';
import type { ListingGroups } from 'src/client/listing/ListingGroups.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

/** Properties of Blueprint's element that makes its child draggable. */
interface DragParts {
  readonly targetRef: Ref<HTMLDivElement>;
}

interface HeadCellProps extends ColumnHeaderCellProps {
  readonly head: TableHeadProps;
}

/** The whole head is what people drag, instead of the handle that Blueprint would draw. The title stays first. */
const HeadCell = ({ head, reorderHandle, ...props }: HeadCellProps) => {
  const content = <TableHead {...head} />;
  const drag = head.at > 0 && isValidElement<DragParts>(reorderHandle) ? reorderHandle : undefined;
  return (
    <ColumnHeaderCell
      {...props}
      nameRenderer={() =>
        drag ? cloneElement(drag, undefined, <div ref={drag.props.targetRef}>{content}</div>) : content
      }
    />
  );
};

/** Blueprint looks for Column elements among its children, so this is no component. */
const tableColumn = (head: TableHeadProps, cell: CellRenderer) => (
  <Column
    key={head.column.path}
    id={head.column.path}
    name={head.name}
    columnHeaderCellRenderer={() => <HeadCell head={head} />}
    cellRenderer={cell}
  />
);

/** Returns the width of the element in pixels, which is that of its frame at first. */
const useTableWidth = (element: RefObject<HTMLElement | null>, frame: HTMLElement): number => {
  const [width, setWidth] = useState(frame.clientWidth);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const { current } = element;
    const measure = (): void => setWidth(current.clientWidth);
    measure();
    const sensor = new ResizeObserver(measure);
    sensor.observe(current);
    return () => sensor.disconnect();
  }, [element]);
  return width;
};

interface TablePlace {
  readonly root: RefObject<HTMLElement | null>;
  /** Element around the root. It is on the page before the first rows are drawn. */
  readonly frame: HTMLElement;
}

export const useColumns = ({ store, change }: DisplayProps, { root, frame }: TablePlace) => {
  const client = useClient();
  const messages = useMessages();
  const { chosen, choose } = useColumnChoice(store, change);
  const { types } = store.plan;
  const columns = useMemo(() => tableColumns(types, chosen), [types, chosen]);
  const whole = useTableWidth(root, frame);
  const needed = useTitleWidth(store);
  const widths = widthsFilling(withTitleSpace(columns, chosen, { needed, whole }), chosen, whole);
  return {
    columns,
    widths,
    frozen: frozenCount(columns, widths, whole),
    names: columns.map(({ path }) => columnLabel(types, messages, path)),
    fixed: columns.map((column) => types.every((type) => editableProperty(client, type, column) === undefined)),
    move: (from: number, to: number): void => {
      const paths = columns.map(({ path }) => path);
      // The title is always the first.
      if (from > 0) choose(movedTo(paths, from, Math.max(1, to)).map((path) => columnChoice(chosen, path)));
    },
    setWidth: (at: number, width: number): void =>
      choose(columns.map(({ path }, index) => ({ ...columnChoice(chosen, path), ...(index === at && { width }) }))),
  };
};

export interface ColumnParts extends DisplayProps {
  readonly grid: string;
  readonly cursor: GridCursor;
  readonly rows: TableRows;
  readonly groups: ListingGroups | undefined;
  readonly folded: FoldedGroups;
  readonly edits: SheetEdits;
  readonly columns: readonly TableColumn[];
  readonly names: readonly string[];
  /** True for each column whose values people cannot change. */
  readonly fixed: readonly boolean[];
  readonly frozen: number;
  readonly openId: string | undefined;
  readonly note: () => void;
  /** Corner of the selected cells, where they can be filled. */
  readonly corner: ReactNode;
}

const cellContent = ({ store, rows, groups, folded, edits, note }: ColumnParts, column: TableColumn, row: number) => {
  const place = rows.placeAt(row);
  const isTitle = column.path === LABEL;
  if (place && groups && place.at === undefined)
    return isTitle && <GroupHeading {...{ store, groups, folded }} group={place.group} />;
  const id = rows.idAt(row);
  if (id === undefined) return <span className="kk-ghost-line" />;
  return (
    <>
      {isTitle && <SelectBox store={store} id={id} />}
      <TableValue id={id} column={column} words={store.words} note={note} edits={edits} />
    </>
  );
};

export const columnElement = (parts: ColumnParts, column: TableColumn, col: number) => {
  const { grid, cursor, rows, names, frozen, store, change, openId, fixed, corner } = parts;
  const head = {
    ...{ column, name: names[col] ?? '', at: col, grid, cursor, frozen: col < frozen, store, change },
    fixed: fixed[col] === true,
  };
  return tableColumn(head, (row) => {
    const place = rows.placeAt(row);
    const id = rows.idAt(row);
    const isHeading = place !== undefined && place.at === undefined;
    const look = isHeading ? 'kk-table-group' : id !== undefined && id === openId ? 'kk-table-open' : '';
    return (
      <TableGridCell
        {...{ grid, cursor, row, col }}
        className={look}
        fixed={fixed[col] === true}
        titled={column.path === LABEL && !isHeading}
        corner={isHeading || fixed[col] ? undefined : corner}
      >
        {cellContent(parts, column, row)}
      </TableGridCell>
    );
  });
};
