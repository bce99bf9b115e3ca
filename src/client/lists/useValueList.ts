// One list of one owner in the editor: its stored values, their numbers of uses, and the actions on them.

import { useCallback, useEffect, useState } from 'react';
import { type ListUse, valueRowsOf, SITE, usesOf, type ValueRow } from 'src/client/lists/valueRows.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Item, ItemId, ItemProperties } from 'src/model/item/Item.ts';
import type { Query } from 'src/model/generated/wire.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

const MAX_LIST_VALUES = 1000;

/** Undefined where the counts would not be whole: the values are no facet, or items of one owner cannot be separated. */
const usageQuery = ({ type, path, by }: ListUse, owner: ItemId): Query | undefined => {
  const { facets, filters } = type.view;
  const keys = facets.map(({ key }) => key);
  const owned = by !== SITE;
  if (!keys.includes(path) || (owned && ![...keys, ...filters].includes(by))) return undefined;
  return {
    must: { _t: [type.name], ...(owned && { [by]: [owner] }) },
    facets: [{ key: path, max: MAX_LIST_VALUES }],
    max: 1,
  };
};

interface ListQuestion {
  readonly list: string;
  readonly owner: ItemId;
  readonly round: number;
}

/** Returns how many records use each key; undefined until it is known, or where it cannot be counted. */
const useValueCounts = (
  registry: Registry,
  { list, owner, round }: ListQuestion,
): ReadonlyMap<string, number> | undefined => {
  const { search } = useClient();
  const count = useCallback(async (): Promise<ReadonlyMap<string, number> | undefined> => {
    const byKey = new Map<string, number>();
    for (const use of usesOf(registry, list)) {
      const query = usageQuery(use, owner);
      if (!query) return undefined;
      const { facets } = await search.search(query);
      for (const each of facets?.[use.path] ?? [])
        if ('value' in each) byKey.set(String(each.value), (byKey.get(String(each.value)) ?? 0) + each.count);
    }
    return byKey;
  }, [registry, search, list, owner]);
  return useServerData({ of: `${list}/${owner}`, ask: count, version: round }).answer;
};

/** Counts possible changes of the values: writes of this person, writes of others, and finished merges. */
const useRound = (): readonly [round: number, again: () => void] => {
  const { connection, items } = useClient();
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    const stops = [
      items.watch(`${SYSTEM_TYPES.listValue}-0`),
      connection.onPush('item/update', ({ $id }) => {
        if (tryParseItemId($id)?.type === SYSTEM_TYPES.listValue) again();
      }),
      connection.onPush('taskComplete', again),
    ];
    return () => stops.forEach((stop) => stop());
  }, [connection, items, again]);
  return [round, again];
};

const useStored = ({ list, owner, round }: ListQuestion) => {
  const { search, items } = useClient();
  const ask = useCallback(() => {
    const must = { _t: [SYSTEM_TYPES.listValue], list: [list], ...(owner !== SITE && { owner: [owner] }) };
    return search.search({ must, sort: [{ key: 'created', order: 'asc' }], max: MAX_LIST_VALUES });
  }, [search, list, owner]);
  const { answer, failure } = useServerData({ of: `${list}/${owner}`, ask, version: round });
  const loaded = answer?.ids.map((id) => items.get(id));
  const ready = loaded?.every(({ state }) => state !== 'loading') === true ? loaded : undefined;
  const stored = ready?.flatMap((each) => (each.state === 'ready' ? [each.item] : []));
  // Only values of the site itself: the answer can also contain values of owners that the reader may not see.
  return { stored: stored?.filter((item) => (item['owner'] ?? SITE) === owner), failure };
};

/** Values with a changed position. */
export interface ValueList {
  /** Undefined while they are read. */
  readonly rows: readonly ValueRow[] | undefined;
  /** The error with which reading them failed. */
  readonly failure: unknown;
  readonly load: () => void;
  readonly counts: ReadonlyMap<string, number> | undefined;
  /** Rejects with the reason of a refusal, as do `rename` and `merge`: the form of each shows it. */
  readonly add: (row: Pick<ValueRow, 'key' | 't'>) => Promise<void>;
  readonly rename: (row: ValueRow, t: ValueRow['t']) => Promise<void>;
  /** Starts the task that makes one value of two; `into` is the key of the one that stays. */
  readonly merge: (row: ValueRow, into: string) => Promise<void>;
  /** Says itself why the server refuses, as does `order`. */
  readonly setState: (row: ValueRow, state: 'ACTIVE' | 'ARCHIVED') => Promise<void>;
  /** All of them or none. */
  readonly order: (rows: readonly ValueRow[]) => Promise<void>;
}

export const useValueList = (list: string, owner: ItemId): ValueList => {
  const { registry, connection, items, lists, alerts, tasks } = useClient();
  const [round, again] = useRound();
  const { stored, failure } = useStored({ list, owner, round });
  const type = registry.lists[list];
  const rows = type && stored && valueRowsOf(type, stored);
  const write = (row: Pick<ValueRow, 'key' | 't'> & { readonly item?: Item | undefined }, changes: ItemProperties) =>
    row.item
      ? items.update({ ...changes, $id: row.item.$id, _u: row.item._u })
      : items.create(SYSTEM_TYPES.listValue, {
          key: row.key,
          list,
          t: row.t,
          ...(owner !== SITE && { owner }),
          ...changes,
        });
  const order = async (next: readonly ValueRow[]): Promise<void> => {
    const keys = next.map(({ key }) => key);
    const { values } = await connection.send('act/orderListValues', { list, owner, keys });
    const moved = next.flatMap(({ item }): readonly Item[] => {
      const value = item && values.find(({ $id }) => $id === item.$id);
      // If another person changed more, the push delivers it.
      return item && value?._u === item._u + 1 ? [Object.assign({}, item, value)] : [];
    });
    items.put(moved);
  };
  const finish = async (writing: Promise<unknown>, begun?: string): Promise<void> => {
    try {
      await writing;
      if (begun === undefined) alerts.saved();
      else alerts.info(begun);
    } finally {
      lists.clear();
      again();
    }
  };
  const orAlert = (work: Promise<void>): Promise<void> => work.catch((thrown: unknown) => alerts.error(thrown, true));
  return {
    rows,
    failure,
    load: again,
    counts: useValueCounts(registry, { list, owner, round }),
    add: (row) => finish(write(row, { position: rows?.length ?? 0 })),
    rename: (row, t) => finish(write(row, { t })),
    merge: (row, into) =>
      finish(
        tasks.run('mergeListValues', { list, owner, from: row.key, into }, { asyncKey: `${list}/${owner}/${row.key}` }),
        'valueLists.mergeBegun',
      ),
    setState: (row, state) => orAlert(finish(write(row, { state }))),
    order: (next) => orAlert(finish(order(next))),
  };
};
