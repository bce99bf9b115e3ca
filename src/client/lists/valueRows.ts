// The values of a list as a person keeps them: what areas declare, overlaid by stored values, in their order. Pure.

import type { Item, Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ItemType, Registry, ValueListType } from 'src/model/schema/Registry.ts';

export interface ValueRow {
  readonly key: string;
  readonly t: Readonly<Record<string, Json>>;
  readonly archived: boolean;
  readonly position: number | undefined;
  /** Undefined for a declared value that nobody has changed yet. */
  readonly item: Item | undefined;
}

const rowOf = (item: Item): ValueRow => ({
  key: String(item['key']),
  t: (item['t'] ?? {}) as ValueRow['t'],
  archived: item['state'] === 'ARCHIVED',
  position: typeof item['position'] === 'number' ? item['position'] : undefined,
  item,
});

/** As the server answers them: a stored value stands in the place of the declared one, or where people have put it. */
export const rowsOf = ({ values }: ValueListType, stored: readonly Item[]): readonly ValueRow[] => {
  const declared = values.map(({ key, t }): ValueRow => ({
    key,
    t,
    archived: false,
    position: undefined,
    item: undefined,
  }));
  const rows = [...new Map([...declared, ...stored.map(rowOf)].map((row) => [row.key, row])).values()];
  const place = new Map(rows.map((row, at) => [row, row.position ?? at]));
  return rows.toSorted((one, other) => (place.get(one) ?? 0) - (place.get(other) ?? 0));
};

const MAX_KEY_LENGTH = 60;

/** A key that is made once and never shown: `Wax cylinder` gives WAX_CYLINDER; what has no Latin letters is numbered. */
export const keyFor = (label: string, taken: ReadonlySet<string>): string => {
  const plain = label
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, MAX_KEY_LENGTH - 4);
  const base = plain === '' ? 'VALUE' : plain;
  let key = base;
  for (let count = 2; taken.has(key); count += 1) key = `${base}_${count}`;
  return key;
};

/** A property whose values come from the list. */
export interface ListUse {
  readonly type: ItemType;
  readonly property: Property;
}

export const usesOf = ({ types }: Registry, list: string): readonly ListUse[] =>
  Object.values(types).flatMap((type) =>
    Object.values(type.properties)
      .filter((property) => property.list?.list === list)
      .map((property) => ({ type, property })),
  );
