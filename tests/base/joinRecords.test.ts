import { expect, it } from 'vitest';
import { joinRecords } from 'src/base/joinRecords.ts';

it('joins records, and refuses a name that two of them have', () => {
  expect(joinRecords([{ one: 1 }, undefined, { two: 2 }])).toEqual({ one: 1, two: 2 });
  expect(() => joinRecords([{ one: 1 }, { one: 1 }])).toThrow('the name one');
});
