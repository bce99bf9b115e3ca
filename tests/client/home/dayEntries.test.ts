// "My days": the nearest first, deadlines with the days that are left, and nothing that is over.
import { expect, it } from 'vitest';
import { dayGroupOf, dueEntries } from 'src/client/home/dayEntries.ts';
import type { SearchAnswer } from 'src/model/generated/wire.ts';
import type { ItemType, Registry } from 'src/model/schema/Registry.ts';
import { registry as toyRegistry } from 'tests/toy/generated/registry.client.ts';

const scheduled = (schedule: ItemType['view']['schedule']): ItemType => {
  const book = toyRegistry.types['Book'];
  if (!book) throw new Error('the toy world has books');
  return { ...book, view: { ...book.view, ...(schedule && { schedule }) } };
};
const types: Registry['types'] = {
  Deadline: scheduled({ start: 'dueBack' }),
  Meeting: scheduled({ start: 'date', from: 'begins', to: 'ends' }),
  Session: scheduled({ start: 'date' }),
};
const TODAY = '2026-11-28';
const entries = (found: Readonly<Record<string, string | null>>) => {
  const answer = {
    ids: Object.keys(found),
    total: Object.keys(found).length,
    times: Object.values(found).map((day) => (day === null ? [null, null] : [Date.parse(day), null])),
  } satisfies Partial<SearchAnswer> as SearchAnswer;
  return dueEntries(answer, { registry: { types }, zone: 'America/Vancouver', today: TODAY });
};

it('[EXPERIENCE] puts the nearest first and says how many days are left', () => {
  const found = entries({
    'Meeting-1': '2026-12-20',
    'Deadline-1': '2026-11-30',
    'Meeting-2': TODAY,
    'Deadline-2': '2026-11-25',
    'Deadline-3': null,
  });
  expect(found.map(({ id, inDays, isDeadline }) => [id, inDays, isDeadline])).toEqual([
    ['Deadline-2', -3, true],
    ['Meeting-2', 0, false],
    ['Deadline-1', 2, true],
    ['Meeting-1', 22, false],
  ]);
  expect(found.map(dayGroupOf)).toEqual(['overdue', 'today', 'week', 'later']);
});

it('[EXPERIENCE] leaves out meetings that are over, days on which something happened, and deadlines of long ago', () => {
  expect(entries({ 'Meeting-1': '2026-11-27', 'Session-1': '2026-11-27', 'Deadline-1': '2026-08-01' })).toEqual([]);
  expect(entries({ 'Session-1': '2026-11-29' }).map(dayGroupOf)).toEqual(['tomorrow']);
});
