// Writes of many items in one transaction. While a batch is open, writes of items are held in memory and sent together, and items that the
// transaction has read or locked are read once. Every other statement first sends the held writes, so the code of a single write behaves the
// same in a batch. Opened by ItemStorage.together.

import { asError } from 'src/base/asError.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';
import type { GrantRow } from 'src/server/store/grantRows.ts';
import type { RowLock } from 'src/server/store/itemRows.ts';
import type { StoredItem, WriteMetadata } from 'src/server/store/itemStorage.ts';
import type { StoredListValue } from 'src/server/store/listValues.ts';
import { isDeadlock, isOutage } from 'src/server/store/queryable.ts';
import type { ItemToWrite } from 'src/server/store/writeStatements.ts';

export type HeldWrite =
  | { readonly verb: 'insert' | 'update'; readonly stored: StoredItem; readonly row: ItemToWrite }
  | { readonly verb: 'remove'; readonly stored: StoredItem; readonly metadata: WriteMetadata };

export interface ItemBatch {
  /** Returns the item if the transaction has read it with this lock or a stronger one. */
  find(id: ItemId, lock: RowLock): StoredItem | undefined;
  /** Keeps an item that was read with the lock. */
  note(stored: StoredItem, lock: RowLock): void;
  /**
   * Holds a write until the next statement that may depend on it. An item has at most one held write. `named` returns the ids in the
   * relations of the written item.
   */
  hold(write: HeldWrite, named?: () => readonly unknown[]): Promise<void>;
  /** Runs a part whose held writes are dropped when it throws. A part that has sent a write ends the batch when it throws. */
  part<T>(run: () => Promise<T>): Promise<T>;
  /** True after an error of the database, or of a part that had sent a write: everything will run again without a batch. */
  isBroken(): boolean;
  /** Items that no other item names. They are locked, so that this stays true until the transaction writes a relation. */
  readonly unnamed: Set<ItemId>;
  /** Grants by grantKey, until the transaction sends another write. */
  readonly grants: Map<string, readonly GrantRow[]>;
  /** Values of lists by type number and question, until the transaction writes an item of that type. */
  readonly lists: Map<number, Map<string, Promise<StoredListValue[]>>>;
}

export type SendHeld = (tx: Transaction, writes: readonly HeldWrite[]) => Promise<void>;

/** Thrown when a part of a batch cannot be rolled back by itself. */
class BatchBroken extends Error {}

const LOCK_STRENGTH: readonly RowLock[] = ['none', 'refer', 'share', 'write', 'remove'];
const LONGEST_HELD = 1_000;

/** A statement that starts with `select` changes no item. */
const isReading = (text: string): boolean => /^\s*select\b/i.test(text) && !text.includes('add_job');

interface OpenBatch {
  readonly batch: ItemBatch;
  readonly query: Transaction['query'];
  readonly addJob: Transaction['addJob'];
  /** Sends what is held. Throws the first error of the batch. */
  end(): Promise<void>;
}

const createKnown = () => {
  const items = new Map<ItemId, { readonly stored: StoredItem; readonly strength: number }>();
  return {
    items,
    find: (id: ItemId, lock: RowLock): StoredItem | undefined => {
      const found = items.get(id);
      return found && found.strength >= LOCK_STRENGTH.indexOf(lock) ? found.stored : undefined;
    },
    note: (stored: StoredItem, lock: RowLock): void => {
      const strength = Math.max(LOCK_STRENGTH.indexOf(lock), items.get(stored.id)?.strength ?? 0);
      items.set(stored.id, { stored, strength });
    },
  };
};

/** Holds writes in order and sends them one group of writes after another. */
const createHeld = (send: (writes: readonly HeldWrite[]) => Promise<void>) => {
  const held: HeldWrite[] = [];
  let sent = 0;
  let sending: Promise<void> | undefined;
  return {
    held,
    /** Number of writes so far. */
    position: () => sent + held.length,
    wasSent: (position: number) => sent > position,
    /** Removes and returns the writes from the position on. */
    cut: (position: number): HeldWrite[] => held.splice(position - sent),
    flush: async (): Promise<void> => {
      if (sending) await sending;
      if (held.length === 0) return;
      const writes = held.splice(0);
      sent += writes.length;
      sending = send(writes).finally(() => (sending = undefined));
      await sending;
    },
  };
};

/** Remembers the first error. Nothing reaches the transaction after it, because the database would refuse it. */
const createGuard = () => {
  let broken: Error | undefined;
  const refuseBroken = (): void => {
    if (broken) throw broken;
  };
  return {
    refuseBroken,
    isBroken: () => broken !== undefined,
    breakWith: (error: unknown): Error => (broken ??= asError(error)),
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      refuseBroken();
      try {
        return await work();
      } catch (error) {
        broken ??= asError(error);
        throw error;
      }
    },
  };
};

const openBatch = (tx: Transaction, send: SendHeld): OpenBatch => {
  const guard = createGuard();
  const known = createKnown();
  const cached = { unnamed: new Set<ItemId>(), lists: new Map(), grants: new Map() } satisfies Partial<ItemBatch>;
  let written = 0;
  const writes = createHeld((some) => guard.run(() => send(tx, some)));

  const noteWritten = (): void => {
    written += 1;
    for (const cache of [known.items, ...Object.values(cached)]) cache.clear();
  };

  const hold: ItemBatch['hold'] = async (write, named = () => []) => {
    const { id } = write.stored;
    if (writes.held.length >= LONGEST_HELD || writes.held.some(({ stored }) => stored.id === id)) await writes.flush();
    writes.held.push(write);
    if (write.verb === 'remove') return void known.items.delete(id);
    if (cached.unnamed.size > 0) for (const value of named()) cached.unnamed.delete(String(value));
    known.note(write.stored, 'write');
    cached.lists.delete(write.row.t);
  };

  const part: ItemBatch['part'] = async (run) => {
    const [position, before] = [writes.position(), written];
    try {
      return await run();
    } catch (error) {
      guard.refuseBroken();
      if (written > before || writes.wasSent(position))
        throw guard.breakWith(new BatchBroken('A part has sent a write.'));
      for (const { stored } of writes.cut(position)) known.items.delete(stored.id);
      throw error;
    }
  };

  return {
    batch: { ...cached, find: known.find, note: known.note, hold, part, isBroken: guard.isBroken },
    query: async (text, values, name) => {
      await writes.flush();
      if (!isReading(text)) noteWritten();
      return await guard.run(() => tx.query(text, values, name));
    },
    addJob: (...job) => {
      written += 1;
      return guard.run(() => tx.addJob(...job));
    },
    end: async () => {
      await writes.flush();
      guard.refuseBroken();
    },
  };
};

/**
 * Runs work that writes many items. When a write is refused, everything is rolled back and the work runs again without a batch, so that each
 * part fails by itself. `run` may therefore be called twice.
 */
export const runTogether = async <T>(
  tx: Transaction,
  send: SendHeld,
  run: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  const after: (() => void | Promise<void>)[] = [];
  await tx.query('savepoint together');
  const { batch, query, addJob, end } = openBatch(tx, send);
  try {
    const result = await run({ ...tx, query, addJob, batch, afterCommit: (each) => void after.push(each) });
    await end();
    await tx.query('release savepoint together');
    for (const each of after) tx.afterCommit(each);
    return result;
  } catch (error) {
    if (isDeadlock(error) || isOutage(error)) throw error;
  }
  await tx.query('rollback to savepoint together');
  return await run(tx);
};

/** Returns what was read already, and reads the other ids. */
export const readInBatch = async (
  db: Queryable,
  { ids, lock }: { readonly ids: readonly ItemId[]; readonly lock: RowLock },
  read: (ids: readonly ItemId[]) => Promise<readonly StoredItem[]>,
): Promise<ReadonlyMap<ItemId, StoredItem>> => {
  const found = new Map(ids.map((id) => [id, db.batch?.find(id, lock)]));
  const missing = ids.filter((id) => found.get(id) === undefined);
  for (const stored of missing.length === 0 ? [] : await read(missing)) {
    db.batch?.note(stored, lock);
    found.set(stored.id, stored);
  }
  return new Map([...found].flatMap(([id, stored]) => (stored ? [[id, stored] as const] : [])));
};
