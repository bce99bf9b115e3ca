import { expect, it } from 'vitest';
import { addMonths } from 'src/model/calendar/localDay.ts';
import { byDay, dayAfterKey, weekFactsOf, weeksOf } from 'src/client/displays/calendar/weeksOf.ts';
import { spanOfTimes } from 'src/client/displays/dayEntry.ts';

const monday = { firstWeekday: 1, forward: 'ArrowRight' as const };

it('[CELL-05] a month is whole weeks, also where clocks change, and a week begins where the language says', () => {
  const march = weeksOf('month', '2026-03-15', 1);
  expect(march.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  expect([march[0]?.[0], march.at(-1)?.at(-1)]).toEqual(['2026-02-23', '2026-04-05']);
  // Clocks change on the 8th of March in Vancouver: no day comes twice and none is left out.
  expect(new Set(march.flat()).size).toBe(42);
  expect(weeksOf('month', '2026-02-01', 7)).toHaveLength(4);
  expect(weeksOf('week', '2026-11-23', 7)[0]?.[0]).toBe('2026-11-22');
  expect(['en-US', 'fr-CA', 'de'].map((each) => weekFactsOf(each).firstDay)).toEqual([7, 7, 1]);
  expect(['en-CA', 'fa-IR'].map((each) => weekFactsOf(each).weekend)).toEqual([[6, 7], [5]]);
});

it('[CELL-05] [EXPERIENCE] keys lead as the date grid of WAI-ARIA has it', () => {
  const to = (key: string, shiftKey = false) => dayAfterKey('2026-01-31', { key, shiftKey }, monday);
  expect(to('ArrowRight')).toBe('2026-02-01');
  expect(to('ArrowUp')).toBe('2026-01-24');
  expect([to('Home'), to('End')]).toEqual(['2026-01-26', '2026-02-01']);
  expect([to('PageDown'), to('PageDown', true), to('PageUp')]).toEqual(['2026-02-28', '2027-01-31', '2025-12-31']);
  expect(to('x')).toBeUndefined();
  expect(dayAfterKey('2026-01-31', { key: 'ArrowLeft', shiftKey: false }, { ...monday, forward: 'ArrowLeft' })).toBe(
    '2026-02-01',
  );
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28');
});

it('[CELL-05] a moment is on its day in the zone of the owner, a date on its own, and a span on each of its days', () => {
  const late = Date.parse('2026-03-09T06:30:00Z');
  expect(spanOfTimes(late, late, { isMoment: true, zone: 'America/Vancouver' }).first).toBe('2026-03-08');
  expect(spanOfTimes(late, late, { isMoment: true, zone: 'UTC' }).first).toBe('2026-03-09');
  const day = Date.parse('2026-03-08T00:00:00Z');
  const stay = spanOfTimes(day, day + 2 * 86_400_000, { isMoment: false, zone: 'Pacific/Kiritimati' });
  expect(stay).toEqual({ first: '2026-03-08', last: '2026-03-10' });
  const found = byDay([{ id: 'Loan-1', ...stay }], { first: '2026-03-09', last: '2026-03-31' });
  expect([...found.keys()]).toEqual(['2026-03-09', '2026-03-10']);
});
