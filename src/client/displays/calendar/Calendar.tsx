// Results of a listing on their days, with the query, selection and open item of the other displays.

import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { CalendarBar, calendarTitle } from 'src/client/displays/calendar/CalendarBar.tsx';
import { CalendarGrid } from 'src/client/displays/calendar/CalendarGrid.tsx';
import { CalendarList } from 'src/client/displays/calendar/CalendarList.tsx';
import { DayDialog } from 'src/client/displays/calendar/DayDialog.tsx';
import { useCalendarMoves, useDayOfNew } from 'src/client/displays/calendar/useCalendarMoves.ts';
import { useCalendar } from 'src/client/displays/calendar/useCalendar.ts';
import type { DisplayProps } from 'src/client/displays/Display.ts';
import { PartFailed } from 'src/client/ui/PartFailed.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

/** Pixels below which a day would be narrower than a word. */
const NARROW = 620;

/** Undefined until it has been measured. */
const useCalendarWidth = () => {
  const [host, take] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState<number>();
  useEffect(() => {
    if (!host) return undefined;
    const measure = (): void => setWidth(host.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(host);
    return () => observer.disconnect();
  }, [host]);
  return { take, width };
};

export const Calendar = observer(({ store, change }: DisplayProps) => {
  const messages = useMessages();
  const { take, width } = useCalendarWidth();
  // Where nothing is laid out, as in a test of the page's parts, there is space.
  const narrow = width !== undefined && width > 0 && width < NARROW;
  const model = useCalendar({ store, change }, narrow);
  const moves = useCalendarMoves();
  useDayOfNew(store, model, moves);
  const title = calendarTitle(messages, model);
  const { set } = model;
  return (
    <div className="kk-calendar" ref={take}>
      <CalendarBar store={store} model={model} narrow={narrow} title={title} />
      {set.state === 'failed' && (
        <PartFailed message="calendar.failed" failure={set.failure} again={() => set.load()} />
      )}
      {width !== undefined &&
        (model.view === 'list' ? (
          <CalendarList store={store} model={model} moves={moves} />
        ) : (
          <CalendarGrid {...{ store, model, moves, title }} />
        ))}
      <DayDialog model={model} moves={moves} />
    </div>
  );
});
