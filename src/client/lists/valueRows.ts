// The values of a list in the editor: declared ones, overlaid by stored values, in their order. Pure.

import { bestTranslation } from 'src/model/text/translations.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { ItemType, Registry, ValueListType } from 'src/model/schema/Registry.ts';

/** Owner key of values that belong to the whole site. */
export const SITE = 'system';

export interface ValueRow {
  readonly key: string;
  readonly t: Readonly<Record<string, Json>>;
  readonly archived: boolean;
  readonly position: number | undefined;
  /** Undefined for a declared value that has not been changed. */
  readonly item: Item | undefined;
}

const rowOf = (item: Item): ValueRow => ({
  key: String(item['key']),
  t: (item['t'] ?? {}) as ValueRow['t'],
  archived: item['state'] === 'ARCHIVED',
  position: typeof item['position'] === 'number' ? item['position'] : undefined,
  item,
});

/**
 * Returns the values in the server's order: a stored value replaces the declared one, or has the position to which
 * people moved it.
 */
export const valueRowsOf = ({ values }: ValueListType, stored: readonly Item[]): readonly ValueRow[] => {
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

const MAX_VALUE_KEY = 60;

/** A key that is made once and never shown: `Wax cylinder` gives WAX_CYLINDER; what has no Latin letters is numbered. */
export const keyFor = (label: string, taken: ReadonlySet<string>): string => {
  const plain = label
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, MAX_VALUE_KEY - 4);
  const base = plain === '' ? 'VALUE' : plain;
  let key = base;
  for (let count = 2; taken.has(key); count += 1) key = `${base}_${count}`;
  return key;
};

export const valueRowLabel = ({ t, key }: Pick<ValueRow, 't' | 'key'>, locale: string): string =>
  bestTranslation(t, locale)?.text ?? key;

/** A property whose values come from the list, by its path. */
export interface ListUse {
  readonly type: ItemType;
  readonly path: string;
  /** Owner of the values: the property that names it, or `system`. */
  readonly by: string;
}

const listUsesIn = (properties: ItemType['properties'], list: string, prefix = ''): readonly Omit<ListUse, 'type'>[] =>
  Object.values(properties).flatMap((property) => {
    const path = `${prefix}${property.name}`;
    if (property.list?.list === list) return [{ path, by: property.list.owner }];
    return property.properties ? listUsesIn(property.properties, list, `${path}.`) : [];
  });

export const usesOf = ({ types }: Registry, list: string): readonly ListUse[] =>
  Object.values(types).flatMap((type) => listUsesIn(type.properties, list).map((use) => ({ type, ...use })));
