// The rule of `_u`, and what our own save leaves behind.
import { describe, expect, it } from 'vitest';
import { applyUpdate, savedItem } from 'src/client/stores/applyUpdate.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';

const book = scriptedItem('Book-1', { title: 'a', year: 1900, $labels: { 'Shelf-1': 'North' } }, 4);

describe('applyUpdate', () => {
  it.each([
    [3, { title: 'b' }, 'old'],
    [4, undefined, 'old'],
    [4, { title: 'a' }, 'old'],
    [4, { title: 'b' }, 'next'],
    [5, { title: 'a' }, 'next'],
    [5, undefined, 'gap'],
    [6, { title: 'b' }, 'gap'],
  ])('[CELL-04] _u %i with %o is %s', (_u, changed, kind) => {
    expect(applyUpdate(book, { $id: 'Book-1', _u, ...(changed && { changed }) }).kind).toBe(kind);
  });

  it('tells which declared properties differ, and adds labels', () => {
    const changed = { title: 'a', year: null, $label: 'b', updated: 'x', $labels: { 'Shelf-2': 'South' } };
    const outcome = applyUpdate(book, { $id: 'Book-1', _u: 5, changed });
    expect(outcome).toMatchObject({ kind: 'next', properties: ['year'] });
    expect(outcome).toMatchObject({
      item: { _u: 5, title: 'a', $label: 'b', $labels: { 'Shelf-1': 'North', 'Shelf-2': 'South' } },
    });
    expect(outcome).not.toHaveProperty('item.year');
  });

  it('hides what may no longer be seen of the same version', () => {
    const outcome = applyUpdate(book, { $id: 'Book-1', _u: 4, changed: { title: 'a', year: null } });
    expect(outcome).toMatchObject({ kind: 'next', properties: ['year'], item: { _u: 4 } });
  });
});

describe('savedItem', () => {
  it('puts the answer over our changes over the version they were made on', () => {
    const sent = { $id: 'Book-1', _u: 4, title: 'mine' };
    const answer = { $id: 'Book-1', _u: 6, year: 1950, $label: 'mine' };
    expect(savedItem(book, sent, answer)).toMatchObject({ _u: 6, title: 'mine', year: 1950, $label: 'mine' });
  });

  it('knows nothing when that version is not the one here', () => {
    expect(savedItem(book, { _u: 3, title: 'mine' }, { _u: 5 })).toBeUndefined();
    expect(savedItem(undefined, { _u: 3 }, { _u: 5 })).toBeUndefined();
  });
});
