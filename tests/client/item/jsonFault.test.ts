import { expect, it } from 'vitest';
import { faultIn } from 'src/client/item/jsonFault.ts';

it.each([
  ['{\n  "title": "a",\n  year: 1950\n}', { line: 3, column: 3 }],
  ['{\n  "title": "a"\n  "year": 1950\n}', { line: 3, column: 3 }],
  ['{\n  "title": "a",\n}', { line: 3, column: 1 }],
  ['{ "title": ', { line: 1, column: 12 }],
  ['[1, 2', { line: 1, column: 6 }],
  ['[1, 02]', { line: 1, column: 6 }],
  ['[1]]', { line: 1, column: 4 }],
  ['{ "a": \'b\' }', { line: 1, column: 8 }],
  ['{ "a": "b\nc" }', { line: 1, column: 8 }],
  ['', { line: 1, column: 1 }],
])('[CELL-06] says where %j stops being JSON, as the engine refuses it', (text, place) => {
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  expect(faultIn(text)).toEqual(place);
});

it.each([' {} ', '[]', '{"a": [{"b": "\\u00e9\\n\u0085"}, -0.5e+3, null], "c": {}}', '"x"', '[[], {"a": []}]'])(
  '[CELL-06] finds no fault in %j',
  (text) => {
    expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(faultIn(text)).toBeUndefined();
  },
);
