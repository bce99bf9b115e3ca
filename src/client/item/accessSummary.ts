// Readers of an item as statements for WhoCanSee, derived from the declaration of its type and its values; GrantsPart
// adds individual grants. Pure, and for display only: the server applies the same declaration to every read.

import { idsIn } from 'src/model/item/idsIn.ts';
import { isLevel, levelRank, type Level } from 'src/model/access/levels.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { levelOf } from 'src/model/item/levelOf.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

/** `meta.seen.{key}` is its message: `items` are the people or owners it names, none meaning the site itself. */
export interface Statement {
  readonly key: string;
  readonly items: readonly ItemId[];
  /** A property path or a capability. */
  readonly label?: string;
}

export type Grants = Readonly<Record<ItemId, readonly string[]>>;

const idsAtPath = (item: Item, path: string): ItemId[] =>
  path === '$self' || path === '$id' ? [item.$id] : idsIn(item[path]);

/** The level that the item has, its own or its type's; undefined where another item decides. */
export const levelSeen = (type: ItemType, item: Item): Level | undefined => {
  const { level, inherit } = type.read;
  if (inherit !== undefined) return undefined;
  return 'const' in level ? level.const : (levelOf(type, item) ?? level.default);
};

const ofLevel = (level: Level, items: readonly ItemId[]): Statement => ({
  key: level,
  items: level === 'PUBLIC' ? [] : items,
});

const ofReader = (label: string, item: Item, owners: readonly ItemId[]): Statement => {
  const [kind = '', name = '', level] = label.split(':');
  if (kind === 'creator') return { key: 'creator', items: item._c.creator === undefined ? [] : [item._c.creator] };
  if (kind === 'cap') return { key: 'capability', items: owners, label: name };
  if (kind === 'anyCap') return { key: 'capability.anywhere', items: [], label: name };
  if (kind === 'ownerOf' && isLevel(level)) return ofLevel(level, idsAtPath(item, name));
  return kind === 'user' ? { key: 'user', items: idsAtPath(item, name), label: name } : { key: kind, items: [] };
};

/** Groups of people who may see the item without a grant, in the order in which they are shown. */
export const whoCanSee = (type: ItemType, item: Item): readonly Statement[] => {
  const { inherit, inheritAtLeast, limitedBy = [], owner, readers } = type.read;
  const parents = inherit === undefined ? [] : idsAtPath(item, inherit);
  const beside = readers.map((label) => ofReader(label, item, [])).filter(({ items }) => items.length > 0);
  // An item without a parent is visible only to its creator; if the type requires a parent, the parent exists but is
  // hidden from the reader.
  if (inherit !== undefined && parents.length === 0)
    return type.properties[inherit]?.required === true
      ? [{ key: 'inherit.hidden', items: [] }, ...beside]
      : [ofReader('creator', item, []), ...beside];
  if (inherit !== undefined)
    return [{ key: inheritAtLeast === undefined ? 'inherit' : `inherit.${inheritAtLeast}`, items: parents }, ...beside];
  const level = levelSeen(type, item) ?? 'PRIVATE';
  const owners = owner === undefined ? [] : idsAtPath(item, owner);
  const isNobody = (label: string): boolean =>
    /^(user|ownerOf):/.test(label) && ofReader(label, item, owners).items.length === 0;
  const named = level === 'PUBLIC' ? [] : readers.filter((label) => !isNobody(label));
  const limiting = limitedBy.flatMap((path) => idsAtPath(item, path));
  const limit: Statement[] = limiting.length === 0 ? [] : [{ key: 'limited', items: limiting }];
  return [
    ofLevel(level, owners),
    ...named.map((label) => ofReader(label, item, owners)),
    { key: 'admin', items: [] },
    ...limit,
  ];
};

/** Properties with a value that fewer people see than the item itself, by their level. */
export const seenByFewer = (type: ItemType, item: Item): ReadonlyMap<Level, readonly string[]> => {
  const byLevel = new Map<Level, string[]>();
  const own = levelRank(levelSeen(type, item) ?? 'PUBLIC');
  for (const { name, level } of Object.values(type.properties)) {
    if (level === undefined || levelRank(level) <= own || item[name] === undefined || item[name] === null) continue;
    byLevel.set(level, [...(byLevel.get(level) ?? []), name]);
  }
  return byLevel;
};
