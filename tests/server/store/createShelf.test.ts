import { expect, test } from 'vitest';
import { createShelf, type KeptLabel } from 'src/server/store/createShelf.ts';

const read = (label: string): Map<string, KeptLabel> => new Map([['Shelf-1', { label, acl: 1 }]]);

test('keeps what was read until it is told of a change', () => {
  const shelf = createShelf();
  shelf.labels.keep(read('North'), shelf.changes());
  expect(shelf.labels.get('Shelf-1')).toEqual({ label: 'North', acl: 1 });
  shelf.forget(['Shelf-1']);
  expect(shelf.labels.get('Shelf-1')).toBeUndefined();
});

test('does not keep what was read before a change of which it heard meanwhile', () => {
  const shelf = createShelf();
  const before = shelf.changes();
  shelf.forget(['Shelf-1']);
  shelf.labels.keep(read('Old'), before);
  expect(shelf.labels.get('Shelf-1')).toBeUndefined();
});

test('knows nothing of a position before a feed is there, and nothing at all when it was cleared', () => {
  const shelf = createShelf();
  expect(shelf.position()).toBeUndefined();
  shelf.labels.keep(read('North'), shelf.changes());
  shelf.clear();
  expect(shelf.labels.get('Shelf-1')).toBeUndefined();
});
