// Storage of records and lists for reading without a connection: encrypted rows in IndexedDB. The keys are made on the device and cannot be
// exported. The name of a row is a keyed hash, so a row reveals neither its user nor its item. Owned by OfflineCopies.

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { cipherWithKey, decryptJson, type DeviceCipher, encryptJson } from 'src/client/stores/deviceCipher.ts';
import { OFFLINE_DATABASE } from 'src/client/stores/offlineDatabase.ts';

export type CopyKind = 'item' | 'list' | 'answer' | 'person';

export interface DeviceCopy {
  readonly kind: CopyKind;
  /** Id of the item, or the request. */
  readonly name: string;
  /** Time of the server's answer, in milliseconds since 1970. */
  readonly at: number;
  /** Time of the last use, in milliseconds since 1970. The rows that were not used for the longest time are deleted first. */
  readonly used: number;
  readonly value: unknown;
}

interface CopyRow {
  readonly id: string;
  readonly kind: CopyKind;
  readonly used: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

interface CopySchema extends DBSchema {
  keys: { key: string; value: CryptoKey };
  copies: { key: string; value: CopyRow; indexes: { used: [CopyKind, number] } };
}

const HASH = { name: 'HMAC', hash: 'SHA-256' } as const;

const openCopies = (): Promise<IDBPDatabase<CopySchema>> =>
  openDB<CopySchema>(OFFLINE_DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('keys');
      database.createObjectStore('copies', { keyPath: 'id' }).createIndex('used', ['kind', 'used']);
    },
    blocking(_current, _blocked, event) {
      // Another tab deletes the database.
      (event.target as IDBDatabase).close();
    },
  });

/** Returns the rows of a kind in the index `used`. */
const rowsOfKind = (kind: CopyKind): IDBKeyRange => IDBKeyRange.bound([kind, 0], [kind, Infinity]);

/** Two tabs that open a new database at the same time use the keys of the first. */
const storedKey = async (
  database: IDBPDatabase<CopySchema>,
  name: string,
  make: () => Promise<CryptoKey>,
): Promise<CryptoKey> => {
  const known = await database.get('keys', name);
  if (known) return known;
  const made = await make();
  const change = database.transaction('keys', 'readwrite');
  const first = await change.store.get(name);
  if (!first) await change.store.put(made, name);
  await change.done;
  return first ?? made;
};

const isCopy = (value: unknown): value is Pick<DeviceCopy, 'name' | 'at' | 'value'> =>
  typeof value === 'object' && value !== null && 'name' in value && 'at' in value;

export class OfflineStorage {
  private readonly database: IDBPDatabase<CopySchema>;
  private readonly cipher: DeviceCipher;
  private readonly hash: CryptoKey;

  private constructor(database: IDBPDatabase<CopySchema>, cipher: DeviceCipher, hash: CryptoKey) {
    this.database = database;
    this.cipher = cipher;
    this.hash = hash;
  }

  /** Rejects where the browser has no database, and on a page that is not secure. */
  static async open(): Promise<OfflineStorage> {
    const database = await openCopies();
    const { subtle } = crypto;
    const [content, hash] = await Promise.all([
      storedKey(database, 'content', () =>
        subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
      ),
      storedKey(database, 'names', () => subtle.generateKey(HASH, false, ['sign']) as Promise<CryptoKey>),
    ]);
    return new OfflineStorage(database, cipherWithKey(content), hash);
  }

  async put(copies: readonly DeviceCopy[]): Promise<void> {
    const rows = await Promise.all(
      copies.map(async ({ kind, name, used, at, value }): Promise<CopyRow> => {
        const id = await this.idOf(kind, name);
        return { id, kind, used, data: await encryptJson(this.cipher, id, { name, at, value }) };
      }),
    );
    const change = this.database.transaction('copies', 'readwrite');
    await Promise.all([...rows.map((row) => change.store.put(row)), change.done]);
  }

  async get(kind: CopyKind, name: string): Promise<DeviceCopy | undefined> {
    return await this.copyOf(await this.database.get('copies', await this.idOf(kind, name)));
  }

  async all(kind: CopyKind): Promise<readonly DeviceCopy[]> {
    const rows = await this.database.getAllFromIndex('copies', 'used', rowsOfKind(kind));
    const copies = await Promise.all(rows.map((row) => this.copyOf(row)));
    return copies.filter((copy) => copy !== undefined);
  }

  async remove(kind: CopyKind, names: readonly string[]): Promise<void> {
    const ids = await Promise.all(names.map((name) => this.idOf(kind, name)));
    const change = this.database.transaction('copies', 'readwrite');
    await Promise.all([...ids.map((id) => change.store.delete(id)), change.done]);
  }

  async removeAll(kind: CopyKind): Promise<void> {
    await this.trim(kind, 0);
  }

  /** Deletes the rows of a kind beyond this number. */
  async trim(kind: CopyKind, most: number): Promise<void> {
    const change = this.database.transaction('copies', 'readwrite');
    const ids = await change.store.index('used').getAllKeys(rowsOfKind(kind));
    const old = ids.slice(0, Math.max(0, ids.length - most));
    await Promise.all([...old.map((id) => change.store.delete(id)), change.done]);
  }

  count(kind: CopyKind): Promise<number> {
    return this.database.countFromIndex('copies', 'used', rowsOfKind(kind));
  }

  close(): void {
    this.database.close();
  }

  private async idOf(kind: CopyKind, name: string): Promise<string> {
    const bytes = await crypto.subtle.sign(HASH.name, this.hash, new TextEncoder().encode(`${kind} ${name}`));
    return btoa(String.fromCodePoint(...new Uint8Array(bytes)));
  }

  private async copyOf(row: CopyRow | undefined): Promise<DeviceCopy | undefined> {
    const plain = row && (await decryptJson(this.cipher, row.id, row.data));
    return row && isCopy(plain) ? { kind: row.kind, used: row.used, ...plain } : undefined;
  }
}
