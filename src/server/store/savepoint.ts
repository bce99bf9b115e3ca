// A part of a transaction that may fail by itself: what it wrote is taken back, and the rest stands. Used where one refused item must
// not undo those beside it.

import type { Transaction } from 'src/server/store/database.ts';

/** Throws what `run` threw, after taking back what it wrote. Not to be run beside another one of the same transaction. */
export const inSavepoint = async <T>(tx: Transaction, run: (inner: Transaction) => Promise<T>): Promise<T> => {
  const after: (() => void | Promise<void>)[] = [];
  let over = false;
  // Neither is waited for by itself: they go out with the statements that follow them.
  const begun = tx.query('savepoint part');
  begun.catch(() => undefined);
  try {
    const result = await run({
      ...tx,
      // What runs on beside a statement that failed must not reach the transaction after it was taken back.
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
