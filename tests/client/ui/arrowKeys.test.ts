// The keys of lists of options, menus and toolbars.
import { expect, it } from 'vitest';
import { arrowKeys } from 'src/client/ui/arrowKeys.ts';

it('[KEY] arrow keys go around the ends, and begin at the nearer one where nothing is chosen', () => {
  expect(['ArrowDown', 'ArrowUp', 'Enter'].map((key) => arrowKeys(key, 2, 3))).toEqual([0, 1, undefined]);
  expect(['ArrowDown', 'ArrowUp'].map((key) => arrowKeys(key, -1, 3))).toEqual([0, 2]);
  expect(arrowKeys('ArrowDown', -1, 0)).toBeUndefined();
});
