// The corner of the selected cells: dragged down, it fills the cells below with the value of the first one. By keyboard, Ctrl+D does the same.

import { useEffect, useRef } from 'react';
import type { GridCursor } from 'src/client/displays/table/GridCursor.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface FillHandleProps {
  readonly cursor: GridCursor;
  readonly fill: () => void;
}

/** Returns the row under the pointer. */
const rowUnder = ({ clientX, clientY }: PointerEvent): number | undefined => {
  const cell = document.elementFromPoint(clientX, clientY)?.closest('.bp6-table-cell')?.ariaRowIndex;
  return cell === null || cell === undefined ? undefined : Number(cell) - 2;
};

const stopEvent = (event: Event): void => {
  event.stopPropagation();
  event.preventDefault();
};

export const FillHandle = ({ cursor, fill }: FillHandleProps) => {
  const messages = useMessages();
  const handle = useRef<HTMLSpanElement>(null);
  const latest = useRef(fill);
  useEffect(() => {
    latest.current = fill;
  }, [fill]);
  useEffect(() => {
    const element = handle.current;
    if (!element) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const begin = (event: PointerEvent): void => {
      stopEvent(event);
      const [{ rows, cols }, dragging] = [cursor, new AbortController()];
      const [first, last, left, right] = [rows[0], rows[1], cols[0], cols[1]];
      const extend = (move: PointerEvent): void => {
        const row = rowUnder(move);
        if (row === undefined) return;
        cursor.go({ row: first, col: left });
        cursor.go({ row: Math.max(last, row), col: right }, true);
      };
      // The cell with the handle may be removed while the table scrolls, so the whole page listens.
      const listen = (name: 'pointermove' | 'pointerup' | 'pointercancel', listener: (event: PointerEvent) => void) =>
        window.addEventListener(name, listener, { signal: dragging.signal });
      listen('pointermove', extend);
      listen('pointerup', () => {
        dragging.abort();
        if (cursor.rows[1] > last) latest.current();
      });
      // The system has taken the touch: the cells that were selected before stay selected.
      listen('pointercancel', () => {
        dragging.abort();
        cursor.go({ row: first, col: left });
        cursor.go({ row: last, col: right }, true);
      });
    };
    element.addEventListener('pointerdown', begin, { signal });
    // The table would begin a selection.
    element.addEventListener('mousedown', stopEvent, { signal });
    return () => leaving.abort();
  }, [cursor]);
  return <span ref={handle} aria-hidden className="kk-fill-handle" title={messages.format('table.fillHint')} />;
};
