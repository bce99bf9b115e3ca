// Tests that diagnostics name the line of the member that they are about.
import { expect, it } from 'vitest';
import { lineOf } from 'codegen/lineOf.ts';

const TEXT = `{
  "icon": "book",
  "facets": [
    { "path": "state", "kind": "SEL" },
    { "path": "owner",
      "kind": "REL" }
  ],
  "a/b": { "icon": 1 },
  "form": []
}`;

it.each([
  ['', 1],
  ['/icon', 2],
  ['/facets', 3],
  ['/facets/0/kind', 4],
  ['/facets/1', 5],
  ['/facets/1/kind', 6],
  ['/a~1b/icon', 8],
  ['/facets/1/buckets', 5],
  ['/nothing', 1],
])('finds the line of %s', (pointer, line) => {
  expect(lineOf(TEXT, pointer)).toBe(line);
});
