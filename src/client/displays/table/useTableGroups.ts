// Groups of the rows of a table, by a facet that the address names. Each group can be folded.

import { computed, observable, runInAction } from 'mobx';
import { useEffect, useMemo, useState } from 'react';
import { groupFacet } from 'src/client/displays/table/tableGroup.ts';
import { groupedRows, plainRows, type TableRows } from 'src/client/displays/table/tableRows.ts';
import { ListingGroups, type ListingGroup } from 'src/client/listing/ListingGroups.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { propertyAt } from 'src/model/schema/paths.ts';

/** The groups of a table that are folded. */
export class FoldedGroups {
  private readonly keys = observable.set<string>();

  has({ key }: ListingGroup): boolean {
    return this.keys.has(key);
  }

  toggle({ key }: ListingGroup): void {
    runInAction(() => {
      if (!this.keys.delete(key)) this.keys.add(key);
    });
  }

  setAll(groups: readonly ListingGroup[], isFolded: boolean): void {
    runInAction(() => this.keys.replace(isFolded ? groups.map(({ key }) => key) : []));
  }
}

interface TableGroups {
  readonly rows: TableRows;
  /** Undefined where rows are not grouped. */
  readonly groups: ListingGroups | undefined;
  readonly folded: FoldedGroups;
  /** Requests the results of the groups in the rows. */
  readonly seen: (first: number, last: number) => void;
}

/** Observable: call it inside an observer. */
export const useTableGroups = (store: ListingStore): TableGroups => {
  const client = useClient();
  const facet = groupFacet(store);
  const [folded] = useState(() => new FoldedGroups());
  const groups = useMemo(() => {
    if (!facet) return undefined;
    const [type] = store.plan.types;
    const fixed = type && propertyAt(type.properties, facet.key)?.values;
    return new ListingGroups(client, store, { facet, fixed: fixed ?? [] });
  }, [client, store, facet]);
  useEffect(() => groups?.start(), [groups]);
  // Computed, so that the table renders all its cells again only after the rows have changed.
  const current = useMemo(
    () =>
      computed(() =>
        groups
          ? groupedRows(
              groups.groups.filter(({ count }) => count > 0),
              (group) => folded.has(group),
            )
          : plainRows(store.ids),
      ),
    [groups, folded, store],
  );
  const rows = current.get();
  const seen = (first: number, last: number): void => {
    if (!groups) return;
    for (let row = last; row >= first; row -= 1) {
      const { group, at } = rows.placeAt(row) ?? {};
      if (group && at !== undefined && at >= group.ids.length) void groups.more(group, at);
    }
  };
  return { rows, groups, folded, seen };
};
