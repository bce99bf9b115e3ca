// The entries of a month one after the other, below the day that each begins on: the view of narrow columns and of who listens.

import { observer } from 'mobx-react-lite';
import { useCallback, useState } from 'react';
import { overlapsSpan } from 'src/client/displays/calendar/weeksOf.ts';
import type { CalendarMoves } from 'src/client/displays/calendar/CalendarMoves.ts';
import { DayCreate } from 'src/client/displays/calendar/DayCreate.tsx';
import { EntryMenu } from 'src/client/displays/calendar/EntryMenu.tsx';
import type { DayEntry } from 'src/client/displays/dayEntry.ts';
import { entryTime } from 'src/client/displays/entryTime.ts';
import type { CalendarModel } from 'src/client/displays/calendar/useCalendar.ts';
import { ResultRow, type ResultRowProps } from 'src/client/displays/ResultRow.tsx';
import type { Place } from 'src/client/displays/usePlace.ts';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import { VirtualRows } from 'src/client/displays/VirtualRows.tsx';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { DeclaredRow } from 'src/model/generated/declaredDisplays.ts';

const CALENDAR_ROW = 60;

/** Facts of a list row without the day and the times that the entry already shows. */
const calendarFacts = ({ view }: ItemType): DeclaredRow => {
  const { row, schedule } = view;
  const beside = [schedule?.start, schedule?.from, schedule?.to];
  return { ...row, summary: row?.summary?.filter((path) => !beside.includes(path)) ?? [] };
};

interface CalendarRowProps extends Pick<ResultRowProps, 'id' | 'open' | 'words' | 'note'> {
  readonly zone: string;
  readonly moves: CalendarMoves;
}

const CalendarRow = ({ zone, moves, ...row }: CalendarRowProps) => {
  const messages = useMessages();
  return (
    <ResultRow
      {...row}
      frame="day"
      lead={(item, type) => {
        const { from, to } = item && type ? entryTime(item, type, { intl: messages.intl, zone }) : {};
        return (
          <span className="kk-cal-row-time">
            {from !== undefined && (to === undefined ? from : messages.format('calendar.fromTo', { from, to }))}
          </span>
        );
      }}
      picture={() => 'small'}
      display={calendarFacts}
      facts={({ $id }) => <EntryMenu moves={moves} id={$id} />}
      named
    />
  );
};

const noPlaceNoted = (): void => undefined;
const hasNotActed = (): boolean => false;

/** Begins at the day of the calendar, which is today at first: at its entries, or at the next ones of the month. */
const useDayPlace = (
  { day, span, turn, set }: CalendarModel,
  listed: readonly DayEntry[],
  startOf: (entry: DayEntry) => string,
): Place => {
  const [wanted, setWanted] = useState<ItemId>();
  const [followed, setFollowed] = useState('');
  const asked = `${day} ${turn}`;
  if (followed !== asked && listed.length > 0 && set.state !== 'loading') {
    setFollowed(asked);
    if (day > span.first) setWanted(listed.find((entry) => startOf(entry) >= day)?.id);
  }
  const arrive = useCallback(() => setWanted(undefined), []);
  return { wanted, arrive, note: noPlaceNoted, hasActed: hasNotActed };
};

interface CalendarListProps {
  readonly store: ListingStore;
  readonly model: CalendarModel;
  readonly moves: CalendarMoves;
}

export const CalendarList = observer(({ store, model, moves }: CalendarListProps) => {
  const messages = useMessages();
  const { openId, note } = useOpenRow(store);
  const { span, zone, today, set } = model;
  const startOf = ({ first }: DayEntry): string => (first < span.first ? span.first : first);
  const listed = model.entries
    .filter((entry) => overlapsSpan(entry, span))
    .toSorted((one, other) => (startOf(one) < startOf(other) ? -1 : startOf(one) > startOf(other) ? 1 : 0));
  const dayOf = new Map(listed.map((entry) => [entry.id, startOf(entry)]));
  const ids = listed.map(({ id }) => id);
  const place = useDayPlace(model, listed, startOf);
  if (ids.length === 0 && set.state !== 'loading')
    return <Empty icon="calendar" title={messages.format('calendar.nothing')} />;
  const rows = { ids, total: ids.length, version: 0, more: () => {}, selection: store.selection };
  return (
    <VirtualRows
      store={rows}
      place={place}
      height={CALENDAR_ROW}
      heading={(id, before) => {
        const day = dayOf.get(id);
        return (
          day !== undefined &&
          (before === undefined || dayOf.get(before) !== day) && (
            <div className="kk-cal-part">
              <h4 className={`kk-part${day === today ? ' kk-cal-part-today' : ''}`}>
                {messages.intl.formatDate(day, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })}
              </h4>
              <DayCreate store={store} day={day} />
            </div>
          )
        );
      }}
      row={(id) => <CalendarRow {...{ id, zone, note, moves }} open={id === openId} words={store.words} />}
    />
  );
});
