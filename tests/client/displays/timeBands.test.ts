import { describe, expect, it } from 'vitest';
import { bucketBands, periodBands, shownBands, spanOfBand } from 'src/client/displays/timeline/timeBands.ts';
import { utcDay } from 'src/model/query/timeScale.ts';

const years = (from: number, to: number) => ({ from: utcDay(from), to: utcDay(to) });

describe('periods behind a timeline', () => {
  it('[EXPERIENCE] are the site’s own in the language of the reader, each with a line for its name where they overlap', () => {
    const bands = periodBands(
      [
        { name: { en: 'Before the weir', fr: 'Avant le barrage' }, to: 1819 },
        { name: { en: 'The years at the weir' }, from: 1820, to: 1864 },
        { name: { en: 'The long winter' }, from: 1850, to: 1855 },
        { name: { en: 'Since the road' }, from: 1931 },
      ],
      'fr',
    );
    expect(bands.map(({ name }) => name)).toEqual([
      ...['Avant le barrage', 'The years at the weir', 'The long winter', 'Since the road'],
    ]);
    const shown = shownBands(bands, years(1800, 1900), 1_000);
    expect(shown.map(({ name, line, tinted }) => [name, line, tinted])).toEqual([
      ['Avant le barrage', 0, false],
      ['The years at the weir', 0, true],
      ['The long winter', 1, false],
    ]);
    // A period that the edge cuts begins there; the last year belongs to its period.
    expect(shown[0]?.x).toBe(0);
    expect(shown.map(({ x, width }) => Math.round(x + width))).toEqual([200, 650, 560]);
  });

  it('[SRCH-06] are the declared years of history otherwise, from before the first to after the last', () => {
    const set = {
      ...{ key: 'history', unit: 'year' as const },
      buckets: [
        { key: 'before 1700', to: 1700 },
        { key: '1700-1749', from: 1700, to: 1750 },
        { key: 'after', from: 1750 },
      ],
    };
    const bands = bucketBands(set, (key) => `Years ${key}`);
    expect(
      shownBands(bands, years(1600, 1800), 200).map(({ name, x, width }) => [name, Math.round(x), Math.round(width)]),
    ).toEqual([
      ['Years before 1700', 0, 100],
      ['Years 1700-1749', 100, 50],
      ['Years after', 150, 50],
    ]);
    const whole = years(1650, 1990);
    expect(bands.map((band) => spanOfBand(band, whole))).toEqual([
      years(1650, 1700),
      years(1700, 1750),
      years(1750, 1990),
    ]);
  });
});
