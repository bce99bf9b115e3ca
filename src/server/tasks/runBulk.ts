// Runs the tasks of many items: batches of one transaction each, which continue after the last settled item. The writes of a batch are sent
// together (ItemStorage.together), and each item follows the rules of a single write. Used by bulk actions, imports and their undo.

import { setImmediate } from 'node:timers/promises';
import { stricter } from 'src/model/access/levels.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { invalidEntries, isProblem } from 'src/model/problems.ts';
import type { ManyOfOwner } from 'src/server/eventLog/events.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import type { Transaction } from 'src/server/store/database.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { isOutage, isDeadlock } from 'src/server/store/queryable.ts';
import { inSavepoint } from 'src/server/store/savepoint.ts';
import {
  countTaskItems,
  settleItems,
  typesOfTask,
  waitingItems,
  type ItemOutcome,
  type SettledItem,
  type WaitingItem,
} from 'src/server/store/taskItemRows.ts';
import type { Progress, TaskCounts } from 'src/server/store/taskRows.ts';
import type { TaskHandler } from 'src/server/TaskHandler.ts';
import type { TaskNeeds, TaskWriting } from 'src/server/tasks/TaskNeeds.ts';

/**
 * Items of a batch that are written one by one, each in a savepoint. PostgreSQL keeps 64 savepoints of a transaction where other sessions
 * find them fast.
 */
export const ITEMS_AT_ONCE = 50;
/** Items of a batch whose writes are sent together. */
export const ROWS_AT_ONCE = 100;
/** A batch ends after this time, so that others wait for no lock of its items for longer. */
const BATCH_MS = 250;

/** Settles rows of a batch one after another until its time is over, or until the batch has to be repeated. */
export const settleInTime = async <Row, Done>(
  { batch }: Transaction,
  rows: readonly Row[],
  settle: (row: Row, at: number) => Promise<Done>,
): Promise<Done[]> => {
  const settled: Done[] = [];
  const started = performance.now();
  for (const [at, row] of rows.entries()) {
    if (performance.now() - started > BATCH_MS || batch?.isBroken() === true) break;
    // A batch waits for few statements. Requests of others run between its rows.
    await setImmediate();
    settled.push(await settle(row, at));
  }
  return settled;
};

/** Outcome of one item, with the values that an undo needs. */
export type Outcome = Pick<SettledItem, 'state' | 'before' | 'after'> & { readonly stored?: StoredItem };
export type ActOnOne<Input> = (context: TaskWriting, item: WaitingItem, input: Input) => Promise<Outcome>;

export const NO_PROGRESS: Progress = { done: 0, total: 0, counts: { changed: 0, unchanged: 0, refused: 0 } };
const COUNT_NAMES: Readonly<Record<ItemOutcome, keyof TaskCounts>> = { c: 'changed', s: 'unchanged', r: 'refused' };

const progressAfter = (progress: Progress, settled: readonly SettledItem[]): Progress => {
  const counts = { changed: 0, unchanged: 0, refused: 0, ...progress.counts };
  for (const { state } of settled) counts[COUNT_NAMES[state]] += 1;
  return { ...progress, done: progress.done + settled.length, counts };
};

const SINCE = 'bulk.changedSince';

/** A message says more than "invalid" where it needs no values. */
export const refusalMessage = (error: unknown): string => {
  if (!isProblem(error)) return 'errors.generalFailure';
  if (error.key === 'conflict') return SINCE;
  const [first] = invalidEntries(error);
  return first && first.params === undefined ? first.message : `errors.${error.key}`;
};

type Settled = SettledItem & Outcome;

const settleOne = async (context: TaskWriting, item: WaitingItem, act: () => Promise<Outcome>): Promise<Settled> => {
  try {
    return { n: item.n, ...(await act()) };
  } catch (error) {
    // The whole batch is tried again: the item is not to blame.
    if (isDeadlock(error) || isOutage(error)) throw error;
    if (!isProblem(error) && context.tx.batch?.isBroken() !== true)
      context.services.log(`${item.id} could not be changed with others`, error);
    return { n: item.n, state: 'r', reason: refusalMessage(error) };
  }
};

/** Progress so far by owner. */
export type Owners = Readonly<Record<string, ManyOfOwner>>;
type Checkpoint = Progress & { readonly owners?: Owners };

export const withOwners = (
  { services }: { readonly services: Pick<TaskNeeds, 'registry'> },
  before: Owners,
  settled: readonly Pick<Outcome, 'state' | 'stored'>[],
): Owners => {
  const owners: Record<string, ManyOfOwner> = { ...before };
  for (const { state, stored } of settled) {
    if (state !== 'c' || !stored) continue;
    const area = services.registry.types[stored.type]?.area ?? '';
    for (const owner of stored.owners) {
      const { count = 0, level = stored.level } = owners[owner] ?? {};
      owners[owner] = { owner, area, count: count + 1, level: stricter(level, stored.level) };
    }
  }
  return owners;
};

interface Bulk<Input> {
  readonly act: ActOnOne<Input>;
  /** True for an action that removes the items: they are locked against new relations to them. */
  readonly removes?: boolean;
  /** Name of the action: when the task ends, its declared event is written once for each owner. */
  readonly name?: string;
  /** Called in the transaction of the batch, with the changed items. */
  readonly noteChanged?: (tx: Transaction, input: Input, ids: readonly ItemId[]) => Promise<void>;
}

/** Returns the ids that may be locked together. Items that are locked behind others are locked one by one. */
export const lockedTogether = (
  { services }: { readonly services: Pick<TaskNeeds, 'registry'> },
  ids: readonly ItemId[],
): ItemId[] =>
  ids
    .filter((id) => services.registry.types[tryParseItemId(id)?.type ?? '']?.server.lockFirst === undefined)
    .toSorted();

const settleSome = async <Input>(
  context: TaskWriting,
  items: readonly WaitingItem[],
  { bulk, input }: { readonly bulk: Bulk<Input>; readonly input: Input },
): Promise<Settled[]> => {
  const { tx, services } = context;
  if (tx.batch) {
    const ids = lockedTogether(
      context,
      items.filter(({ u }) => u > 0).map(({ id }) => id),
    );
    await (bulk.removes ? services.items.lockToRemove(tx, ids) : services.items.findMany(tx, ids, { lock: true }));
  }
  return await settleInTime(tx, items, (item) =>
    settleOne(context, item, () =>
      inSavepoint(tx, (inner) => bulk.act({ ...context, db: inner, tx: inner, many: true }, item, input)),
    ),
  );
};

/** Writes the items together, or one by one when one of the writes is refused. */
const settleItemsTogether = async <Input>(
  context: TaskWriting,
  items: readonly WaitingItem[],
  asked: { readonly bulk: Bulk<Input>; readonly input: Input },
): Promise<Settled[]> =>
  await context.services.items.together(context.tx, (tx) =>
    settleSome({ ...context, db: tx, tx }, tx.batch ? items : items.slice(0, ITEMS_AT_ONCE), asked),
  );

export const runBulk =
  <Input>(bulk: Bulk<Input>): TaskHandler<TaskNeeds, Input> =>
  async (run) => {
    const { key, input } = run;
    const { name, noteChanged } = bulk;
    const { services, db } = await run.context();
    const types = (await typesOfTask(db, key)).filter(({ type }) => Object.hasOwn(services.registry.types, type));
    for (let goesOn = true; goesOn;) {
      for (const { type, count } of types) await services.items.expectMany(type, count);
      await run.batch(async (context) => {
        const { tx } = context;
        const known = run.checkpoint as Checkpoint | null;
        const progress = known ?? { ...NO_PROGRESS, total: await countTaskItems(tx, key) };
        const items = await waitingItems(tx, key, ROWS_AT_ONCE);
        const settled = await settleItemsTogether(context, items, { bulk, input });
        await settleItems(tx, key, settled);
        const changed = new Set(settled.filter(({ state }) => state === 'c').map(({ n }) => n));
        const ids = items.filter(({ n }) => changed.has(n)).map(({ id }) => id);
        await noteChanged?.(tx, input, ids);
        goesOn = settled.length < items.length || items.length === ROWS_AT_ONCE;
        const next = progressAfter(progress, settled);
        const owners = withOwners(context, known?.owners ?? {}, settled);
        if (!goesOn && name !== undefined)
          await context.services.events.writeOfMany(tx, name, Object.values(owners), writeMetadataOf(context));
        return { checkpoint: { ...next, owners }, progress: next };
      });
    }
    return {};
  };
