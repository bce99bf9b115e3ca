// The item store: reading through a gate, writing, removing, history. Put together here; made by createStoreRooms.

import type { ItemStore } from 'src/server/store/ItemStore.ts';
import { createHistory } from 'src/server/store/itemHistory.ts';
import { createReading } from 'src/server/store/readItems.ts';
import { createRemoval } from 'src/server/store/removeItems.ts';
import { createStoreParts, type StoreOptions } from 'src/server/store/storeParts.ts';
import { createWriting } from 'src/server/store/writeItems.ts';

export const createItemStore = (options: StoreOptions): ItemStore => {
  const parts = createStoreParts(options);
  const writing = createWriting(parts);
  return {
    ...createReading(parts),
    ...writing,
    ...createHistory(parts, writing),
    remove: createRemoval(parts, writing.write),
    find: (db, id, lock = false) => parts.find(db, id, lock ? 'write' : 'none'),
    findMany: (db, ids, options) => parts.findMany(db, ids, options?.refer === true ? 'refer' : 'none'),
  };
};
