// Acls of the levels of an item and owners of one that is not there yet, for the decisions of a write. Part of the item store.

import { levelRank } from 'src/model/access/levels.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { Readers, ReadersOf } from 'src/server/access/Readers.ts';
import type { Queryable } from 'src/server/store/Database.ts';
import type { Draft, ItemStore, StoredItem } from 'src/server/store/ItemStore.ts';
import type { StoreParts } from 'src/server/store/storeParts.ts';

type LevelReaders = Pick<ItemStore, 'levelAcl' | 'levelAclOfNew' | 'ownersOfNew'>;

/** Acls of levels: from the new readers, else those that the parts already have, worked out only for a new part. */
export const aclFinder = (
  db: Queryable,
  parts: StoreParts,
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

export const createLevelReaders = ({ registry, current, database }: StoreParts): LevelReaders => ({
  levelAcl: async (stored, level, db = database) => {
    if (levelRank(level) <= levelRank(stored.level)) return stored.acl;
    return stored.levels[level] ?? (await current.readersOf(db, { ...stored, exists: true })).aclAt(level);
  },
  levelAclOfNew: async (db, draft, level) => (await current.readersOf(db, newItem(draft))).aclAt(level),
  ownersOfNew: async (db, draft) => {
    const { owner } = registry.types[draft.type]?.server.access.read ?? {};
    // It will own itself; nobody is a member of it yet.
    return owner === '$self' ? [] : current.ownersOf(db, newItem(draft));
  },
});
