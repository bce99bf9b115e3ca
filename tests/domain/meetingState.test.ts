// The state of a meeting over time: default times, and the days of a time zone, also where its clocks are changed.
import { describe, expect, it } from 'vitest';
import { meetingState } from 'src/domain/organisations/meetingState.ts';

const ZONE = 'America/Vancouver';
const instantsOf = (properties: Parameters<typeof meetingState>[0], zone: string): string[] =>
  meetingState(properties, zone)
    .slice(1)
    .map(({ from, value }) => `${value} ${new Date(from).toISOString()}`);

describe('[ORG-02] the state of a meeting', () => {
  it('begins and ends by the clocks of its owner', () => {
    expect(instantsOf({ date: '2026-11-24', start: '16:30', end: '17:30' }, ZONE)).toEqual([
      'ONGOING 2026-11-25T00:30:00.000Z',
      'PAST 2026-11-25T01:31:00.000Z',
    ]);
  });

  it.each([
    ['2026-07-01', '2026-07-01T07:00:00.000Z', '2026-07-02T07:00:00.000Z'],
    ['2026-03-08', '2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z'],
    ['2026-11-01', '2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z'],
    ['2028-02-29', '2028-02-29T08:00:00.000Z', '2028-03-01T08:00:00.000Z'],
  ])('lasts from midnight to midnight without times, on %s', (date, from, until) => {
    expect(instantsOf({ date }, ZONE)).toEqual([`ONGOING ${from}`, `PAST ${until}`]);
  });

  it('is none without a date', () => {
    expect(meetingState({ start: '10:00' }, ZONE)).toEqual([]);
  });
});
