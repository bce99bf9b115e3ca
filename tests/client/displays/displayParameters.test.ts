// Parameters of displays read back from an address as they were written, and a text of any form is harmless.
import { describe, expect, it } from 'vitest';
import { CALENDAR_VIEWS, readCalendarPlace, writeCalendarPlace } from 'src/client/displays/calendar/calendarPlace.ts';
import { readPeriod, writePeriod } from 'src/client/displays/timeline/visiblePeriod.ts';
import { fc } from 'tests/properties.ts';

describe('[ROUTE-08] parameters of displays', () => {
  it.each([
    ['-000449-01-01', '1931-03-07'],
    ['2024-01-01T10:30Z', '2024-01-02T08:00Z'],
  ])('keep the visible period from %s to %s', (from, to) => {
    const period = { from: Date.parse(from), to: Date.parse(to) };
    expect(readPeriod(writePeriod(period))).toEqual(period);
  });

  it('keep the view and the day of a calendar', () => {
    for (const view of [undefined, ...CALENDAR_VIEWS])
      for (const day of [undefined, '2026-11-23'])
        expect(readCalendarPlace(writeCalendarPlace({ view, day }))).toEqual({ view, day });
    expect(readCalendarPlace('year*2026-02-31x')).toEqual({ view: undefined, day: undefined });
  });

  it('never throw on a text that a person typed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => [readPeriod(text), readCalendarPlace(text)]).not.toThrow();
      }),
    );
  });
});
