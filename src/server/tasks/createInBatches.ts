// Creates one item for each row of a file, for a task: in batches that continue after the last settled row, each row by the rules of
// `create`. A refused row does not affect the others. `act/undoMany` removes the items.

import type { Values } from 'src/model/item/Item.ts';
import { isProblem } from 'src/model/problems.ts';
import type { WritingContext } from 'src/server/context.ts';
import type { RuleNeeds } from 'src/server/rules/RuleNeeds.ts';
import { createItem } from 'src/server/rules/createItem.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { isDeadlock, isOutage } from 'src/server/store/queryable.ts';
import { inSavepoint } from 'src/server/store/savepoint.ts';
import { addMadeItems, refusedDetails, type MadeItem } from 'src/server/store/taskItemRows.ts';
import type { Progress } from 'src/server/store/taskRows.ts';
import type { TaskRun } from 'src/server/TaskHandler.ts';
import {
  ITEMS_AT_ONCE,
  NO_PROGRESS,
  refusalMessage,
  ROWS_AT_ONCE,
  settleInTime,
  withOwners,
  type Owners,
} from 'src/server/tasks/runBulk.ts';

/** Refused rows that a table of them lists. */
const LISTED_ROWS = { most: 20_000, bytes: 32 * 1_048_576 };

export interface NewRow {
  readonly values: Values;
  /** Shown in the table of refused rows. */
  readonly detail: Values;
}

/** A row that cannot become an item, with the message of the reason. */
export interface UnusableRow {
  readonly message: string;
  readonly detail: Values;
}

interface Creation<Needs> {
  /** Name of the task's action: its declared event is written once for each owner. */
  readonly action: string;
  readonly type: string;
  /** Must be the same rows in each run of the task. */
  readonly rows: readonly NewRow[];
  readonly unusable: readonly UnusableRow[];
  /** Runs once, in the transaction that ends the work. */
  readonly finish?: (context: WritingContext<Needs>) => Promise<void>;
}

type Checkpoint = Progress & { readonly n: number; readonly owners: Owners; readonly finished?: true };
const NOTHING_CREATED: Checkpoint = { ...NO_PROGRESS, n: 0, owners: {} };

type CreateNeeds = RuleNeeds & { readonly log: (message: string, error?: unknown) => void };

const creationCheckpoint = ({ checkpoint }: { readonly checkpoint: unknown }): Checkpoint =>
  (checkpoint as Checkpoint | null) ?? NOTHING_CREATED;

/** Returns true after the last batch. A run that continues from there has nothing left to read. */
export const isCreationFinished = (run: { readonly checkpoint: unknown }): boolean =>
  creationCheckpoint(run).finished === true;

interface SettledRow extends MadeItem {
  readonly stored?: StoredItem;
}

const settleNewRow = async <Needs extends CreateNeeds>(
  context: WritingContext<Needs>,
  type: string,
  { n, values, detail }: NewRow & { readonly n: number },
): Promise<SettledRow> => {
  try {
    const stored = await inSavepoint(context.tx, (inner) =>
      createItem({ ...context, db: inner, tx: inner, many: true }, type, values),
    );
    return { n, id: stored.id, state: 'c', before: {}, after: stored.u, stored };
  } catch (error) {
    // The whole batch is tried again: the row is not to blame.
    if (isDeadlock(error) || isOutage(error)) throw error;
    if (!isProblem(error) && context.tx.batch?.isBroken() !== true)
      context.services.log('a row of a file could not be imported', error);
    const message = refusalMessage(error);
    return { n, id: '', state: 'r', reason: message, before: { ...detail, message } };
  }
};

const progressWith = (known: Checkpoint, settled: readonly SettledRow[], total: number): Progress => {
  const { changed = 0, unchanged = 0, refused = 0 } = known.counts ?? {};
  const created = settled.filter(({ state }) => state === 'c').length;
  const counts = { changed: changed + created, unchanged, refused: refused + settled.length - created };
  return { done: known.done + settled.length, total, counts };
};

const addUnusable = async <Needs extends CreateNeeds, Input>(
  run: TaskRun<Needs, Input>,
  { rows, unusable }: Creation<Needs>,
): Promise<void> => {
  await run.batch(async ({ tx }) => {
    const settled = unusable.map(({ message, detail }, at): SettledRow => ({
      ...{ n: at + 1, id: '', state: 'r', reason: message },
      before: { ...detail, message },
    }));
    await addMadeItems(tx, run.key, settled);
    const progress = progressWith(NOTHING_CREATED, settled, rows.length + unusable.length);
    return { checkpoint: { ...progress, owners: {}, n: unusable.length }, progress };
  });
};

const runRows = async <Needs extends CreateNeeds, Input>(
  run: TaskRun<Needs, Input>,
  { type, rows, unusable }: Creation<Needs>,
): Promise<void> => {
  await run.batch(async (context) => {
    const known = creationCheckpoint(run);
    const from = known.n - unusable.length;
    const settled = await context.services.items.together(context.tx, (tx) =>
      settleInTime(tx, rows.slice(from, from + (tx.batch ? ROWS_AT_ONCE : ITEMS_AT_ONCE)), (row, at) =>
        settleNewRow({ ...context, db: tx, tx }, type, { ...row, n: known.n + at + 1 }),
      ),
    );
    await addMadeItems(context.tx, run.key, settled);
    const progress = progressWith(known, settled, rows.length + unusable.length);
    const owners = withOwners(context, known.owners, settled);
    return { checkpoint: { ...progress, owners, n: known.n + settled.length }, progress };
  });
};

export const createInBatches = async <Needs extends CreateNeeds, Input>(
  run: TaskRun<Needs, Input>,
  creation: Creation<Needs>,
): Promise<void> => {
  const { action, rows, unusable, finish } = creation;
  if (run.checkpoint === null) await addUnusable(run, creation);
  while (creationCheckpoint(run).n < rows.length + unusable.length) await runRows(run, creation);
  if (isCreationFinished(run)) return;
  await run.batch(async (context) => {
    const known = creationCheckpoint(run);
    await context.services.events.writeOfMany(
      context.tx,
      action,
      Object.values(known.owners),
      writeMetadataOf(context),
    );
    await finish?.(context);
    return { checkpoint: { ...known, owners: {}, finished: true } };
  });
};

/** Returns the details of the refused rows with their messages, for a table of them. */
export const unusedRowsOf = async <Needs extends CreateNeeds, Input>(
  run: TaskRun<Needs, Input>,
): Promise<readonly Values[]> => await refusedDetails((await run.context()).db, run.key, LISTED_ROWS);
