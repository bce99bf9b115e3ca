// Rows of a table below the headings of groups, also where results of a group are not loaded.
import { runInAction } from 'mobx';
import { describe, expect, it } from 'vitest';
import { groupedRows, plainRows } from 'src/client/displays/table/tableRows.ts';
import { ListingGroup } from 'src/client/listing/ListingGroups.ts';
import type { ItemId } from 'src/model/item/Item.ts';

const groupOf = (value: string, count: number, ids: readonly ItemId[]): ListingGroup => {
  const group = new ListingGroup({ value, count });
  runInAction(() => group.list(ids, ids.length < count ? 'next' : undefined));
  return group;
};

describe('rows of a table', () => {
  const groups = [groupOf('A', 3, ['Book-1', 'Book-2']), groupOf('B', 2, ['Book-3', 'Book-4'])];

  it('[CELL-05] are the results in their order', () => {
    const rows = plainRows(['Book-1', 'Book-2']);
    expect([rows.count, rows.idAt(1), rows.idAt(2), rows.placeAt(0), rows.rowOf('Book-2')]).toEqual([
      ...[2, 'Book-2', undefined, undefined, 1],
    ]);
  });

  it('[CELL-05] have a heading for each group and space for all its results', () => {
    const rows = groupedRows(groups, () => false);
    expect(rows.count).toBe(7);
    expect(Array.from({ length: 7 }, (_, row) => rows.idAt(row) ?? rows.placeAt(row)?.at ?? 'heading')).toEqual([
      ...['heading', 'Book-1', 'Book-2', 2, 'heading', 'Book-3', 'Book-4'],
    ]);
    expect(rows.placeAt(3)).toMatchObject({ at: 2, group: groups[0] });
    expect(rows.placeAt(7)).toBeUndefined();
    expect(rows.rowOf('Book-4')).toBe(6);
  });

  it('[CELL-05] leave out the results of folded groups', () => {
    const rows = groupedRows(groups, ({ value }) => value === 'A');
    expect(rows.count).toBe(4);
    expect([rows.placeAt(1)?.group.value, rows.idAt(2), rows.rowOf('Book-1'), rows.rowOf('Book-3')]).toEqual([
      ...['B', 'Book-3', -1, 2],
    ]);
  });
});
