// One deadline for all the statements of a request: past it no further statement starts, so the transaction rolls back
// while its connection is still its own. A statement that hangs is ended by the database's own statement_timeout.

import type { Clock } from 'src/base/clock.ts';
import { problem } from 'src/model/problems.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';

const guard =
  (clock: Clock, until: number): (() => void) =>
  () => {
    if (clock.now().getTime() > until) throw problem('timeout');
  };

export const queryableUntil = (db: Queryable, clock: Clock, until: number): Queryable => {
  const check = guard(clock, until);
  return {
    async query(text, values, name) {
      check();
      return await db.query(text, values, name);
    },
  };
};

export const transactionUntil = (tx: Transaction, clock: Clock, until: number): Transaction => {
  const check = guard(clock, until);
  return {
    ...queryableUntil(tx, clock, until),
    afterCommit: (run) => {
      tx.afterCommit(run);
    },
    withCommit: (...statement) => {
      check();
      tx.withCommit(...statement);
    },
    addJob: (name, payload, key) => tx.addJob(name, payload, key),
  };
};
