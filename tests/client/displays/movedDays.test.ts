import { expect, it } from 'vitest';
import { dayOfStart, movedValues, startProperty, valuesOn } from 'src/client/displays/calendar/movedDays.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';

const { Book } = registry.types;
if (!Book) throw new Error('the toy world has no books');
const zone = 'America/Vancouver';

const onDays = (schedule: ItemType['view']['schedule']): ItemType =>
  schedule ? { ...Book, view: { ...Book.view, schedule } } : Book;
const book = (values: Readonly<Record<string, Json>>): Item => ({ $id: 'Book-1', ...values }) as unknown as Item;

it('[CELL-05] a day moves by whole days, and its end as far as its start', () => {
  const type = onDays({ start: 'bought', end: 'seen' });
  const item = book({ bought: '2026-02-27', seen: '2026-03-01T18:30:00.000Z' });
  expect(movedValues(item, type, { days: 3, zone })).toEqual({
    bought: '2026-03-02',
    seen: '2026-03-04T18:30:00.000Z',
  });
  expect(movedValues(book({ bought: '2026-02-27' }), type, { days: -1, zone })).toEqual({ bought: '2026-02-26' });
});

it('[CELL-05] a moment keeps its local time where clocks change in between', () => {
  const type = onDays({ start: 'seen' });
  const item = book({ seen: '2026-03-07T18:00:00.000Z' });
  const moved = movedValues(item, type, { days: 1, zone });
  expect(moved).toEqual({ seen: '2026-03-08T17:00:00.000Z' });
  expect(dayOfStart(book(moved), type, zone)).toBe('2026-03-08');
  expect(valuesOn('2026-11-23', type, zone)).toEqual({ seen: '2026-11-23T17:00:00.000Z' });
  expect(valuesOn('2026-11-23', onDays({ start: 'bought' }), zone)).toEqual({ bought: '2026-11-23' });
});

it('[CELL-05] only a day that people write can be moved', () => {
  expect(startProperty(onDays({ start: 'bought' }), [])?.name).toBe('bought');
  expect(startProperty(onDays({ start: 'bought' }), ['bought'])).toBeUndefined();
  // An approximate date is no day, and a member of an object is computed.
  for (const start of ['printed', 'size.height', 'created'])
    expect(startProperty(onDays({ start }), [])).toBeUndefined();
});
