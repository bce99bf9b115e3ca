// Copies the chosen cells as text between tabs, as they are read. Rows out of view are read first, and shown out of sight to be read off.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { textOfRows } from 'src/client/displays/table/cellText.ts';
import type { GridCursor } from 'src/client/displays/table/GridCursor.ts';
import type { TableRows } from 'src/client/displays/table/tableRows.ts';
import { ItemValue } from 'src/client/displays/table/TableValue.tsx';
import { LABEL, type TableColumn } from 'src/client/displays/tableColumns.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';

/** More takes seconds to draw; the export is made for it. */
export const MOST_CELLS = 5_000;

interface CopyOptions {
  readonly rows: TableRows;
  readonly cursor: GridCursor;
  readonly columns: readonly TableColumn[];
}

interface Chosen {
  readonly ids: readonly ItemId[];
  readonly columns: readonly TableColumn[];
}

interface CopySheetProps extends Chosen {
  readonly done: () => void;
}

const CopySheet = observer(({ ids, columns, done }: CopySheetProps) => {
  const { items, alerts } = useClient();
  const body = useRef<HTMLTableSectionElement>(null);
  const loaded = ids.map((id) => items.get(id));
  const isRead = loaded.every(({ state }) => state !== 'loading');
  useEffect(() => {
    if (!isRead || !body.current) return;
    const count = ids.length * columns.length;
    navigator.clipboard
      .writeText(textOfRows(body.current.rows))
      .then(
        () => alerts.info('table.copied', { count }),
        () => alerts.warn('table.copyFailed'),
      )
      .finally(done);
  }, [isRead, ids, columns, alerts, done]);
  return (
    <table hidden>
      <tbody ref={body}>
        {loaded.map((each, row) => (
          <tr key={ids[row]}>
            {columns.map((column) => (
              <td key={column.path}>
                {each.state !== 'ready' ? null : column.path === LABEL ? (
                  each.item.$label
                ) : (
                  <ItemValue item={each.item} column={column} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

interface CellCopy {
  readonly start: () => void;
  /** Element to render while the table is copied. */
  readonly sheet: ReactNode;
}

export const useCellCopy = ({ rows: all, cursor, columns }: CopyOptions): CellCopy => {
  const { alerts } = useClient();
  const [chosen, setChosen] = useState<Chosen>();
  const [done] = useState(() => (): void => setChosen(undefined));
  return {
    start: () => {
      const { rows, cols, count } = cursor;
      if (count > MOST_CELLS) alerts.warn('table.copyTooMany', { count, most: MOST_CELLS });
      else
        setChosen({
          ids: Array.from({ length: rows[1] - rows[0] + 1 }, (_, at) => all.idAt(rows[0] + at)).filter(
            (id): id is ItemId => id !== undefined,
          ),
          columns: columns.slice(cols[0], cols[1] + 1),
        });
    },
    sheet: chosen && <CopySheet {...chosen} done={done} />,
  };
};
