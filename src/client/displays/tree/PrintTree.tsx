// Prints a tree: each result below its parent, all branches open.

import { observer } from 'mobx-react-lite';
import { RowLevel } from 'src/client/displays/RowSummary.tsx';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

type Branches = ReadonlyMap<ItemId, readonly Item[]>;

const idList = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [value ?? null];

/** Returns the roots and the children of each item. An item that is its own ancestor is a root. */
const branchesOf = (items: readonly Item[], type: ItemType | undefined): readonly [readonly Item[], Branches] => {
  const { parent, children = '' } = type?.view.hierarchy ?? {};
  const known = new Map(items.map((item) => [item.$id, item]));
  const links = items.flatMap((item) =>
    idList(item[parent ?? children]).flatMap((id) => {
      const other = typeof id === 'string' && id !== item.$id ? known.get(id as ItemId) : undefined;
      if (!other) return [];
      return [parent === undefined ? ([item, other] as const) : ([other, item] as const)];
    }),
  );
  const below = new Map<ItemId, Item[]>();
  for (const [upper, each] of links) below.set(upper.$id, [...(below.get(upper.$id) ?? []), each]);
  const lower = new Set(links.map(([, each]) => each));
  const reached = new Set<Item>();
  const reach = (item: Item): void => {
    if (reached.has(item)) return;
    reached.add(item);
    for (const each of below.get(item.$id) ?? []) reach(each);
  };
  const first = items.filter((item) => !lower.has(item));
  first.forEach(reach);
  for (const item of items)
    if (!reached.has(item)) {
      first.push(item);
      reach(item);
    }
  return [first, below];
};

interface BranchProps {
  readonly items: readonly Item[];
  readonly below: Branches;
  readonly path: readonly ItemId[];
}

const Branch = ({ items, below, path }: BranchProps) => (
  <ul className="kk-plain-list">
    {items.map((item) => (
      <li key={item.$id}>
        <strong>{item.$label}</strong> <RowLevel item={item} />
        {!path.includes(item.$id) && below.has(item.$id) && (
          <Branch items={below.get(item.$id) ?? []} below={below} path={[...path, item.$id]} />
        )}
      </li>
    ))}
  </ul>
);

interface PrintTreeProps {
  readonly store: ListingStore;
  readonly items: readonly Item[];
}

export const PrintTree = observer(({ store, items }: PrintTreeProps) => {
  const [first, below] = branchesOf(items, store.plan.types[0]);
  return (
    <div className="kk-print-tree">
      <Branch items={first} below={below} path={[]} />
    </div>
  );
});
