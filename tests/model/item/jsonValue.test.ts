// Typed values become the JSON that `JSON.stringify` would write.
import { expect, it } from 'vitest';
import { jsonMembers, jsonValue } from 'src/model/item/jsonValue.ts';

it('members without a value are left out, and numbers without a value are null', () => {
  const value = { a: 1, b: undefined, c: [undefined, Number.NaN, { d: 'x', e: undefined }], f: null, g: true };
  expect(jsonMembers(value)).toEqual(JSON.parse(JSON.stringify(value)));
  expect(Object.keys(jsonMembers(value))).not.toContain('b');
});

it('a function is refused', () => {
  expect(() => jsonValue({ run: () => 1 })).toThrow(TypeError);
});
