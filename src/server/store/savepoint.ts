// Part of a transaction that can be rolled back by itself. Used when one refused item must not undo the others.

import type { Transaction } from 'src/server/store/database.ts';
import type { ItemBatch } from 'src/server/store/itemBatch.ts';

/** A batch of items rolls back without a savepoint: it drops the writes that it holds. */
const inBatchPart = async <T>(
  tx: Transaction,
  batch: ItemBatch,
  run: (inner: Transaction) => Promise<T>,
): Promise<T> => {
  const after: (() => void | Promise<void>)[] = [];
  const result = await batch.part(() => run({ ...tx, afterCommit: (each) => void after.push(each) }));
  for (const each of after) tx.afterCommit(each);
  return result;
};

/** Throws the error of `run` after rolling back its writes. Must not run concurrently in one transaction. */
export const inSavepoint = async <T>(tx: Transaction, run: (inner: Transaction) => Promise<T>): Promise<T> => {
  if (tx.batch) return await inBatchPart(tx, tx.batch, run);
  const after: (() => void | Promise<void>)[] = [];
  let over = false;
  // Not awaited: these are sent together with the following statements.
  const begun = tx.query('savepoint part');
  begun.catch(() => undefined);
  try {
    const result = await run({
      ...tx,
      // Statements that are still running after a failure must not reach the transaction after the rollback.
      query: (text, values, name) =>
        over ? Promise.reject(new Error('This part of the transaction is over.')) : tx.query(text, values, name),
      afterCommit: (each) => void after.push(each),
    });
    over = true;
    await begun;
    tx.query('release savepoint part').catch(() => undefined); // then the transaction fails at its next statement
    for (const each of after) tx.afterCommit(each);
    return result;
  } catch (error) {
    over = true;
    await tx.query('rollback to savepoint part');
    throw error;
  }
};

/** Returns the result of `run` after rolling back its writes. Its work after the commit never runs. */
export const rollingBack = async <T>(tx: Transaction, run: (inner: Transaction) => Promise<T>): Promise<T> => {
  await tx.query('savepoint whole');
  try {
    return await run({ ...tx, afterCommit: () => undefined });
  } finally {
    await tx.query('rollback to savepoint whole');
  }
};
