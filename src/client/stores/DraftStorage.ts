// Where drafts survive a crash: IndexedDB, or local storage where the browser refuses databases. Nothing here is ever sent.
// Records are bound to a user and to the tab that types; list() gives one user's, of all tabs. Owned by DraftStore.

import { type DraftRecord, isDraftRecord } from 'src/client/stores/DraftRecord.ts';
import type { KeyValueStorage } from 'src/client/connection/environment.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export interface DraftStorage {
  list(user: ItemId): Promise<readonly DraftRecord[]>;
  put(record: DraftRecord): Promise<void>;
  remove(record: DraftName): Promise<void>;
}

export type DraftName = Pick<DraftRecord, 'user' | 'key' | 'tab'>;

const DATABASE = 'knowledge-keeper';
const STORE = 'drafts';
const LOCAL_KEY = 'drafts';

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('database request failed')));
  });

const openDatabase = (databases: IDBFactory): Promise<IDBDatabase> => {
  const request = databases.open(DATABASE, 2);
  request.addEventListener('upgradeneeded', () => {
    if (request.result.objectStoreNames.contains(STORE)) request.result.deleteObjectStore(STORE);
    request.result.createObjectStore(STORE, { keyPath: ['user', 'key', 'tab'] });
  });
  return settled(request);
};

const indexedDbStorage = (database: IDBDatabase): DraftStorage => {
  const store = (mode: IDBTransactionMode): IDBObjectStore => database.transaction(STORE, mode).objectStore(STORE);
  return {
    list: async (user) => {
      const all: unknown[] = await settled(store('readonly').getAll());
      return all.filter(isDraftRecord).filter((record) => record.user === user);
    },
    put: async (record) => {
      await settled(store('readwrite').put(record));
    },
    remove: async ({ user, key, tab }) => {
      await settled(store('readwrite').delete([user, key, tab]));
    },
  };
};

/** All records under one key: drafts are few. */
const localTextStorage = (storage: KeyValueStorage): DraftStorage => {
  const all = (): readonly DraftRecord[] => {
    try {
      const kept: unknown = JSON.parse(storage.getItem(LOCAL_KEY) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isDraftRecord) : [];
    } catch {
      return [];
    }
  };
  const write = (records: readonly DraftRecord[]): void => storage.setItem(LOCAL_KEY, JSON.stringify(records));
  const others = ({ user, key, tab }: DraftName) =>
    all().filter((each) => each.user !== user || each.key !== key || each.tab !== tab);
  return {
    list: async (user) => all().filter((record) => record.user === user),
    put: async (record) => write([...others(record), record]),
    remove: async (name) => write(others(name)),
  };
};

const memoryText = (): KeyValueStorage => {
  const texts = new Map<string, string>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, value) => void texts.set(key, value),
    removeItem: (key) => void texts.delete(key),
  };
};

/** The best place this browser allows. The database is opened at first use. */
export const createDraftStorage = (
  databases: IDBFactory | undefined,
  storage: KeyValueStorage | undefined,
): DraftStorage => {
  const fallback = localTextStorage(storage ?? memoryText());
  const choose = async (): Promise<DraftStorage> => {
    if (!databases) return fallback;
    try {
      return indexedDbStorage(await openDatabase(databases));
    } catch {
      return fallback;
    }
  };
  let chosen: Promise<DraftStorage> | undefined;
  const draftStorage = (): Promise<DraftStorage> => (chosen ??= choose());
  return {
    list: async (user) => (await draftStorage()).list(user),
    put: async (record) => (await draftStorage()).put(record),
    remove: async (name) => (await draftStorage()).remove(name),
  };
};
