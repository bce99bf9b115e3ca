// `act/mergeListValues/async`: merges one value of a list into another. The merged value is archived at once, so that it cannot be chosen
// meanwhile. Then every item that uses it is changed by the usual rules in the name of the caller, with history. An item that the caller
// may not change is refused, listed with the reason, and keeps showing the archived value.

import { deepEqual } from 'src/base/deepEqual.ts';
import { isRecord } from 'src/base/isRecord.ts';
import { MAX_INT32 } from 'src/base/maxInt32.ts';
import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { Query } from 'src/model/generated/wire.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { changeValue, keptValues, mayKeepList } from 'src/server/lists/keptValues.ts';
import { updateItem } from 'src/server/rules/updateItem.ts';
import { addTaskItems } from 'src/server/store/taskItemRows.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { isEngines, wordChanges, workflowWordFilter, writeForEngine } from 'src/server/tasks/mergeInWorkflows.ts';
import { NO_PROGRESS, runBulk, type ActOnOne } from 'src/server/tasks/runBulk.ts';
import type { TaskContext, TaskNeeds, TaskWriting } from 'src/server/tasks/TaskNeeds.ts';
import type { BeginTask } from 'src/server/TaskHandler.ts';

type Merge = Endpoints['mergeListValues']['input'];

interface Use {
  readonly path: string;
  readonly owner: string;
}

const usesIn = (properties: Readonly<Record<string, Property>>, list: string, prefix = ''): Use[] =>
  Object.values(properties).flatMap((property) => {
    const path = `${prefix}${property.name}`;
    if (property.list?.list === list) return [{ path, owner: property.list.owner }];
    return property.properties ? usesIn(property.properties, list, `${path}.`) : [];
  });

const wrong = (path: string): Error => invalid([{ path, message: 'errors.invalidChoice' }]);

/** Both are values of the list, and the one that stays is in use. */
const refuseUnknownValues = async (
  { services, readFilter }: TaskContext,
  { list, owner, from, into }: Merge,
): Promise<void> => {
  const answer = await services.lists.values(readFilter, { locale: 'en', list, owner });
  const values = answer?.[owner] ?? [];
  if (!values.some(({ key }) => key === from)) throw wrong('/from');
  if (from === into || !values.some(({ key, state }) => key === into && state === 'ACTIVE')) throw wrong('/into');
};

const archive = async (
  context: TaskWriting,
  { list, owner, from }: Merge,
  kept: StoredItem | undefined,
): Promise<void> => {
  await changeValue(context, { list, owner, key: from, kept }, { state: 'ARCHIVED' });
};

/** Returns the items that the person may see. */
const found = async ({ services, readFilter, gone }: TaskContext, must: Values): Promise<readonly ItemId[]> => {
  const query = { must: must as NonNullable<Query['must']>, max: MAX_INT32 };
  const { ids, total } = await services.search.search(readFilter, query, gone);
  if (total > ids.length) throw problem('tooLarge');
  return ids;
};

/** Items of the type that may use the value. */
const candidates = async (
  context: TaskContext,
  type: ServerItemType,
  { from, uses }: { readonly from: string; readonly uses: readonly Use[] },
): Promise<readonly ItemId[]> => {
  const filters = new Set([...type.view.facets.map(({ key }) => key), ...type.view.filters]);
  const ids: ItemId[] = [];
  for (const { path } of uses) {
    // A path without a filter is searched in every item.
    const narrowed = filters.has(path) ? { [path]: [from] } : {};
    ids.push(...(await found(context, { _t: [type.name], ...narrowed })));
  }
  return ids;
};

const beginMerge: BeginTask<TaskNeeds, Merge> = async (context, { input: merge }) => {
  const { services } = context;
  await refuseUnknownValues(context, merge);
  const storedValue = (await keptValues(context, merge)).get(merge.from);
  const ids: ItemId[] = [];
  for (const type of Object.values(services.registry.types)) {
    const uses = usesIn(type.properties, merge.list);
    if (uses.length > 0) ids.push(...(await candidates(context, type, { from: merge.from, uses })));
    const words = workflowWordFilter(services.registry, type, merge.list);
    if (words) ids.push(...(await found(context, { _t: [type.name], ...words })));
  }
  const items = [...new Set(ids)].map((id) => {
    const { type = '', number = 0 } = tryParseItemId(id) ?? {};
    return { id, t: services.registry.types[type]?.number ?? 0, i: number };
  });
  if (items.length > services.limits.itemsPerTask) throw problem('tooLarge');
  return async (writing, key) => {
    await archive(writing, merge, storedValue);
    await addTaskItems(writing.tx, key, items);
    return { ...NO_PROGRESS, total: items.length };
  };
};

/** The value with the merged key replaced at the rest of the path; a list names each key once. */
const withMergedValue = (value: Json, path: readonly string[], { from, into }: Merge): Json => {
  if (Array.isArray(value)) {
    const all = (value as readonly Json[]).map((each) => withMergedValue(each, path, { from, into } as Merge));
    return path.length === 0 ? all.filter((each, at) => all.findIndex((one) => deepEqual(one, each)) === at) : all;
  }
  const [name, ...rest] = path;
  if (name === undefined) return value === from ? into : value;
  if (!isRecord(value)) return value;
  const member = (value as Values)[name];
  return member === undefined
    ? value
    : ({ ...value, [name]: withMergedValue(member, rest, { from, into } as Merge) } as Json);
};

/** The list that the item chooses from is the one that is merged: the site's, or this owner's. */
const isOf = ({ owners, properties }: StoredItem, use: Use, owner: string): boolean =>
  owner === SYSTEM_OWNER
    ? use.owner === SYSTEM_OWNER
    : use.owner !== SYSTEM_OWNER && (owners.includes(owner) || valuesAt(properties, use.owner).includes(owner));

const changesOf = ({ services }: TaskContext, stored: StoredItem, merge: Merge): Values => {
  const { registry } = services;
  const uses = usesIn(registry.types[stored.type]?.properties ?? {}, merge.list);
  const changes: Record<string, Json> = { ...wordChanges(registry, stored, merge) };
  for (const use of uses.filter((each) => isOf(stored, each, merge.owner))) {
    const [name = '', ...rest] = use.path.split('.');
    const value = changes[name] ?? stored.properties[name];
    if (value === undefined) continue;
    const next = withMergedValue(value, rest, merge);
    if (!deepEqual(next, value)) changes[name] = next;
  }
  return changes;
};

const mergeOne: ActOnOne<Merge> = async (context, { id }, merge) => {
  const { services, readFilter, tx } = context;
  const stored = await services.access.visible(tx, readFilter, id, true);
  const all = Object.entries(changesOf(context, stored, merge));
  const isOfEngine = ([name]: readonly [string, Json]): boolean => isEngines(services.registry, stored.type, name);
  const [own, engine] = [all.filter((each) => !isOfEngine(each)), all.filter(isOfEngine)];
  if (all.length === 0) return { state: 's' };
  const done =
    own.length > 0 ? await updateItem(context, { id, u: undefined, changes: Object.fromEntries(own) }) : undefined;
  const written = done?.stored ?? stored;
  const changed = engine.length > 0 ? Object.fromEntries(engine) : undefined;
  const after = changed ? await writeForEngine(context, written, { changes: changed }) : written;
  if (after.u === stored.u) return { state: 's' };
  const before = { ...stored.properties, ...done?.base };
  return { state: 'c', before: Object.fromEntries(all.map(([name]) => [name, before[name] ?? null])), after: after.u };
};

/** Workflow data is changed by the right over the list only, so that this right is checked again for each batch and for the undo. */
const admitListEditor = async (context: TaskContext, { list, owner }: Merge): Promise<void> => {
  if (!(await mayKeepList(context, { list, owner: owner === SYSTEM_OWNER ? undefined : owner })))
    throw problem('notAllowed');
};

export const mergeListValues = {
  begin: beginMerge,
  admit: admitListEditor,
  run: runBulk({ act: mergeOne }),
  undoable: true,
};
