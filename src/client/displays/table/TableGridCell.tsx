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
  /** Added by Blueprint. */
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly children?: ReactNode;
}

export const TableGridCell = observer((props: TableGridCellProps) => {
  const { grid, cursor, row, col, className = '', style, children } = props;
  return (
    <div className={`bp6-table-cell ${className}`} style={style} role="row" aria-rowindex={row + 2}>
      <div
        id={cellId(grid, row, col)}
        role="gridcell"
        aria-colindex={col + 1}
        aria-selected={cursor.has(row, col)}
        className={`bp6-table-no-wrap-text kk-table-value${cursor.isAt(row, col) ? ' kk-table-current' : ''}`}
      >
        {children}
      </div>
    </div>
  );
});
