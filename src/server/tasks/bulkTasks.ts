// Bulk actions as tasks. Each item follows the same rules as a single change or deletion, so that a refused item does not affect the
// others. The outcome of each item is stored, and a second task can undo it.

import { deepEqual } from 'src/base/deepEqual.ts';
import { MAX_INT32 } from 'src/base/maxInt32.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { bodyValidators } from 'src/model/generated/wireValidators.ts';
import type { Query } from 'src/model/generated/wire.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { invalidAt, isProblem, problem } from 'src/model/problems.ts';
import { hiddenProblem } from 'src/server/access/hiddenProblem.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { deleteItem } from 'src/server/rules/deleteItem.ts';
import { restoreItem } from 'src/server/rules/restoreItem.ts';
import { updateItem } from 'src/server/rules/updateItem.ts';
import { isNamed } from 'src/server/store/itemsNaming.ts';
import { addChangedItems, addTaskItems, noteTakenBack, writtenByOthers } from 'src/server/store/taskItemRows.ts';
import { lockTask, type Progress } from 'src/server/store/taskRows.ts';
import { isEngines, writeForEngine } from 'src/server/tasks/mergeInWorkflows.ts';
import { NO_PROGRESS, runBulk, type ActOnOne, type Outcome } from 'src/server/tasks/runBulk.ts';
import type { BeginTask, TaskAction, TaskStart } from 'src/server/TaskHandler.ts';
import { writeTaskItem } from 'src/server/store/taskItems.ts';
import type { TaskContext, TaskNeeds, TaskWriting } from 'src/server/tasks/TaskNeeds.ts';
import { UNDO } from 'src/server/tasks/undoAgain.ts';

const foundBy = async ({ services, readFilter, gone }: TaskContext, query: Query): Promise<readonly ItemId[]> => {
  if (bodyValidators.search?.(query) !== true) throw invalidAt('/query', 'errors.wrongType');
  const { facets: _, labels: __, after: ___, ...asked } = query;
  const { ids, total } = await services.search.search(readFilter, { ...asked, max: MAX_INT32 }, gone);
  if (total > ids.length) throw problem('tooLarge');
  return ids;
};

type ChosenItems = Endpoints['deleteMany']['input'];
type Change = Endpoints['changeMany']['input'];
type Cells = Endpoints['changeCells']['input'];
type Undo = Endpoints['undoMany']['input'];

const addItems = ({ services }: TaskContext, ids: readonly ItemId[]): TaskStart<TaskNeeds> => {
  if (ids.length > services.limits.itemsPerTask) throw problem('tooLarge');
  const items = ids.map((id) => {
    const { type = '', number = 0 } = tryParseItemId(id) ?? {};
    const declared = Object.hasOwn(services.registry.types, type) ? services.registry.types[type] : undefined;
    return { id, t: declared?.number ?? 0, i: number };
  });
  return async ({ tx }, key) => {
    await addTaskItems(tx, key, items);
    return { ...NO_PROGRESS, total: items.length };
  };
};

/** Takes the items that the input names, or those that the person finds by its query at this moment. */
export const beginBulk: BeginTask<TaskNeeds, ChosenItems> = async (context, { input }) => {
  const { ids, query } = input;
  if ((ids === undefined) === (query === undefined)) throw invalidAt('/ids', 'errors.required');
  const named = ids ?? (query ? await foundBy(context, query) : []);
  return addItems(context, [...new Set(named)]);
};

/** The task numbers its items in the order of the rows. */
const beginCells: BeginTask<TaskNeeds, Cells> = (context, { input }) => {
  const ids = input.rows.map(({ id }) => id as ItemId);
  if (new Set(ids).size < ids.length) throw invalidAt('/rows', 'errors.invalidValue');
  return Promise.resolve(addItems(context, ids));
};

const changeCellsOfOne: ActOnOne<Cells> = async (context, { id, n, u }, { rows }) => {
  const row = rows[n - 1];
  if (u === 0 || row?.id !== id) throw hiddenProblem(context);
  const { written, stored, before } = await updateItem(context, { id, u: row.u, changes: row.set });
  return written ? { state: 'c', before, after: stored.u, stored } : { state: 's' };
};

const jsonList = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

/** Lists with a value more or less, from what the person sees of them now. */
const listChanges = async (context: TaskWriting, id: ItemId, { add, take }: Change): Promise<Values> => {
  const adds = Object.entries(add ?? {});
  const takes = Object.entries(take ?? {});
  if (adds.length + takes.length === 0) return {};
  const { services, readFilter, tx } = context;
  const stored = await services.access.visible(tx, readFilter, id, true);
  const item = await services.items.view(tx, readFilter, stored, undefined);
  const without = (name: string, value: Json): readonly Json[] =>
    jsonList(item[name]).filter((each) => !deepEqual(each, value));
  const more = adds.map(([name, value]): [string, Json] => {
    const remaining = without(name, value);
    return [name, remaining.length < jsonList(item[name]).length ? (item[name] ?? null) : [...remaining, value]];
  });
  const less = takes.map(([name, value]): [string, Json] => {
    const remaining = without(name, value);
    return [name, remaining.length > 0 ? remaining : null];
  });
  return Object.fromEntries([...more, ...less]);
};

const changeOne: ActOnOne<Change> = async (context, { id, u }, input) => {
  if (u === 0) throw hiddenProblem(context);
  const lists = await listChanges(context, id, input);
  const isListChange = Object.keys(lists).length > 0;
  const changes = { ...input.set, ...lists };
  // A value is added to the list as it is now.
  const { written, stored, before } = await updateItem(context, { id, u: isListChange ? undefined : u, changes });
  if (!written) return { state: 's' };
  return { state: 'c', before, after: stored.u, stored };
};

const isConflict = (error: unknown): boolean => isProblem(error) && error.key === 'conflict';

/**
 * A change that this task itself made to the item, such as emptying its relation to an item deleted before, does not count as a conflict.
 */
const deleteOne: ActOnOne<ChosenItems> = async (context, { id, u }) => {
  if (u === 0) throw hiddenProblem(context);
  const { services, tx, subject } = context;
  try {
    return { state: 'c', stored: await deleteItem(context, id, u) };
  } catch (error) {
    const stored = isConflict(error) ? await services.items.find(tx, id, true) : undefined;
    const t = services.registry.types[stored?.type ?? '']?.number ?? 0;
    if (!stored || (await writtenByOthers(tx, { t, i: stored.number, u, by: subject.userId ?? '' }))) throw error;
    return { state: 'c', stored: await deleteItem(context, id, stored.u) };
  }
};

/** Lets the creator undo a creation while the item is unchanged, even if the right to delete asks for more. */
const removeMade = async (context: TaskWriting, id: ItemId, u: number): Promise<Outcome> => {
  const { services, readFilter, tx } = context;
  const stored = await services.access.visible(tx, readFilter, id, true);
  if (!(await services.access.can(tx, readFilter, stored, 'update'))) throw problem('notAllowed');
  if (u !== stored.u || (await isNamed(tx, services.registry, id))) throw problem('conflict', { current: null });
  await services.items.remove(tx, stored, writeMetadataOf(context));
  return { state: 'c', stored };
};

/** Undoes the change of one item. Refuses if the item has changed since. */
const undoOne: ActOnOne<Undo> = async (context, { id, u, before }) => {
  // The item was created by the task, so undoing removes it.
  if (before && Object.keys(before).length === 0) return await removeMade(context, id, u);
  if (!before) return { state: 'c', stored: (await restoreItem(context, id)).stored };
  const { services, readFilter, tx } = context;
  const found = await services.access.visible(tx, readFilter, id, true);
  const isOfEngine = ([name]: readonly [string, Json]): boolean => isEngines(services.registry, found.type, name);
  const engine = Object.fromEntries(Object.entries(before).filter(isOfEngine));
  const own = Object.fromEntries(Object.entries(before).filter((each) => !isOfEngine(each)));
  if (Object.keys(engine).length > 0) {
    const back = await writeForEngine(context, found, { changes: engine, u });
    if (Object.keys(own).length === 0) return { state: 'c', stored: back };
    return { state: 'c', stored: (await updateItem(context, { id, u: back.u, changes: own })).stored };
  }
  const { written, stored } = await updateItem(context, { id, u, changes: own });
  return written ? { state: 'c', stored } : { state: 's' };
};

/** Takes the items that a task of the same person has changed. That task is over. */
const startUndo = async (context: TaskWriting, key: string, input: Undo): Promise<Progress> => {
  const { tx, subject } = context;
  const source = await lockTask(tx, subject.userId ?? '', input[UNDO.of]);
  if (!source?.undoable) throw hiddenProblem(context);
  if (!source.ended) throw problem('notAllowed');
  const total = await addChangedItems(tx, key, source.key);
  const task = { ...source, actor: subject.actingAdminId };
  await writeTaskItem(tx, context.services, { task, values: { undoable: null } });
  return { ...NO_PROGRESS, total };
};

const beginUndo: BeginTask<TaskNeeds, Undo> = (_context, { input }) =>
  Promise.resolve((context, key) => startUndo(context, key, input));

export const changeMany: TaskAction<TaskNeeds, Change> = {
  begin: beginBulk,
  run: runBulk({ act: changeOne, name: 'changeMany' }),
  undoable: true,
};
export const changeCells: TaskAction<TaskNeeds, Cells> = {
  begin: beginCells,
  run: runBulk({ act: changeCellsOfOne, name: 'changeCells' }),
  undoable: true,
};
export const deleteMany: TaskAction<TaskNeeds, ChosenItems> = {
  begin: beginBulk,
  run: runBulk({ act: deleteOne, name: 'deleteMany', removes: true }),
  undoable: true,
};
export const undoMany: TaskAction<TaskNeeds, Undo> = {
  begin: beginUndo,
  run: runBulk({
    act: undoOne,
    name: UNDO.action,
    noteChanged: (tx, input, ids) => noteTakenBack(tx, input[UNDO.of], ids),
  }),
};
