// Which properties of an item the caller may read, by level. What one may not read is, for that caller, not declared:
// it can neither be set nor be found out about by a conflict.

import type { Json } from 'src/model/item/Item.ts';
import type { Level } from 'src/model/access/levels.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { Context } from 'src/server/Context.ts';
import { levelApart } from 'src/server/store/splitItem.ts';
import type { StoredItem } from 'src/server/store/ItemStore.ts';

type Values = Readonly<Record<string, Json>>;

const filtered = async (type: ServerItemType, isReadable: (level: Level) => Promise<boolean>): Promise<Set<string>> => {
  const levels = new Set(Object.values(type.properties).flatMap(({ level }) => level ?? []));
  const hidden = new Set<Level>();
  for (const level of levels) if (!(await isReadable(level))) hidden.add(level);
  return new Set(
    Object.values(type.properties).flatMap(({ name, level }) =>
      level !== undefined && hidden.has(level) ? [] : [name],
    ),
  );
};

/** Names of the properties that the caller may read in a stored item, whether they have a value or not. */
export const readableNames = (
  { rooms, gate, db }: Context,
  type: ServerItemType,
  stored: StoredItem,
): Promise<Set<string>> =>
  filtered(type, async (level) => {
    const apart = levelApart(level, stored.level);
    return apart === undefined || gate.canRead(await rooms.items.levelAcl(stored, apart, db));
  });

/** The same for an item that the caller is about to make. */
export const readableNamesOfNew = (
  { rooms, gate, db, subject }: Context,
  type: ServerItemType,
  properties: Values,
): Promise<Set<string>> =>
  filtered(type, async (level) => {
    if (gate.subject.admin || subject.userId === undefined) return gate.subject.admin;
    return gate.canRead(
      await rooms.items.levelAclOfNew(db, { type: type.name, creator: subject.userId, properties }, level),
    );
  });
