// Finds acls of the levels of an item, and owners of a new one, for the decisions of a write. Part of the item store.

import { levelRank } from 'src/model/access/levels.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { Readers, ReadersOf } from 'src/server/store/readers/computeReaders.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { Draft, ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import type { StoreContext } from 'src/server/store/storeContext.ts';

type LevelReaders = Pick<ItemStorage, 'levelAcl' | 'levelAclOfNew' | 'ownersOfNew' | 'ownReaders' | 'ownReadersOf'>;

/** Returns acls of levels: from the new readers, or those of the existing parts, computed only for a new part. */
export const aclFinder = (
  db: Queryable,
  parts: StoreContext,
  from: { stored: StoredItem; item: ReadersOf; readers: Readers | StoredItem },
): Readers['aclAt'] => {
  const { stored, item, readers } = from;
  if ('aclAt' in readers) return readers.aclAt;
  let found: Promise<Readers> | undefined;
  return async (level) => {
    if (levelRank(level) <= levelRank(stored.level)) return stored.acl;
    const known = stored.levels[level];
    if (known !== undefined) return known;
    found ??= parts.settled.readersOf(db, item);
    return (await found).aclAt(level);
  };
};

const newItem = (draft: Draft): ReadersOf => ({ ...draft, id: itemId(draft.type, 0), number: 0, exists: false });

export const createLevelReaders = ({ registry, current, currentForMany, database }: StoreContext): LevelReaders => ({
  levelAcl: async (stored, level, db = database) => {
    if (levelRank(level) <= levelRank(stored.level)) return stored.acl;
    return stored.levels[level] ?? (await current.readersOf(db, { ...stored, exists: true })).aclAt(level);
  },
  levelAclOfNew: async (db, draft, level) => (await current.readersOf(db, newItem(draft))).aclAt(level),
  ownReaders: (db, stored, level) => current.ownKeysOf(db, { ...stored, exists: true }, level),
  ownReadersOf: (db, found) => {
    const together = currentForMany(db);
    return Promise.all(found.map((stored) => together.ownKeysOf(db, { ...stored, exists: true })));
  },
  ownersOfNew: async (db, draft, readFilter) => {
    const { owner } = registry.types[draft.type]?.server.access.read ?? {};
    // The new item will own itself and has no members yet.
    return owner === '$self' ? [] : current.ownersOf(db, newItem(draft), readFilter.canRead);
  },
});
