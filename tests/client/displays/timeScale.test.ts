import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { utcDay } from 'src/model/query/timeScale.ts';
import { barsOf, countColumns, fitting, itemsInView } from 'src/client/displays/timeline/timeBars.ts';
import type { Json } from 'src/model/item/Item.ts';
import { DAY_MS } from 'src/base/dayMs.ts';
import { foundSpan, spanOf, spanOfDate, startTime, type Dated, type TimedItem } from 'src/client/displays/timeSpan.ts';
import {
  around,
  momentName,
  movedView,
  pixelOfTime,
  ticksOf,
  transformOf,
  viewOfTransform,
  zoomed,
} from 'src/client/displays/timeline/timeView.ts';

const intl = createIntl({ locale: 'en', messages: { 'timeline.before': '{date} BCE' } });
const years = (from: number, to: number) => ({ from: utcDay(from), to: utcDay(to) });
const item = (number: number, from: number, to = from): TimedItem => ({ id: `Book-${number}`, from, to });

describe('what a date covers on a timeline', () => {
  it.each([
    ['1931', utcDay(1931), utcDay(1932)],
    [1931, utcDay(1931), utcDay(1932)],
    ['1931-12', utcDay(1931, 12), utcDay(1932, 1)],
    ['1932-02-29', utcDay(1932, 2, 29), utcDay(1932, 3, 1)],
    ['0064', utcDay(64), utcDay(65)],
    ['-0449', utcDay(-449), utcDay(-448)],
    [0, utcDay(0), utcDay(1)],
    ['1931-03-07T10:00:00Z', Date.UTC(1931, 2, 7, 10), Date.UTC(1931, 2, 7, 10)],
  ])('[CELL-05] takes %s as the whole of what is known', (value, from, to) => {
    expect(spanOfDate(value)).toEqual({ from, to });
  });

  it('[CELL-05] ends a range with the whole of its last part, and takes no end before the start', () => {
    const plain = (value: Json): Dated => ({ property: undefined, value });
    expect(spanOf(plain('1931'), plain('1934'))).toEqual(years(1931, 1935));
    expect(spanOf(plain('1931'), plain('1920'))).toEqual(years(1931, 1932));
    expect(spanOf(plain(null), plain('1920'))).toBeUndefined();
    expect(spanOfDate('some time ago')).toBeUndefined();
  });

  it('[CELL-05] fades the ends of an approximate date that are not certain', () => {
    const printed: Dated['property'] = {
      name: 'printed',
      kind: 'approximateDate',
      many: false,
      required: false,
      readOnly: false,
    };
    const dated = (value: Json): Dated => ({ property: printed, value });
    const nothing = dated(null);
    expect(spanOf(dated('1910~'), nothing)).toEqual({ ...years(1910, 1911), softStart: true, softEnd: true });
    expect(spanOf(dated('1910/1915?'), nothing)).toEqual({ ...years(1910, 1916), softStart: false, softEnd: true });
    expect(spanOf(dated('../1931'), nothing)).toMatchObject({ to: utcDay(1932), softStart: true, softEnd: false });
    expect(spanOf(dated('XXXX (torn label)'), nothing)).toBeUndefined();
    expect(['191X', '-0449', '../1931'].map((value) => startTime(dated(value)))).toEqual([
      ...[utcDay(1910), utcDay(-449), undefined],
    ]);
    const [bar] = barsOf([{ ...item(1, utcDay(1910), utcDay(1920)), softEnd: true }], years(1900, 1930), 600, 3);
    expect(bar).toMatchObject({ softStart: false, softEnd: true });
  });

  it('[CELL-05] takes a start without an end as a day, or as a moment', () => {
    expect(foundSpan(utcDay(1931), null, true).to).toBe(utcDay(1931, 1, 2));
    expect(foundSpan(utcDay(1931), utcDay(1933), true)).toEqual(years(1931, 1933));
    expect(foundSpan(utcDay(1931), null, false).to).toBe(utcDay(1931));
  });
});

describe('the part of time in view', () => {
  it.each([years(1900, 2000), years(-500, -400), { from: utcDay(2024, 5, 1), to: utcDay(2024, 5, 2) }])(
    '[CELL-05] is the same after a gesture has taken it over, from %o',
    (view) => {
      const back = viewOfTransform(transformOf(view, 900), 900);
      expect(Math.abs(back.from - view.from)).toBeLessThan(1000);
      expect(Math.abs(back.to - view.to)).toBeLessThan(1000);
    },
  );

  it('[CELL-05] zooms from days to thousands of years and no further', () => {
    const { from, to } = zoomed(years(2000, 2001), 1e-9);
    expect(to - from).toBe(DAY_MS);
    const wide = zoomed(years(1900, 2000), 1e9);
    expect(wide.to - wide.from).toBeGreaterThan(utcDay(2000) - utcDay(-8000));
    expect(movedView(years(1900, 2000), 0.5).from).toBeCloseTo((utcDay(1900) + utcDay(2000)) / 2, -3);
    expect(pixelOfTime(utcDay(1931), around(years(1931, 1932)), 800)).toBeGreaterThan(0);
  });

  it('[CELL-05] names its ticks by years, with the era before the first, by months and by days', () => {
    const names = (view: { from: number; to: number }): string[] => ticksOf(intl, view, 900).map(({ name }) => name);
    expect(names(years(1900, 1950))).toContain('1930');
    expect(names(years(-500, -100))).toContain('300 BCE');
    expect(names(years(-3000, 3000))).toEqual(expect.arrayContaining(['2000 BCE', '1000 BCE', '1', '1000']));
    expect(momentName(intl, utcDay(-449), 366 * DAY_MS)).toBe('450 BCE');
    expect(names({ from: utcDay(1931, 1), to: utcDay(1931, 7) })).toContain('Mar 1931');
    expect(names({ from: utcDay(1931, 3, 1), to: utcDay(1931, 3, 8) })).toContain('07-Mar-1931');
    expect(names({ from: utcDay(1931, 3, 1), to: utcDay(1931, 3, 12) })).toHaveLength(6);
    expect(names({ from: utcDay(1931, 3, 1), to: utcDay(1931, 3, 2) })).toContain('01-Mar 12:00');
  });
});

describe('what stands where', () => {
  it('[CELL-05] shows what reaches into the view, and nothing that ends where it begins', () => {
    const all = [item(1, utcDay(1800), utcDay(1950)), item(2, utcDay(1950), utcDay(1951)), item(3, utcDay(1940))];
    expect(itemsInView(all, years(1930, 1950)).map(({ id }) => id)).toEqual(['Book-1', 'Book-3']);
    expect(itemsInView(all, years(1951, 1960))).toEqual([]);
  });

  it('[CELL-05] puts what would meet on lines of its own', () => {
    const view = years(1900, 2000);
    const bars = barsOf(
      [item(1, utcDay(1910), utcDay(1950)), item(2, utcDay(1920)), item(3, utcDay(1990))],
      view,
      1000,
      9,
    );
    expect(bars.map(({ line }) => line)).toEqual([0, 1, 0]);
    expect(bars[0]?.width).toBeCloseTo(400, 0);
    expect(bars[1]?.isPoint).toBe(true);
  });

  it('[CELL-05] [SHELL-03] keeps bars and their names inside of a narrow view, apart from each other', () => {
    const view = years(1900, 2000);
    const width = 320;
    const bars = barsOf(
      [
        item(1, utcDay(1800), utcDay(2100)),
        item(2, utcDay(1905)),
        item(3, utcDay(1950)),
        item(4, utcDay(1999, 12, 31)),
      ],
      view,
      width,
      9,
    );
    expect(bars.map(({ side }) => side)).toEqual(['over', 'after', 'before', 'before']);
    const ends = new Map<number, number>();
    for (const { x, width: length, nameWidth, side, line } of bars) {
      const first = side === 'before' ? x - nameWidth : x;
      const last = side === 'after' ? x + length + nameWidth : x + length;
      expect(first).toBeGreaterThanOrEqual(Math.max(-2, ends.get(line) ?? -2));
      expect(last).toBeLessThanOrEqual(width);
      ends.set(line, last);
    }
    expect(fitting('Gathering at the river', 100)).toBe('Gathering…');
    expect(fitting('Gathering', 100)).toBe('Gathering');
  });

  it('[CELL-05] counts each of fifty thousand once, at a cost that grows with their number and no faster', () => {
    const view = years(-500, 2200);
    const itemsOf = (count: number) =>
      Array.from({ length: count }, (_, at) => item(at, utcDay(-400) + at * 17 * DAY_MS * (50_000 / count)));
    /** Counts how often the beginning of an item is read. */
    const readsOf = (items: ReturnType<typeof itemsOf>): number => {
      let reads = 0;
      const counted = items.map(({ from, ...rest }) => ({
        ...rest,
        get from() {
          reads += 1;
          return from;
        },
      }));
      countColumns(itemsInView(counted, view), view, 1200);
      return reads;
    };
    const [few, many] = [itemsOf(5_000), itemsOf(50_000)];
    const columns = countColumns(itemsInView(many, view), view, 1200);
    expect(columns.reduce((sum, { count }) => sum + count, 0)).toBe(50_000);
    expect(columns.length).toBeLessThan(200);
    expect(readsOf(many)).toBe(10 * readsOf(few));
  });
});
