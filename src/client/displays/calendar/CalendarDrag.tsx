// Lets entries be dragged from day to day. A finger scrolls until it rests on an entry; the mouse drags once it has moved.

import { AutoScroller, PointerActivationConstraints, PointerSensor } from '@dnd-kit/dom';
import { DragDropProvider } from '@dnd-kit/react';
import { observer } from 'mobx-react-lite';
import { useRef, type ReactNode } from 'react';
import type { CalendarMoves } from 'src/client/displays/calendar/CalendarMoves.ts';
import type { CalendarModel } from 'src/client/displays/calendar/useCalendar.ts';
import { useMoveTo } from 'src/client/displays/calendar/useCalendarMoves.ts';
import { itemName } from 'src/client/navigation/itemName.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Day } from 'src/model/calendar/dayIn.ts';
import type { ItemId } from 'src/model/item/Item.ts';

const ENTRY_SENSORS = [
  PointerSensor.configure({
    activationConstraints: ({ pointerType }) =>
      pointerType === 'touch'
        ? [new PointerActivationConstraints.Delay({ value: 250, tolerance: 8 })]
        : [new PointerActivationConstraints.Distance({ value: 6 })],
    preventActivation: ({ target }) => target instanceof Element && target.closest('button') !== null,
  }),
];
/** The other plugins of the library add style elements, which the content security policy refuses. */
const ENTRY_PLUGINS = [AutoScroller];

const dayCellAt = ({ x, y }: { readonly x: number; readonly y: number }): HTMLElement | null | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('td[data-day]');

/** Identifies an entry on one of its days. */
export const dragKey = (id: ItemId, day: Day): string => `${id} ${day}`;

interface CalendarDragProps {
  readonly model: CalendarModel;
  readonly moves: CalendarMoves;
  readonly children: ReactNode;
}

export const CalendarDrag = observer(({ model, moves, children }: CalendarDragProps) => {
  const { items } = useClient();
  const { format } = useMessages();
  const ghost = useRef<HTMLDivElement>(null);
  const moveTo = useMoveTo(model, moves);
  const { dragged } = moves;
  return (
    <DragDropProvider
      sensors={ENTRY_SENSORS}
      plugins={ENTRY_PLUGINS}
      onDragStart={({ operation }) => {
        const [id = '', day = ''] = String(operation.source?.id).split(' ');
        moves.begin({ id, day });
      }}
      onDragMove={({ operation }) => {
        const { x, y } = operation.position.current;
        moves.moveOver(dayCellAt({ x, y })?.dataset['day']);
        if (ghost.current) ghost.current.style.transform = `translate(${x + 8}px, ${y + 8}px)`;
      }}
      onDragEnd={({ operation, canceled }) => {
        const entry = moves.endDrag();
        const cell = dayCellAt(operation.position.current);
        const to = cell?.dataset['day'];
        if (canceled || !entry || to === undefined) return;
        // The keys of the calendar undo the move.
        cell?.focus({ preventScroll: true });
        moveTo(entry, to);
      }}
    >
      {children}
      {dragged && (
        <div ref={ghost} className="kk-cal-ghost" aria-hidden>
          {itemName(items, format, dragged.id)}
        </div>
      )}
    </DragDropProvider>
  );
});
