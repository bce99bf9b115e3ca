import { fc } from 'tests/properties.ts';
import { describe, expect, it } from 'vitest';
import {
  EMPTY_STATE,
  includesValue,
  readState,
  toggleChosen,
  writeState,
  type ListingState,
} from 'src/model/listing/listingState.ts';
import type { FilterValue } from 'src/model/generated/wire.ts';
import { DISPLAY_MODES } from 'src/model/generated/displays.ts';

const value: fc.Arbitrary<FilterValue> = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.record({ from: fc.integer(), to: fc.string() }),
  fc.constantFrom('true', 'null', '12', '{', '"a"', 'before 1700'),
);

const state: fc.Arbitrary<ListingState> = fc.record({
  text: fc.string(),
  chosen: fc.dictionary(
    fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
    fc.array(value, { minLength: 1, maxLength: 3 }),
    { maxKeys: 3, noNullPrototype: true },
  ),
  sort: fc.option(
    fc.record({ key: fc.constantFrom('title', 'created'), order: fc.constantFrom('asc' as const, 'desc' as const) }),
    {
      nil: undefined,
    },
  ),
  display: fc.option(fc.constantFrom(...DISPLAY_MODES), { nil: undefined }),
  columns: fc.constantFrom(undefined, [{ path: 'title', width: 240 }, { path: '_c.ts' }]),
  parameters: fc.constantFrom<Readonly<Record<string, string>>>(
    {},
    { size: 'small', open: '1.22' },
    { time: '1931-03-07*1950-01-01', lanes: '1' },
  ),
  at: fc.constantFrom(undefined, 'Book-12'),
});

describe('a listing in the address', () => {
  it('reads back what was written', () => {
    fc.assert(
      fc.property(state, (one) => {
        expect(readState(writeState(one))).toEqual(one);
      }),
    );
  });

  it('takes a name that every object has for a name like any other', () => {
    for (const name of ['toString', 'constructor', '__proto__'])
      expect(Object.entries(readState(`.f.${name}=true`).chosen)).toEqual([[name, [true]]]);
  });

  it('[ROUTE-08] takes plain text as the search text, and writes it plain', () => {
    expect(readState('old songs')).toEqual({ ...EMPTY_STATE, text: 'old songs' });
    expect(writeState({ ...EMPTY_STATE, text: 'old songs' })).toBe('old songs');
    expect(writeState({ ...EMPTY_STATE, text: '.hidden' })).not.toBe('.hidden');
    expect(writeState(EMPTY_STATE)).toBeUndefined();
  });

  it('never throws on typed text', () => {
    fc.assert(
      fc.property(fc.string(), (param) => {
        expect(() => readState(`.${param}`)).not.toThrow();
      }),
    );
  });

  it('adds a value and takes it away', () => {
    const range = { from: 1, to: 2 };
    const once = toggleChosen({}, 'year', range);
    expect(includesValue(once['year'] ?? [], { from: 1, to: 2 })).toBe(true);
    expect(toggleChosen(once, 'year', { from: 1, to: 2 })).toEqual({});
    expect(toggleChosen(once, 'year', null)).toEqual({ year: [range, null] });
  });
});
