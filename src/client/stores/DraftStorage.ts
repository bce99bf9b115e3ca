// Storage of drafts that survives a crash and a sign-out: encrypted records in IndexedDB. Owned by DraftStore. Nothing here is sent, and a
// record reveals neither its user nor its item. When the browser has no database or no encryption, put() rejects.

import type { IDBPDatabase } from 'idb';
import { type DraftRecord, isDraftRecord } from 'src/client/stores/DraftRecord.ts';
import { createDeviceCipher, decryptJson, type DeviceCipher, encryptJson } from 'src/client/stores/deviceCipher.ts';

export type DraftName = Pick<DraftRecord, 'key' | 'tab'>;

interface EncryptedDraft {
  readonly id: string;
  readonly data: Uint8Array<ArrayBuffer>;
}

const DRAFT_DATABASE = 'knowledge-keeper';
const STORE = 'drafts';
/** Versions 1 and 2 stored plain text; their records are deleted. */
const DRAFT_SCHEMA_VERSION = 3;

const openDraftDatabase = async (databases: IDBFactory): Promise<IDBPDatabase> => {
  // Most first pages have no drafts to read, so the library loads when the database is opened.
  const { wrap } = await import('idb');
  const request = databases.open(DRAFT_DATABASE, DRAFT_SCHEMA_VERSION);
  request.addEventListener('upgradeneeded', () => {
    for (const name of request.result.objectStoreNames) request.result.deleteObjectStore(name);
    request.result.createObjectStore(STORE, { keyPath: 'id' });
  });
  const database = await wrap(request);
  if (!database) throw new Error('no database came');
  // A page of a newer build must not wait for this one.
  database.addEventListener('versionchange', () => database.close());
  return database;
};

const recordName = ({ key, tab }: DraftName): string => `${tab} ${key}`;

export class DraftStorage {
  private readonly databases: IDBFactory | undefined;
  private readonly uuid: () => string;
  private readonly ids = new Map<string, string>();
  private opened: Promise<IDBPDatabase> | undefined;
  private cipher: DeviceCipher | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(databases: IDBFactory | undefined, uuid: () => string) {
    this.databases = databases;
    this.uuid = uuid;
  }

  /** Selects the key by which records are read and written. */
  unlock(key: string): Promise<void> {
    return this.inOrder(async () => {
      this.ids.clear();
      this.cipher = undefined;
      this.cipher = await createDeviceCipher(key);
    });
  }

  lock(): Promise<void> {
    return this.inOrder(async () => {
      this.ids.clear();
      this.cipher = undefined;
    });
  }

  /** Returns the records that the key decrypts, of all tabs. */
  list(): Promise<readonly DraftRecord[]> {
    return this.inOrder(async () => {
      const { cipher } = this;
      if (!cipher) return [];
      const all: readonly EncryptedDraft[] = await (await this.database()).getAll(STORE);
      const read = await Promise.all(
        all.map(async ({ id, data }) => ({ id, record: await decryptJson(cipher, id, data) })),
      );
      return read.flatMap(({ id, record }) => {
        if (!isDraftRecord(record)) return [];
        this.ids.set(recordName(record), id);
        return record;
      });
    });
  }

  put(record: DraftRecord): Promise<void> {
    return this.inOrder(async () => {
      if (!this.cipher) throw new Error('no key for drafts');
      const id = this.ids.get(recordName(record)) ?? this.uuid();
      const data = await encryptJson(this.cipher, id, record);
      await (await this.database()).put(STORE, { id, data } satisfies EncryptedDraft);
      this.ids.set(recordName(record), id);
    });
  }

  remove(name: DraftName): Promise<void> {
    return this.inOrder(async () => {
      const id = this.ids.get(recordName(name));
      if (id === undefined) return;
      await (await this.database()).delete(STORE, id);
      this.ids.delete(recordName(name));
    });
  }

  /** Removes the records of all users. */
  clear(): Promise<void> {
    return this.inOrder(async () => {
      this.ids.clear();
      if (this.databases) await (await this.database()).clear(STORE);
    });
  }

  private database(): Promise<IDBPDatabase> {
    if (!this.databases) throw new Error('this browser keeps no database');
    return (this.opened ??= openDraftDatabase(this.databases));
  }

  // Encryption is asynchronous, so a removal must wait for the write before it.
  private inOrder<T>(run: () => Promise<T>): Promise<T> {
    const result = this.last.then(run);
    this.last = result.catch(() => {});
    return result;
  }
}
