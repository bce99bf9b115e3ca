// Files being uploaded, stored on this device until they are complete, so that uploads continue after a reload or crash. Encrypted in
// pieces with the key of their user, like drafts (docs/decisions/0014): other people at this computer cannot open them, and the next user's
// session removes files older than the server keeps partial uploads. Loaded by UploadStore.

import { type IDBPDatabase, wrap } from 'idb';
import { isRecord } from 'src/base/isRecord.ts';
import { createDeviceCipher, decryptJson, type DeviceCipher, encryptJson } from 'src/client/stores/deviceCipher.ts';

export interface KeptFiles {
  /** Resolves to true when the whole file is stored. A file that is too large for the device is not. */
  keep(key: string, file: File): Promise<boolean>;
  /** Resolves to undefined when the file is incomplete or belongs to another user. */
  read(key: string): Promise<File | undefined>;
  remove(key: string): Promise<void>;
  /** Removes all files of this user. */
  removeAll(): Promise<void>;
}

interface KeptFilesOptions {
  readonly databases: IDBFactory;
  readonly uuid: () => string;
  readonly now: () => number;
  /** `draftKey` of the signed-in user. */
  readonly userKey: string;
}

/** Part that can be read only with the key. */
interface Head {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly lastModified: number;
  readonly pieces: readonly string[];
}

interface Sealed {
  readonly id: string;
  /** Rounded, since other people at this computer can read it. */
  readonly until: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

const FILE_DATABASE = 'knowledge-keeper-files';
const HEADS = 'heads';
const PIECE_STORE = 'pieces';
const PIECE_BYTES = 4 * 1_048_576;
/** A larger file would fill small devices; after a reload, the person chooses it again. */
const LARGEST_BYTES = 512 * 1_048_576;
const HOUR_MS = 3_600_000;
/** Time for which files are kept, which is how long the server keeps partial uploads. */
const KEPT_FILE_LIFE_MS = 24 * HOUR_MS;

const isHead = (value: unknown): value is Head =>
  isRecord(value) &&
  typeof value.key === 'string' &&
  typeof value.name === 'string' &&
  typeof value.type === 'string' &&
  typeof value.lastModified === 'number' &&
  Array.isArray(value.pieces) &&
  value.pieces.every((id) => typeof id === 'string');

const openFileDatabase = async (databases: IDBFactory): Promise<IDBPDatabase> => {
  const request = databases.open(FILE_DATABASE, 1);
  request.addEventListener('upgradeneeded', () => {
    for (const name of [HEADS, PIECE_STORE])
      request.result.createObjectStore(name, { keyPath: 'id' }).createIndex('until', 'until');
  });
  const database = await wrap(request);
  if (!database) throw new Error('no database came');
  // A page of a newer build must not wait for this one.
  database.addEventListener('versionchange', () => database.close());
  return database;
};

/** Removes the files of all users, or only old ones. Resolves to true when some remain. */
export const sweepKeptFiles = async (databases: IDBFactory, until = Number.POSITIVE_INFINITY): Promise<boolean> => {
  const database = await openFileDatabase(databases);
  try {
    for (const store of [HEADS, PIECE_STORE]) {
      const old = await database.getAllKeysFromIndex(store, 'until', IDBKeyRange.upperBound(until));
      await Promise.all(old.map((id) => database.delete(store, id)));
    }
    return (await database.count(HEADS)) + (await database.count(PIECE_STORE)) > 0;
  } finally {
    database.close();
  }
};

class FilesOfUser implements KeptFiles {
  private readonly database: IDBPDatabase;
  private readonly cipher: DeviceCipher;
  private readonly options: KeptFilesOptions;
  /** Uploads that ended while their file was being stored. */
  private readonly gone = new Set<string>();

  constructor(database: IDBPDatabase, cipher: DeviceCipher, options: KeptFilesOptions) {
    this.database = database;
    this.cipher = cipher;
    this.options = options;
  }

  async keep(key: string, file: File): Promise<boolean> {
    if (file.size > LARGEST_BYTES) return false;
    const { uuid, now } = this.options;
    const until = Math.ceil((now() + KEPT_FILE_LIFE_MS) / HOUR_MS) * HOUR_MS;
    const { name, type, lastModified } = file;
    const pieces = Array.from({ length: Math.ceil(file.size / PIECE_BYTES) }, uuid);
    try {
      const id = uuid();
      const head: Head = { key, name, type, lastModified, pieces };
      await this.put(HEADS, { id, until, data: await encryptJson(this.cipher, id, head) });
      for (const [at, piece] of pieces.entries()) {
        if (this.gone.has(key)) break;
        const plain = await file.slice(at * PIECE_BYTES, (at + 1) * PIECE_BYTES).arrayBuffer();
        await this.put(PIECE_STORE, {
          id: piece,
          until,
          data: await this.cipher.encrypt(piece, new Uint8Array(plain)),
        });
      }
    } catch {
      // The device is full, or the browser refuses the amount.
      this.gone.add(key);
    }
    if (!this.gone.has(key)) return true;
    await this.remove(key);
    return false;
  }

  async read(key: string): Promise<File | undefined> {
    const [found] = (await this.heads()).filter(({ head }) => head.key === key);
    if (!found) return undefined;
    const { name, type, lastModified, pieces } = found.head;
    const parts: Blob[] = [];
    for (const id of pieces) {
      const sealed = (await this.database.get(PIECE_STORE, id)) as Sealed | undefined;
      if (!sealed) return undefined;
      parts.push(new Blob([await this.cipher.decrypt(id, sealed.data)]));
    }
    return new File(parts, name, { type, lastModified });
  }

  async remove(key: string): Promise<void> {
    this.gone.add(key);
    await this.removeThose((head) => head.key === key);
  }

  removeAll(): Promise<void> {
    return this.removeThose(() => true);
  }

  private async removeThose(isMeant: (head: Head) => boolean): Promise<void> {
    for (const { id, head } of (await this.heads()).filter((each) => isMeant(each.head))) {
      this.gone.add(head.key);
      await Promise.all(head.pieces.map((piece) => this.database.delete(PIECE_STORE, piece)));
      await this.database.delete(HEADS, id);
    }
  }

  private async heads(): Promise<readonly { readonly id: string; readonly head: Head }[]> {
    const all = (await this.database.getAll(HEADS)) as readonly Sealed[];
    const read = await Promise.all(
      all.map(async ({ id, data }) => ({ id, head: await decryptJson(this.cipher, id, data) })),
    );
    return read.flatMap(({ id, head }) => (isHead(head) ? { id, head } : []));
  }

  private put(store: string, record: Sealed): Promise<unknown> {
    return this.database.put(store, record);
  }
}

/** Rejects when the browser has no database or no encryption. */
export const openKeptFiles = async (options: KeptFilesOptions): Promise<KeptFiles> => {
  const cipher = await createDeviceCipher(options.userKey);
  return new FilesOfUser(await openFileDatabase(options.databases), cipher, options);
};
