// One cell of the table. Blueprint draws cells next to each other without rows, so each is wrapped in a row element
// that has its position among all rows.

import { observer } from 'mobx-react-lite';
import type { CSSProperties, ReactNode } from 'react';
import type { GridCursor } from 'src/client/displays/table/GridCursor.ts';

/** Also the target of aria-activedescendant. */
export const cellId = (grid: string, row: number, col: number): string => `${grid}-${row}-${col}`;

interface TableGridCellProps {
  readonly grid: string;
  readonly cursor: GridCursor;
  readonly row: number;
  readonly col: number;
  /** People cannot change the values of the column. */
  readonly fixed?: boolean;
  /** Contains the title of the row with its buttons. */
  readonly titled?: boolean;
  /** Rendered in the corner of the selected cells. */
  readonly corner?: ReactNode;
  /** Added by Blueprint. */
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly children?: ReactNode;
}

/** True for the last of the selected cells. */
const isCorner = (cursor: GridCursor, row: number, col: number): boolean =>
  cursor.has(row, col) && row === cursor.rows[1] && col === cursor.cols[1];

export const TableGridCell = observer((props: TableGridCellProps) => {
  const { grid, cursor, row, col, fixed = false, titled = false, corner, className = '', style, children } = props;
  const current = cursor.isAt(row, col) ? ' kk-table-current' : '';
  return (
    <div className={`bp6-table-cell ${className}`} style={style} role="row" aria-rowindex={row + 2}>
      <div
        id={cellId(grid, row, col)}
        role="gridcell"
        aria-colindex={col + 1}
        aria-selected={cursor.has(row, col)}
        // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.2 lets a gridcell be read-only
        aria-readonly={fixed || undefined}
        className={`bp6-table-no-wrap-text kk-table-value${titled ? ' kk-table-name' : ''}${fixed ? ' kk-table-fixed' : ''}${current}`}
      >
        {children}
      </div>
      {corner && isCorner(cursor, row, col) && corner}
    </div>
  );
});
