// Asks to which day an entry moves: the way by keyboard and menu to what dragging does.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import type { CalendarMoves } from 'src/client/displays/calendar/CalendarMoves.ts';
import type { CalendarModel } from 'src/client/displays/calendar/useCalendar.ts';
import { useMoveTo } from 'src/client/displays/calendar/useCalendarMoves.ts';
import { Asked } from 'src/client/forms/useAskDialog.tsx';
import { itemName } from 'src/client/navigation/itemName.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

/** Gives the focus to the chosen day once the dialog has closed: the entry that opened it is there now. */
const useFocusOnDay = (isOpen: boolean) => {
  const chosen = useRef<string>(undefined);
  useEffect(() => {
    const day = chosen.current;
    if (isOpen || day === undefined) return;
    chosen.current = undefined;
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`.kk-cal [data-day="${day}"]`)?.focus());
  }, [isOpen]);
  return (day: string): void => {
    chosen.current = day;
  };
};

interface DayDialogProps {
  readonly model: CalendarModel;
  readonly moves: CalendarMoves;
}

export const DayDialog = observer(({ model, moves }: DayDialogProps) => {
  const { items } = useClient();
  const { format } = useMessages();
  const moveTo = useMoveTo(model, moves);
  const id = moves.asked;
  const focusOn = useFocusOnDay(id !== undefined);
  const entry = model.entries.find((each) => each.id === id);
  if (id === undefined || !entry) return null;
  return (
    <Asked
      question={{
        ...{ title: format('calendar.moveTitle', { label: itemName(items, format, id) }) },
        ...{ apply: format('calendar.moveApply'), values: { day: entry.first } },
        fields: [{ name: 'day', label: 'calendar.day', kind: 'date', required: true }],
        submit: async ({ day }) => {
          moveTo({ id, day: entry.first }, String(day));
          model.go({ day: String(day) });
          focusOn(String(day));
          return await Promise.resolve(true);
        },
      }}
      close={() => moves.ask(undefined)}
    />
  );
});
