// The people whose field data is on this device: the one who used the field page last, and others whose entries wait until they sign in.

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

export interface DeviceUser {
  readonly id: string;
  readonly name: string;
}

interface KnownUser extends DeviceUser {
  /** Number of entries that are not sent. Set while the data is closed, undefined while it is open. */
  readonly closed?: number;
}

interface UsersSchema extends DBSchema {
  users: { key: string; value: KnownUser };
}

const LAST_USER = 'last';
const USER_PREFIX = 'user/';

const inUsers = async <T>(run: (users: IDBPDatabase<UsersSchema>) => Promise<T>): Promise<T> => {
  const users = await openDB<UsersSchema>('knowledge-keeper-field', 1, {
    upgrade: (database) => void database.createObjectStore('users'),
  });
  try {
    return await run(users);
  } finally {
    users.close();
  }
};

/** Returns the person who used the field page on this device last; undefined after that person has signed out. */
export const lastFieldUser = (): Promise<DeviceUser | undefined> => inUsers((users) => users.get('users', LAST_USER));

/** Notes that a person uses the field page, whose data is open. */
export const setFieldUser = ({ id, name }: DeviceUser): Promise<void> =>
  inUsers(async (users) => {
    const change = users.transaction('users', 'readwrite');
    await change.store.put({ id, name }, LAST_USER);
    await change.store.put({ id, name }, `${USER_PREFIX}${id}`);
    await change.done;
  });

/** Notes that the data of a person is closed with this number of entries, or undefined when it is removed. The name is forgotten. */
export const closeFieldUser = (id: string, unsent: number | undefined): Promise<void> =>
  inUsers(async (users) => {
    const change = users.transaction('users', 'readwrite');
    if ((await change.store.get(LAST_USER))?.id === id) await change.store.delete(LAST_USER);
    const key = `${USER_PREFIX}${id}`;
    await (unsent === undefined ? change.store.delete(key) : change.store.put({ id, name: '', closed: unsent }, key));
    await change.done;
  });

const knownUsers = (): Promise<readonly KnownUser[]> =>
  inUsers(async (users) => {
    const keys = await users.getAllKeys('users');
    const found = await Promise.all(
      keys.filter((key) => key.startsWith(USER_PREFIX)).map((key) => users.get('users', key)),
    );
    return found.filter((user) => user !== undefined);
  });

/** Returns the ids of the people whose data is on this device. */
export const fieldUserIds = async (): Promise<readonly string[]> => (await knownUsers()).map(({ id }) => id);

/** Returns the ids of the people whose data opens without signing in. */
export const openFieldUserIds = async (): Promise<readonly string[]> =>
  (await knownUsers()).flatMap(({ id, closed }) => (closed === undefined ? [id] : []));

/** Returns the number of entries of other people that wait until these people sign in. */
export const closedEntriesOfOthers = async (userId: string | undefined): Promise<number> =>
  (await knownUsers()).reduce((sum, { id, closed = 0 }) => (id === userId ? sum : sum + closed), 0);
