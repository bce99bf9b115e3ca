// Where drafts survive a crash: IndexedDB, or local storage where the browser refuses databases. Nothing here is ever sent.
// Records are bound to a user; list() gives one user's only. Owned by DraftStore.

import { type DraftRecord, isDraftRecord } from 'src/client/stores/DraftRecord.ts';
import type { KeyedText } from 'src/client/connection/Surroundings.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export interface DraftShelf {
  list(user: ItemId): Promise<readonly DraftRecord[]>;
  put(record: DraftRecord): Promise<void>;
  remove(user: ItemId, key: string): Promise<void>;
}

const DATABASE = 'knowledge-keeper';
const STORE = 'drafts';
const LOCAL_KEY = 'drafts';

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('database request failed')));
  });

const openDatabase = (databases: IDBFactory): Promise<IDBDatabase> => {
  const request = databases.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(STORE, { keyPath: ['user', 'key'] });
  });
  return settled(request);
};

const databaseShelf = (database: IDBDatabase): DraftShelf => {
  const store = (mode: IDBTransactionMode): IDBObjectStore => database.transaction(STORE, mode).objectStore(STORE);
  return {
    list: async (user) => {
      const all: unknown[] = await settled(store('readonly').getAll());
      return all.filter(isDraftRecord).filter((record) => record.user === user);
    },
    put: async (record) => {
      await settled(store('readwrite').put(record));
    },
    remove: async (user, key) => {
      await settled(store('readwrite').delete([user, key]));
    },
  };
};

/** All records under one key: drafts are few. */
const textShelf = (storage: KeyedText): DraftShelf => {
  const all = (): readonly DraftRecord[] => {
    try {
      const kept: unknown = JSON.parse(storage.getItem(LOCAL_KEY) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isDraftRecord) : [];
    } catch {
      return [];
    }
  };
  const write = (records: readonly DraftRecord[]): void => storage.setItem(LOCAL_KEY, JSON.stringify(records));
  const others = (user: ItemId, key: string) => all().filter((each) => each.user !== user || each.key !== key);
  return {
    list: async (user) => all().filter((record) => record.user === user),
    put: async (record) => write([...others(record.user, record.key), record]),
    remove: async (user, key) => write(others(user, key)),
  };
};

const memoryText = (): KeyedText => {
  const texts = new Map<string, string>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, value) => void texts.set(key, value),
    removeItem: (key) => void texts.delete(key),
  };
};

/** The best place this browser allows. The database is opened at first use. */
export const draftShelf = (databases: IDBFactory | undefined, storage: KeyedText | undefined): DraftShelf => {
  const fallback = textShelf(storage ?? memoryText());
  const choose = async (): Promise<DraftShelf> => {
    if (!databases) return fallback;
    try {
      return databaseShelf(await openDatabase(databases));
    } catch {
      return fallback;
    }
  };
  let chosen: Promise<DraftShelf> | undefined;
  const shelf = (): Promise<DraftShelf> => (chosen ??= choose());
  return {
    list: async (user) => (await shelf()).list(user),
    put: async (record) => (await shelf()).put(record),
    remove: async (user, key) => (await shelf()).remove(user, key),
  };
};
