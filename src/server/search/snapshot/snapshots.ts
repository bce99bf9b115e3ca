// Snapshots of the search index of one process: the file from which a start restores the index, and the saves that replace it. The worker
// reads and writes the file; the database decides whether it may be used.

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { filesOf, relationsOf } from 'src/model/schema/paths.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Copies } from 'src/server/search/columnCopies.ts';
import type { TablePlan } from 'src/server/search/columns/Table.ts';
import type { StaleRows } from 'src/server/search/snapshot/RowComparison.ts';
import type { SnapshotAnswer } from 'src/server/search/snapshot/restoreIndex.ts';
import { SNAPSHOT_FILE } from 'src/server/search/snapshot/startSnapshotWorker.ts';
import { addState, databaseIdentity, erasureCount, isKnownState } from 'src/server/search/snapshot/snapshotRows.ts';
import type { WorkerPort } from 'src/server/search/workerPort.ts';
import { sha256 } from 'src/server/sha256.ts';
import type { Database } from 'src/server/store/database.ts';

/** Raised when the content of a snapshot changes its form or its meaning. */
const SNAPSHOT_FORMAT = 2;
const PART_SUFFIX = '.part';
/** Age of an unfinished file whose process was killed. */
const FORMER_PART_MS = 60 * 60_000;
/** With more rows to read again, everything is read from the tables. */
const [MAX_STALE, MAX_STALE_SHARE] = [20_000, 0.2];

export interface SnapshotsOptions {
  readonly registry: ServerRegistry;
  readonly database: Database;
  readonly plans: readonly TablePlan[];
  readonly copies: Copies;
  readonly folder: string;
  /** Hash of the program. */
  readonly build: string;
  readonly log: (message: string, error?: unknown) => void;
}

export interface RestoredIndex {
  /** Ids of the terms that the worker has, as bits. */
  readonly terms: Uint32Array;
  /** Rows that must be read again before searches are answered. */
  readonly stale: StaleRows;
}

interface PostedRestore {
  readonly answer: Promise<SnapshotAnswer>;
}

export interface Snapshots {
  /** Begins to read the file, so that the worker has it when the database can be asked. */
  read(to: WorkerPort): void;
  /** Called before the tables are read. */
  begin(): Promise<void>;
  /** Restores the index in the worker. Returns undefined when there is no usable snapshot; everything must be read then. */
  restore(to: WorkerPort): Promise<RestoredIndex | undefined>;
  /** Saves the index, which must have all texts. Does nothing after an erasure. */
  save(to: WorkerPort): Promise<void>;
  /** Returns milliseconds since the last save by any process with this folder; infinite without a file. */
  age(): Promise<number>;
  /** Deletes the file, because words of it were erased. */
  erase(): Promise<void>;
}

const declarationsOf = ({ hash, types }: ServerRegistry): unknown => [
  hash,
  Object.values(types).map(({ name, number, properties }) => [
    ...[name, number],
    ...[...relationsOf(properties), ...filesOf(properties)].map(({ path }) => path),
  ]),
];

const isTooStale = (stale: StaleRows, items: number): boolean =>
  [...stale.values()].reduce((sum, { length }) => sum + length, 0) > MAX_STALE + items * MAX_STALE_SHARE;

const removeFile = (file: string): Promise<void> => rm(file, { force: true });

const removeFormerParts = async (folder: string): Promise<void> => {
  for (const name of (await readdir(folder)).filter((each) => each.endsWith(PART_SUFFIX))) {
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > FORMER_PART_MS) await removeFile(join(folder, name));
  }
};

/** Returns milliseconds since a file was written; infinite without one. */
const ageOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Infinity,
  );

interface SnapshotState {
  readonly path: string;
  /** Returns the key of a file of this process. */
  key(): Promise<string>;
  /** Number of erasures before the tables were read. */
  erasures: number;
  /** The index may have words that were erased. */
  hasErased: boolean;
}

const createState = ({ registry, database, plans, folder, build }: SnapshotsOptions): SnapshotState => {
  let known: string | undefined;
  return {
    path: join(folder, SNAPSHOT_FILE),
    async key() {
      const parts = [SNAPSHOT_FORMAT, build, declarationsOf(registry), plans, await databaseIdentity(database)];
      return (known ??= sha256(JSON.stringify(parts)).toString('hex'));
    },
    ...{ erasures: 0, hasErased: false },
  };
};

const createRestoring = (
  { database, copies, log }: SnapshotsOptions,
  state: SnapshotState,
): Pick<Snapshots, 'read' | 'restore'> => {
  const { path } = state;
  let reading: { readonly to: WorkerPort; readonly posted: Promise<PostedRestore | undefined> } | undefined;

  /** Resolves when the worker was asked, or with undefined when there is no file. */
  const postRestore = async (to: WorkerPort): Promise<PostedRestore | undefined> => {
    if ((await ageOf(path)) === Infinity) return undefined;
    const answer = to.restore({ path, key: await state.key() });
    // The start reports the error.
    answer.catch(() => undefined);
    return { answer };
  };

  /** Returns the restored index, or the reason why it is not used. The worker reads the file while PostgreSQL reads the rows. */
  const restored = async (to: WorkerPort, posted: PostedRestore): Promise<RestoredIndex | string> => {
    const [answer, pieces] = await Promise.all([posted.answer, copies.sendMarks(to)]);
    if ('refused' in answer) return answer.refused;
    const stale = await to.checked(pieces);
    if (!(await isKnownState(database, answer.token, state.erasures)))
      return 'it is not part of the history of this database, or items were erased since';
    if (isTooStale(stale, (await to.size()).items)) return 'too many rows have changed since';
    return { terms: answer.terms, stale };
  };

  const restore = async (to: WorkerPort): Promise<RestoredIndex | undefined> => {
    const posted = await (reading?.to === to ? reading.posted : postRestore(to));
    if (!posted) return undefined;
    const index = await restored(to, posted);
    if (typeof index !== 'string') return index;
    log(`the snapshot of the search index is not used: ${index}`);
    await removeFile(path);
    return undefined;
  };

  return {
    read(to) {
      reading = { to, posted: postRestore(to) };
      reading.posted.catch(() => undefined);
    },
    restore: (to) =>
      restore(to).catch((error: unknown) => {
        log('the snapshot of the search index could not be read', error);
        return undefined;
      }),
  };
};

export const createSnapshots = (options: SnapshotsOptions): Snapshots => {
  const { database, folder, plans } = options;
  const state = createState(options);
  const { path } = state;

  return {
    ...createRestoring(options, state),
    async begin() {
      state.erasures = await erasureCount(database);
      state.hasErased = false;
    },
    async save(to) {
      if (state.hasErased) return;
      await mkdir(folder, { recursive: true });
      await removeFormerParts(folder);
      const token = randomUUID();
      const part = join(folder, `${token}${PART_SUFFIX}`);
      try {
        // A state is known to the database only after all of its rows: an older copy of the database does not know it.
        if (!(await to.save(part, { key: await state.key(), token, plans }))) return;
        if (await addState(database, token, state.erasures)) await rename(part, path);
        else state.hasErased = true;
      } finally {
        await removeFile(part);
        if (state.hasErased) await removeFile(path);
      }
    },
    age: () => ageOf(path),
    async erase() {
      state.hasErased = true;
      await removeFile(path);
    },
  };
};
