// The divider at a column's end: drag it, or use the arrow keys, to choose one of the four widths.
// Follows the ARIA window-splitter pattern; the toolbar's menu does the same without a drag.

import { observer } from 'mobx-react-lite';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useIntl } from 'react-intl';
import { nearestWidth, SHARES, stepWidth } from 'src/client/cells/columnSizes.ts';
import { useClient } from 'src/client/useClient.ts';

export const Divider = observer(({ index, columnId }: { readonly index: number; readonly columnId: string }) => {
  const { navigation } = useClient();
  const { formatMessage } = useIntl();
  const dragged = useRef(false);
  const width = navigation.width(index);
  const rtl = (): boolean => document.documentElement.dir === 'rtl';

  const onKey = (event: KeyboardEvent): void => {
    const wider = rtl() ? 'ArrowLeft' : 'ArrowRight';
    const narrower = rtl() ? 'ArrowRight' : 'ArrowLeft';
    if (event.key !== wider && event.key !== narrower) return;
    event.preventDefault();
    navigation.setWidth(index, stepWidth(width, event.key === wider ? 1 : -1));
  };

  const onMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (!dragged.current) return;
    const column = document.getElementById(columnId);
    const row = column?.parentElement;
    if (!column || !row) return;
    const box = column.getBoundingClientRect();
    const share = ((rtl() ? box.right - event.clientX : event.clientX - box.left) / row.clientWidth) * 100;
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
