// The moves of a calendar, with the messages about them, and the day of a new record, to which the calendar goes.

import { when } from 'mobx';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { CalendarMoves, type DayOfEntry } from 'src/client/displays/calendar/CalendarMoves.ts';
import { dayOfStart } from 'src/client/displays/calendar/movedDays.ts';
import type { CalendarModel } from 'src/client/displays/calendar/useCalendar.ts';
import { SheetEdits } from 'src/client/displays/SheetEdits.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { itemName } from 'src/client/navigation/itemName.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Day } from 'src/model/calendar/dayIn.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

/** Time to wait until the calendar shows what was saved. */
const SHOWN_TIMEOUT_MS = 3_000;

export const useCalendarMoves = (): CalendarMoves => {
  const client = useClient();
  const { format, intl } = useMessages();
  return useMemo(() => {
    const { items, registry, day } = client;
    const edits = new SheetEdits(client, ([change]) => {
      const type = registry.types[typeOfId(change?.id ?? '')];
      const on = change && type ? dayOfStart(change.set as Item, type, day.zone) : undefined;
      return [
        'calendar.moved',
        {
          label: change ? itemName(items, format, change.id) : '',
          day: on === undefined ? '' : intl.formatDate(on, { dateStyle: 'full', timeZone: 'UTC' }),
        },
      ];
    });
    return new CalendarMoves(client, edits, format);
  }, [client, format, intl]);
};

/** Returns a function that moves an entry from one of its days to another. */
export const useMoveTo =
  ({ set, entries }: CalendarModel, moves: CalendarMoves) =>
  (entry: DayOfEntry, to: Day): void => {
    const first = entries.find(({ id }) => id === entry.id)?.first ?? entry.day;
    const isShown = async (): Promise<void> => {
      const before = set.found;
      await when(() => set.found !== before, { timeout: SHOWN_TIMEOUT_MS }).catch(() => undefined);
    };
    void moves.move({ ...entry, first }, to, isShown);
  };

/** Goes to the day of a record that this person creates. */
export const useDayOfNew = (store: ListingStore, { go, zone }: CalendarModel, { edits }: CalendarMoves): void => {
  const { items, registry } = useClient();
  const goTo = useEffectEvent(async (id: ItemId) => {
    const type = registry.types[typeOfId(id)];
    const item = type && (await edits.read(id));
    const day = item && dayOfStart(item, type, zone);
    if (day !== undefined) go({ day });
  });
  useEffect(
    () =>
      items.onOwnChange((id, change) => {
        if (change === 'created' && store.lists(id)) void goTo(id);
      }),
    [items, store],
  );
};
