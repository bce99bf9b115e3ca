// Period and entries of a calendar: the listing's own query, answered with the days of its results.

import { useEffect, useMemo, useState } from 'react';
import type { DisplayProps } from 'src/client/displays/Display.ts';
import { monthSpan, weekFactsOf, weeksOf } from 'src/client/displays/calendar/weeksOf.ts';
import { spanOfTimes, type DayEntry, type DaySpan } from 'src/client/displays/dayEntry.ts';
import type { TimeSet } from 'src/client/displays/TimeSet.ts';
import { useTimeSet } from 'src/client/displays/useTimeSet.ts';
import {
  CALENDAR_PARAMETER,
  readCalendarPlace,
  writeCalendarPlace,
  type CalendarPlace,
  type CalendarView,
} from 'src/client/displays/calendar/calendarPlace.ts';
import { withParameter } from 'src/model/listing/listingState.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Day } from 'src/model/calendar/dayIn.ts';
import { weekdayOf } from 'src/model/calendar/localDay.ts';
import { isMomentAt } from 'src/model/kinds/kindTraits.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

export interface CalendarModel {
  readonly set: TimeSet;
  /** Time zone of `today`. */
  readonly zone: string;
  readonly today: Day;
  readonly view: CalendarView;
  readonly day: Day;
  readonly firstWeekday: number;
  readonly isWeekend: (day: Day) => boolean;
  readonly weeks: readonly (readonly Day[])[];
  readonly span: DaySpan;
  readonly entries: readonly DayEntry[];
  readonly go: (place: CalendarPlace) => void;
  /** Changes each time the person goes somewhere, also to the day that is shown. */
  readonly turn: number;
}

/** Steps and other kinds of one item are many types, of which a listing follows the first ones by itself. */
const useAllWatched = ({ store }: Pick<DisplayProps, 'store'>): void => {
  const { items } = useClient();
  const names = store.plan.types.map(({ name }) => name).join(' ');
  useEffect(() => {
    const releases = names.split(' ').map((name) => items.watch(`${name}-0`));
    return () => releases.forEach((release) => release());
  }, [items, names]);
};

/** Observable: call it inside an observer. */
export const useCalendar = ({ store, change }: DisplayProps, narrow: boolean): CalendarModel => {
  const {
    registry,
    day: { zone, today },
  } = useClient();
  const { intl } = useMessages();
  const set = useTimeSet(store, 'days');
  useAllWatched({ store });
  const calendar = readCalendarPlace(store.state.parameters[CALENDAR_PARAMETER]);
  // A narrow column has no space for seven days next to each other.
  const view = narrow ? 'list' : (calendar.view ?? 'month');
  const day = calendar.day ?? today;
  const { firstDay: firstWeekday, weekend } = useMemo(() => weekFactsOf(intl.locale), [intl.locale]);
  const isWeekend = (each: Day): boolean => weekend.includes(weekdayOf(each));
  const weeks = weeksOf(view, day, firstWeekday);
  const span: DaySpan =
    view === 'list' ? monthSpan(day) : { first: weeks[0]?.[0] ?? day, last: weeks.at(-1)?.at(-1) ?? day };
  const { timed } = set.found;
  const entries = useMemo(
    () =>
      timed.map(({ id, from, to }): DayEntry => {
        const type = registry.types[typeOfId(id)];
        const start = type?.view.schedule?.start ?? '';
        const isMoment = type !== undefined && isMomentAt(type.properties, start);
        return { id, ...spanOfTimes(from, to, { isMoment, zone }) };
      }),
    [timed, registry, zone],
  );
  const [turn, setTurn] = useState(0);
  const go = (place: CalendarPlace): void => {
    setTurn(turn + 1);
    change(withParameter(store.state, CALENDAR_PARAMETER, writeCalendarPlace({ ...calendar, ...place })));
  };
  return { set, zone, today, view, day, firstWeekday, isWeekend, weeks, span, entries, go, turn };
};
