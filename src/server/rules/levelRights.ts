// Properties of an item that the caller may read, by level. A hidden property counts as undeclared for the caller: it cannot be set, and no
// conflict reveals it.

import type { Values } from 'src/model/item/Item.ts';
import type { Level } from 'src/model/access/levels.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { RuleContext } from 'src/server/rules/RuleNeeds.ts';
import { restrictedLevel } from 'src/server/store/splitItem.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

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
  { services, readFilter, db }: RuleContext,
  type: ServerItemType,
  stored: StoredItem,
): Promise<Set<string>> =>
  filtered(type, async (level) => {
    const restricted = restrictedLevel(level, stored.level);
    return restricted === undefined || readFilter.canRead(await services.items.levelAcl(stored, restricted, db));
  });

/** The same for an item that the caller is about to make. */
export const readableNamesOfNew = (
  { services, readFilter, db, subject }: RuleContext,
  type: ServerItemType,
  properties: Values,
): Promise<Set<string>> =>
  filtered(type, async (level) => {
    if (readFilter.subject.admin || subject.userId === undefined) return readFilter.subject.admin;
    return readFilter.canRead(
      await services.items.levelAclOfNew(db, { type: type.name, creator: subject.userId, properties }, level),
    );
  });
