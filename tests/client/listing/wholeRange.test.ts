import { describe, expect, it } from 'vitest';
import { shownRange, wholeRange } from 'src/client/listing/wholeRange.ts';

describe('a range that is typed', () => {
  it.each([
    ['number', '3', '5', { from: 3, to: 6 }, [3, 5]],
    ['number', '', '5', { to: 6 }, [undefined, 5]],
    ['year', '1950', '1960', { from: '1950-01-01', to: '1961-01-01' }, [1950, 1960]],
    ['year', ' 950', '', { from: '0950-01-01' }, [950, undefined]],
  ] as const)('[SRCH-06] of %s from "%s" to "%s" includes both ends', (unit, from, to, range, shown) => {
    expect(wholeRange(unit, from, to)).toEqual(range);
    expect(shownRange(range)).toEqual(shown);
  });

  it('is none when it is empty, turned round or no number', () => {
    for (const [from, to] of [
      ['', ''],
      ['5', '3'],
      ['x', '3'],
      ['1', 'x'],
      ['1.5', ''],
    ] as const)
      expect(wholeRange('number', from, to)).toBeUndefined();
    expect(wholeRange('year', '-5', '')).toBeUndefined();
  });

  it('is shown as it is when it was not typed so', () => {
    expect(shownRange({ from: '2024-05-06', to: 1.5 })).toEqual(['2024-05-06', 1.5]);
  });
});
