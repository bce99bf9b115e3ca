// The divider at a column's end: drag it, or use the arrow keys, to choose one of the four widths.
// Follows the ARIA window-splitter pattern; the toolbar's menu does the same without a drag. Loaded when there are two columns.

import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useIntl } from 'react-intl';
import { CELL_WIDTHS, nearestWidth, SHARES } from 'src/client/navigation/cellWidths.ts';
import { isRtl, readingKey } from 'src/client/ui/direction.ts';
import { useClient } from 'src/client/useClient.ts';
import type { CellWidth } from 'src/model/schema/TypeView.ts';

/** The next wider or narrower width; the same at either end. */
export const stepWidth = (width: CellWidth, by: 1 | -1): CellWidth =>
  CELL_WIDTHS[Math.min(CELL_WIDTHS.length - 1, Math.max(0, CELL_WIDTHS.indexOf(width) + by))] ?? width;

export const Divider = observer(({ index, columnId }: { readonly index: number; readonly columnId: string }) => {
  const { navigation } = useClient();
  const { formatMessage } = useIntl();
  const dragged = useRef(false);
  const width = navigation.width(index);

  const onKey = (event: KeyboardEvent): void => {
    const key = readingKey(event);
    if (key !== 'ArrowRight' && key !== 'ArrowLeft') return;
    event.preventDefault();
    navigation.setWidth(index, stepWidth(width, key === 'ArrowRight' ? 1 : -1));
  };

  const onMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (!dragged.current) return;
    const column = document.getElementById(columnId);
    const row = column?.parentElement;
    if (!column || !row) return;
    const box = column.getBoundingClientRect();
    const share = ((isRtl(row) ? box.right - event.clientX : event.clientX - box.left) / row.clientWidth) * 100;
    const nearest = nearestWidth(share);
    if (nearest !== width) navigation.setWidth(index, nearest);
  };

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-controls={columnId}
      aria-label={formatMessage({ id: 'cells.resize' })}
      aria-valuemin={33}
      aria-valuemax={100}
      aria-valuenow={Math.round(SHARES[width])}
      aria-valuetext={formatMessage({ id: `widths.${width}` })}
      tabIndex={0}
      className="kk-divider"
      onKeyDown={onKey}
      onPointerDown={(event) => {
        dragged.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onMove}
      onPointerUp={() => {
        dragged.current = false;
      }}
    />
  );
});
