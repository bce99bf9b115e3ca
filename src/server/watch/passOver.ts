// One change that cannot be evaluated (a computed value that throws, say) must keep nothing from the others, nor be tried for
// ever. Used by watches.ts and rightsCheck.ts, around each change and each receiver.

import { isProblem } from 'src/model/problems.ts';
import type { Queryable } from 'src/server/store/database.ts';

/** SQLSTATE class. */
const DATA_EXCEPTION = '22';

interface PassOverOptions {
  readonly database: Queryable;
  readonly log: (message: string, error?: unknown) => void;
}

/** Not one of the change: of a full disk, a lost connection, a table that cannot be written. A value that PostgreSQL refuses is. */
const isDatabaseFailure = (error: unknown): boolean => {
  if (isProblem(error)) return true;
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' && !code.startsWith(DATA_EXCEPTION);
};

/** Runs `work`, and again when it fails; what fails twice is reported and passed over. Rejects when it is the database that fails. */
export type PassOver = (what: string, work: () => Promise<void>) => Promise<void>;

export const createPassOver =
  ({ database, log }: PassOverOptions): PassOver =>
  async (what, work) => {
    try {
      await work().catch(work);
    } catch (error) {
      if (isDatabaseFailure(error)) throw error;
      await database.query('select 1');
      log(`live updates passed over ${what}`, error);
    }
  };
