// Storage of the field data of one user on this device, in a database of that user. Everything in it is encrypted with a key that was made on
// the device and cannot be exported, so entries open without a connection and after the time of the session is over. After a sign-out only
// the key that is encrypted for its user stays, so entries open again when that person signs in (docs/decisions/0101).

import { type DBSchema, type IDBPDatabase, deleteDB, openDB } from 'idb';
import {
  cipherWithKey,
  createDeviceCipher,
  createSealedKey,
  decryptJson,
  type DeviceCipher,
  encryptJson,
  openSealedKey,
} from 'src/client/extendDevice.ts';
import type { FieldEntry } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import type { Position } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

type Sealed = Uint8Array<ArrayBuffer>;

interface VaultSchema extends DBSchema {
  keys: { key: string; value: CryptoKey };
  /** Single values by name, such as the package. */
  facts: { key: string; value: Sealed };
  entries: { key: string; value: Sealed };
  /** Pieces of files: owner, name, number of the piece. */
  pieces: { key: [string, string, number]; value: Sealed };
  /** Chunks of the positions of a trip: instance id, number of the chunk. */
  points: { key: [string, number]; value: Sealed };
}

/** A position of a track; null begins another segment. */
export type TrackPoint = Position | null;

const FIELD_PIECE_BYTES = 2 * 1_048_576;
/** Name of the fact with the key of the database, encrypted for its user. */
const SEALED_KEY = '$key';
const DEVICE_KEY = 'device';
const STORES = ['keys', 'facts', 'entries', 'pieces', 'points'] as const;

/** Thrown when the device has no space left. The earlier content is unchanged. */
export class DeviceFullError extends Error {
  constructor(cause: unknown) {
    super('this device is full', { cause });
    this.name = 'DeviceFullError';
  }
}

/** Thrown when the field data of a user can be opened only after that person has signed in. */
export class VaultClosedError extends Error {
  constructor(cause?: unknown) {
    super('the field data is closed', { cause });
    this.name = 'VaultClosedError';
  }
}

const refusedSpace = (thrown: unknown): unknown =>
  thrown instanceof DOMException && thrown.name === 'QuotaExceededError' ? new DeviceFullError(thrown) : thrown;

const databaseName = (userId: string): string => `knowledge-keeper-field-${userId}`;

const isSameSealed = (one: Sealed, other: Sealed): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

export class FieldVault {
  private readonly database: IDBPDatabase<VaultSchema>;
  private readonly cipher: DeviceCipher;
  /** The entries as this page has written them last, with their encrypted form. */
  private readonly written = new Map<string, { readonly data: Sealed; readonly entry: FieldEntry }>();

  constructor(database: IDBPDatabase<VaultSchema>, cipher: DeviceCipher) {
    this.database = database;
    this.cipher = cipher;
  }

  async setFact(name: string, value: unknown): Promise<void> {
    const data = await encryptJson(this.cipher, `fact/${name}`, value);
    await this.write(() => this.database.put('facts', data, name));
  }

  async fact(name: string): Promise<unknown> {
    const data = await this.database.get('facts', name);
    return data && (await decryptJson(this.cipher, `fact/${name}`, data));
  }

  async putEntry(entry: FieldEntry): Promise<void> {
    const { instanceId } = entry;
    const data = await encryptJson(this.cipher, `entry/${instanceId}`, entry);
    await this.write(() => this.database.put('entries', data, instanceId));
    this.written.set(instanceId, { data, entry });
  }

  /** Resolves to undefined when the device has no such entry. */
  async entry(instanceId: string): Promise<FieldEntry | undefined> {
    const data = await this.database.get('entries', instanceId);
    const own = this.written.get(instanceId);
    // Each encryption has its own random beginning, so equal bytes are the entry that this page has written. It need not be read again.
    if (data && own && isSameSealed(data, own.data)) return own.entry;
    // Entries are written by `putEntry` only, and their encryption shows that they are unchanged.
    return data && ((await decryptJson(this.cipher, `entry/${instanceId}`, data)) as FieldEntry | undefined);
  }

  async entries(): Promise<readonly FieldEntry[]> {
    const ids = await this.database.getAllKeys('entries');
    const read = await Promise.all(ids.map((id) => this.entry(id)));
    return read.filter((entry) => entry !== undefined);
  }

  /** Removes an entry with its files and positions at once. */
  async removeEntry(instanceId: string): Promise<void> {
    this.written.delete(instanceId);
    const change = this.database.transaction(['entries', 'pieces', 'points'], 'readwrite');
    await Promise.all([
      change.objectStore('entries').delete(instanceId),
      change.objectStore('pieces').delete(IDBKeyRange.bound([instanceId], [instanceId, []])),
      change.objectStore('points').delete(IDBKeyRange.bound([instanceId], [instanceId, []])),
      change.done,
    ]);
  }

  /** Stores a file in pieces, so that the memory that is needed does not grow with it. A file that does not fit leaves nothing behind. */
  async putFile(owner: string, name: string, content: Blob): Promise<void> {
    try {
      for (let at = 0, piece = 0; piece === 0 || at < content.size; piece += 1, at += FIELD_PIECE_BYTES) {
        const plain = new Uint8Array(await content.slice(at, at + FIELD_PIECE_BYTES).arrayBuffer());
        const data = await this.cipher.encrypt(`${owner}/${name}/${piece}`, plain);
        await this.write(() => this.database.put('pieces', data, [owner, name, piece]));
      }
    } catch (thrown) {
      await this.removeFile(owner, name);
      throw thrown;
    }
  }

  /** Resolves to undefined when the device has no such file. */
  async file(owner: string, name: string, type = ''): Promise<Blob | undefined> {
    const parts: Blob[] = [];
    for (let piece = 0; ; piece += 1) {
      const data = await this.database.get('pieces', [owner, name, piece]);
      if (!data) break;
      parts.push(new Blob([await this.cipher.decrypt(`${owner}/${name}/${piece}`, data)]));
    }
    return parts.length === 0 ? undefined : new Blob(parts, { type });
  }

  async fileNames(owner: string): Promise<readonly string[]> {
    const keys = await this.database.getAllKeys('pieces', IDBKeyRange.bound([owner], [owner, []]));
    return [...new Set(keys.map(([, name]) => name))];
  }

  async removeFile(owner: string, name: string): Promise<void> {
    await this.database.delete('pieces', IDBKeyRange.bound([owner, name], [owner, name, Number.POSITIVE_INFINITY]));
  }

  async putPoints(instanceId: string, chunk: number, points: readonly TrackPoint[]): Promise<void> {
    const data = await encryptJson(this.cipher, `points/${instanceId}/${chunk}`, points);
    await this.write(() => this.database.put('points', data, [instanceId, chunk]));
  }

  /** Returns the chunks of a trip from the given number on. */
  async points(instanceId: string, from = 0): Promise<readonly (readonly TrackPoint[])[]> {
    const keys = await this.database.getAllKeys('points', IDBKeyRange.bound([instanceId, from], [instanceId, []]));
    const chunks = await Promise.all(
      keys.map(async (key) => {
        const data = await this.database.get('points', key);
        return data && (await decryptJson(this.cipher, `points/${instanceId}/${key[1]}`, data));
      }),
    );
    return chunks.filter((chunk): chunk is readonly TrackPoint[] => Array.isArray(chunk));
  }

  /** Removes the key that opens the data without its user. This vault stays open until it is closed. */
  async dropKey(): Promise<void> {
    await this.database.delete('keys', DEVICE_KEY);
  }

  close(): void {
    this.database.close();
  }

  private async write(run: () => Promise<unknown>): Promise<void> {
    try {
      await run();
    } catch (thrown) {
      throw refusedSpace(thrown);
    }
  }
}

/** Returns the key of a new database, or the one that its user gets back by signing in. */
const ownersKey = async (database: IDBPDatabase<VaultSchema>, ownerKey: string): Promise<CryptoKey> => {
  const owner = await createDeviceCipher(ownerKey);
  const own = await createSealedKey(owner, SEALED_KEY);
  // Another tab may have made a key meanwhile; the first one is used.
  const change = database.transaction(['keys', 'facts'], 'readwrite');
  const stored = await change.objectStore('facts').get(SEALED_KEY);
  if (!stored) {
    await change.objectStore('facts').put(own.sealed, SEALED_KEY);
    await change.objectStore('keys').put(own.key, DEVICE_KEY);
  }
  await change.done;
  if (!stored) return own.key;
  const key = await openSealedKey(owner, SEALED_KEY, stored).catch((thrown: unknown) => {
    throw new VaultClosedError(thrown);
  });
  await database.put('keys', key, DEVICE_KEY);
  return key;
};

/**
 * Opens the field data of a user. `ownerKey` comes from the server with the session of that user; it creates the data, and opens them after a
 * sign-out. Throws `VaultClosedError` when it is needed and missing, or belongs to another person. Rejects when the browser has no database
 * or no encryption.
 */
export const openFieldVault = async (userId: string, ownerKey?: string): Promise<FieldVault> => {
  const database = await openDB<VaultSchema>(databaseName(userId), 1, {
    upgrade: (opened) => {
      for (const name of STORES) opened.createObjectStore(name);
    },
    // A page of a newer build must not wait for this one.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
  try {
    const key = await database.get('keys', DEVICE_KEY);
    if (!key && ownerKey === undefined) throw new VaultClosedError();
    return new FieldVault(database, cipherWithKey(key ?? (await ownersKey(database, ownerKey ?? ''))));
  } catch (thrown) {
    database.close();
    throw thrown;
  }
};

/** Removes the field data of a user from this device, with its key. */
export const removeFieldVault = (userId: string): Promise<void> => deleteDB(databaseName(userId));
