// Moments in the zone of the caller, compared with the platform's own conversion.

import { expect, it } from 'vitest';
import { seededRandom } from 'src/base/seededRandom.ts';
import { dateWords } from 'src/server/exchange/exportDates.ts';

const MINUTE = 60_000;
const ZONES = [
  'UTC',
  'America/Vancouver',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Monrovia',
];

/** `05-Aug-2024 07:30`. */
const byPlatform = (zone: string): ((at: number) => string) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric' },
    ...{ day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return `${part['day']}-${names[Number(part['month']) - 1]}-${part['year']} ${part['hour']}:${part['minute']}`;
  };
};

it('[EXCHANGE] a moment is what clocks in the zone showed, also on the days when they were changed', () => {
  const random = seededRandom(11);
  const from = Date.UTC(1930, 0, 1) / MINUTE;
  const to = Date.UTC(2040, 0, 1) / MINUTE;
  // Every half hour of the days on which Vancouver and Lord Howe change their clocks, and any moment of a century.
  const changed = ['2024-03-10', '2024-11-03', '2024-04-06', '2024-10-05'].flatMap((day) =>
    Array.from({ length: 96 }, (_, at) => Date.parse(`${day}T00:00:00Z`) + at * 30 * MINUTE),
  );
  const moments = [
    ...changed,
    ...Array.from({ length: 300 }, () => random.whole(from, to) * MINUTE + random.whole(0, 59_999)),
  ];
  for (const zone of ZONES) {
    const { moment } = dateWords('en', zone);
    const shown = byPlatform(zone);
    expect(moments.map((at) => moment(new Date(at).toISOString()))).toEqual(moments.map(shown));
  }
  expect(dateWords('en', 'UTC').moment('no moment')).toBe('no moment');
  expect(dateWords('fr', 'UTC').date('1931-03')).toBe('mars 1931');
});
