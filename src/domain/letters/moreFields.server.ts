// Fields of a template in addition to the properties of the item: the day, the owner, the author, and the state of the legal clock. Days
// are those of the owner.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import { readItemClock } from 'src/model/workflow/readItemClock.ts';
import { calendarOf, type Context, type StoredItem } from 'src/server/extend.ts';

interface DayWords {
  readonly date: (value: string) => string;
}

/** `clock.asked`, `clock.due` are days; `clock.used`, `clock.stopped`, `clock.left` are numbers of them; `clock.reasons` is why it was stopped. */
export const moreFields = async (
  context: Context,
  about: StoredItem,
): Promise<(words: DayWords) => Readonly<Record<string, string>>> => {
  const { services, db, readFilter, subject, now } = context;
  const owner = about.owners.find(isItemId);
  const named = [owner, subject.userId].filter((id): id is ItemId => id !== undefined);
  const labels = await services.items.labels(db, readFilter, named);
  const label = (id: Json | undefined): string => (typeof id === 'string' ? (labels.get(id) ?? '') : '');
  const calendar = await calendarOf(services, db, about);
  const declared = services.registry.workflows?.subjects[about.type];
  const clock = declared && readItemClock(about.properties, declared, { calendar, now });
  return ({ date }) => {
    const day = (value: string | undefined): string => (value === undefined ? '' : date(value));
    const count = (value: number | undefined): string => (value === undefined ? '' : String(value));
    return {
      ...{ today: date(dayIn(now, calendar.timeZone)), me: label(subject.userId), owner: label(owner) },
      ...(declared?.clock && {
        ...{ 'clock.asked': day(clock?.asked), 'clock.due': day(clock?.due), 'clock.used': count(clock?.used) },
        ...{ 'clock.stopped': count(clock?.stopped), 'clock.left': count(clock?.left) },
        'clock.reasons': (clock?.stops ?? []).flatMap(({ reason }) => reason ?? []).join('; '),
      }),
    };
  };
};

const EXAMPLE_DAYS = { 'clock.used': '12', 'clock.stopped': '3', 'clock.left': '15' } as const;

/** The same without an item. */
export const exampleMoreFields = async (
  { services, db, readFilter, subject }: Context,
  { owner, day }: { readonly owner: Json | undefined; readonly day: string },
): Promise<Readonly<Partial<Record<string, string>>>> => {
  const named = [owner, subject.userId].filter(isItemId);
  const labels = await services.items.labels(db, readFilter, named);
  const label = (id: Json | undefined): string => labels.get(String(id)) ?? '';
  const days = { today: day, 'clock.asked': day, 'clock.due': day, ...EXAMPLE_DAYS };
  return { ...days, me: label(subject.userId), owner: label(owner), 'clock.reasons': '…' };
};
