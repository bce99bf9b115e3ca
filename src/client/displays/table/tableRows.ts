// Rows of a table: the results one after the other, or below the headings of their groups. A group has as many rows as results, also while
// they are not loaded.

import type { ListingGroup } from 'src/client/listing/ListingGroups.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export interface GroupPlace {
  readonly group: ListingGroup;
  /** Position in the group; undefined for its heading. */
  readonly at: number | undefined;
}

export interface TableRows {
  readonly count: number;
  /** Returns the result in the row; undefined for a heading, and while the result is not loaded. */
  readonly idAt: (row: number) => ItemId | undefined;
  /** Returns the group of a row; undefined where rows are not grouped. */
  readonly placeAt: (row: number) => GroupPlace | undefined;
  readonly rowOf: (id: ItemId) => number;
}

export const plainRows = (ids: readonly ItemId[]): TableRows => ({
  count: ids.length,
  idAt: (row) => ids[row],
  placeAt: () => undefined,
  rowOf: (id) => ids.indexOf(id),
});

/** Returns the rows of groups with the results that are loaded now. `isFolded` hides the results of a group. */
export const groupedRows = (groups: readonly ListingGroup[], isFolded: (group: ListingGroup) => boolean): TableRows => {
  const starts: number[] = [];
  const lists = groups.map(({ ids }) => ids);
  let count = 0;
  for (const group of groups) {
    starts.push(count);
    count += 1 + (isFolded(group) ? 0 : group.count);
  }
  const indexAt = (row: number): number => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const placeAt = (row: number): GroupPlace | undefined => {
    const index = indexAt(row);
    const group = groups[index];
    if (!group || row < 0 || row >= count) return undefined;
    const at = row - (starts[index] ?? 0) - 1;
    return { group, at: at < 0 ? undefined : at };
  };
  return {
    count,
    placeAt,
    idAt: (row) => {
      const { at } = placeAt(row) ?? {};
      return at === undefined ? undefined : lists[indexAt(row)]?.[at];
    },
    rowOf: (id) => {
      for (const [index, group] of groups.entries()) {
        const at = isFolded(group) ? -1 : (lists[index]?.indexOf(id) ?? -1);
        if (at >= 0) return (starts[index] ?? 0) + 1 + at;
      }
      return -1;
    },
  };
};
