// Finds transactions that wait for something other than the database: a search, a file, another process, a timer. Such a transaction
// holds a connection and its locks while it does nothing. Every test database is watched; its `stop` throws if there was one.

import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { Database, Queryable, Statements, Transaction } from 'src/server/store/database.ts';

/** Turns of the event loop without a statement. After an answer of PostgreSQL, the next statement starts in the same turn. */
const IDLE_TURNS = 4;

/** Statements of this process that PostgreSQL works on. A transaction may wait for an answer that another request asked for. */
let underWay = 0;

/** Statements of the recorded work, in order. */
const recording = new AsyncLocalStorage<string[]>();

/**
 * Runs the work and returns the statements that it waits for, including `begin` and `commit`. Statements after a commit are not recorded,
 * because the answer does not wait for them.
 */
export const recordStatements = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const statements: string[] = [];
  await recording.run(statements, work);
  const end = statements.indexOf('commit');
  return end < 0 ? statements : statements.slice(0, end + 1);
};

const counted = async <T>(text: string, run: () => Promise<T>): Promise<T> => {
  recording.getStore()?.push(text);
  underWay += 1;
  try {
    return await run();
  } finally {
    underWay -= 1;
  }
};

const countedQueries = (queryable: Queryable): Queryable => ({
  query: (text, values, name) => counted(text, () => queryable.query(text, values, name)),
});

/** Counts yields: long computations let other requests run between their steps. They continue in a later turn and do not wait. */
const countYields = (): void => {
  const { setImmediate: nextTurn } = timers;
  const yielding = async (...asked: Parameters<typeof nextTurn>): Promise<unknown> => {
    underWay += 1;
    try {
      return await nextTurn(...asked);
    } finally {
      underWay -= 1;
    }
  };
  Object.assign(timers, { setImmediate: yielding });
  syncBuiltinESMExports();
};

countYields();

interface Watched {
  readonly tx: Transaction;
  end(): void;
}

const watchOne = (tx: Transaction, onIdle: (lastStatement: string) => void): Watched => {
  let isOver = false;
  let started = 0;
  let last = 'begin';
  const watchTurns = (since: number, turns: number): void => {
    setImmediate(() => {
      if (isOver || started !== since || underWay > 0) return;
      if (turns < IDLE_TURNS) watchTurns(since, turns + 1);
      else onIdle(last);
    });
  };
  const watched = async <T>(text: string, run: () => Promise<T>): Promise<T> => {
    started += 1;
    last = text;
    const own = started;
    try {
      return await counted(text, run);
    } finally {
      watchTurns(own, 0);
    }
  };
  watchTurns(0, 0);
  const { afterCommit, addJob, query, withCommit } = tx;
  return {
    tx: {
      afterCommit,
      withCommit: (text, values, name) => {
        recording.getStore()?.push(text);
        withCommit(text, values, name);
      },
      addJob: (name, payload, key) => watched(`add job ${name}`, () => addJob(name, payload, key)),
      query: (text, values, name) => watched(text, () => query(text, values, name)),
    },
    end: () => void (isOver = true),
  };
};

/**
 * Exempt callers. A test that opens a transaction itself may wait in it deliberately. The two jobs that remove a file hold its lock until
 * the bytes are deleted, so that no save refers to the file in the meantime; nothing else waits for this deletion on the local disk. The
 * import of a package is one transaction that reads the files of the package; it needs an installation without records.
 */
const EXEMPT = ['/tests/', '/files/sweepFiles.ts', '/files/removeErased.ts', '/packages/importPackage.ts'];

export interface WatchedDatabase {
  readonly database: Database;
  /** One text for each transaction that was idle: where it was opened and its last statement. */
  readonly idle: readonly string[];
}

export const watchTransactions = (database: Database): WatchedDatabase => {
  const idle: string[] = [];
  const watchStatements = (statements: Statements): Statements => ({
    ...countedQueries(statements),
    transaction(run, options) {
      const [, , opener = '', ...callers] = (new Error('opened').stack ?? '').split('\n');
      if (EXEMPT.some((place) => opener.includes(place))) return statements.transaction(run, options);
      return statements.transaction(async (open) => {
        recording.getStore()?.push('begin');
        const { tx, end } = watchOne(open, (last) =>
          idle.push([`after ${last.slice(0, 200)}`, opener, ...callers].join('\n')),
        );
        try {
          return await run(tx);
        } finally {
          recording.getStore()?.push('commit');
          end();
        }
      }, options);
    },
  });
  return {
    database: { ...database, ...watchStatements(database), endedBy: (over) => watchStatements(database.endedBy(over)) },
    idle,
  };
};
