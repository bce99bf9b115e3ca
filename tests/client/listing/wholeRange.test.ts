import { describe, expect, it } from 'vitest';
import { KIND_INPUTS } from 'src/client/generated/kindInputs.ts';
import { shownRange, wholeRange } from 'src/client/listing/wholeRange.ts';
import type { Json } from 'src/model/item/Item.ts';

const typed = (kind: 'date' | 'approximateDate' | 'integer', from: Json, to: Json) => {
  const bounds = (end: Json) => (end === null ? undefined : KIND_INPUTS[kind].range?.bounds(end));
  return wholeRange(bounds(from), bounds(to));
};

describe('a range that is typed', () => {
  it.each([
    ['integer', '3', ' 5', { from: 3, to: 6 }, [3, 5]],
    ['integer', null, '5', { to: 6 }, [undefined, 5]],
    ['date', '1950', '1960', { from: '1950-01-01', to: '1961-01-01' }, [1950, 1960]],
    ['date', '0950', null, { from: '0950-01-01' }, [950, undefined]],
    ['date', '1950-03', '1950-05-07', { from: '1950-03-01', to: '1950-05-08' }, ['1950-03-01', '1950-05-07']],
    ['approximateDate', '191X', '1931~', { from: '1910-01-01', to: '1932-01-01' }, [1910, 1931]],
    ['approximateDate', '../1931', '1940', { to: '1941-01-01' }, [undefined, 1940]],
  ] as const)('[SRCH-06] of the kind %s from %j to %j includes both ends', (kind, from, to, range, shown) => {
    expect(typed(kind, from, to)).toEqual(range);
    expect(shownRange(range)).toEqual(shown);
  });

  it('[SRCH-06] is none when it is empty, turned round, or of what no query takes', () => {
    expect(typed('integer', null, null)).toBeUndefined();
    expect(typed('integer', '5', '3')).toBeUndefined();
    expect(typed('date', '1960', '1950')).toBeUndefined();
    for (const end of ['x', '1.5']) expect(KIND_INPUTS.integer.range?.bounds(end)).toBeUndefined();
    for (const end of ['-0449', 'XXXX', 'soon', '9999']) expect(KIND_INPUTS.date.range?.bounds(end)).toBeUndefined();
  });

  it('is shown as it is when it was not typed so', () => {
    expect(shownRange({ from: '2024-05-06', to: 1.5 })).toEqual(['2024-05-06', 1.5]);
  });
});
