// Items that a row creates in addition to its own: values of lists, related items, the collection of the import, and places.

import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import { levelRank } from 'src/model/access/levels.ts';
import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { valuesLike } from 'src/server/imports/importCollection.ts';
import type { ImportWriting } from 'src/server/imports/ImportNeeds.ts';
import { ownerRelation } from 'src/server/imports/importKindOf.ts';
import type { ImportPlan } from 'src/server/imports/importPlan.ts';
import { restPath, type KindPlaces } from 'src/server/imports/importTargets.ts';
import type { RowDraft } from 'src/server/imports/rowDraft.ts';
import { createItem } from 'src/server/rules/createItem.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

/** Items that rows of the import have created in addition to their own, by their text. */
export type ExtraItems = Map<string, ItemId>;

export interface RowExtras {
  readonly values: Values;
  readonly related: StoredItem[];
  readonly added: string[];
  /** Labels of the new related items. */
  readonly labels: Map<ItemId, string>;
  /** Becomes part of the extra items of the import when the row is not refused. */
  readonly made: Map<string, ItemId>;
}

interface ExtrasNeeds {
  readonly plan: ImportPlan;
  readonly extras: ExtraItems;
}

type Into = ExtrasNeeds & { readonly into: RowExtras };

/** A row, and the items that it is about. */
export interface RowSubject {
  readonly draft: RowDraft;
  readonly items: readonly Item[];
}

const createListValues = async (context: ImportWriting, draft: RowDraft, { extras, into }: Into) => {
  for (const { list, owner, key, label } of draft.lists) {
    const name = JSON.stringify([list, owner, key]);
    if (extras.has(name) || into.made.has(name)) continue;
    const owned: Values = owner === SYSTEM_OWNER ? {} : { owner };
    const stored = await createItem(context, SYSTEM_TYPES.listValue, { list, key, t: { en: label }, ...owned });
    into.made.set(name, stored.id);
    into.added.push(label);
  }
};

interface NamedExtra {
  readonly name: readonly string[];
  readonly type: string;
  readonly label: string;
  readonly values: Values;
}

/** Creates an item unless an earlier row has created it. */
const createOnce = async (context: ImportWriting, extra: NamedExtra, { extras, into }: Into): Promise<ItemId> => {
  const name = JSON.stringify(extra.name);
  const known = extras.get(name) ?? into.made.get(name);
  if (known !== undefined) return known;
  const stored = await createItem(context, extra.type, extra.values);
  into.labels.set(stored.id, extra.label);
  into.made.set(name, stored.id);
  into.related.push(stored);
  return stored.id;
};

const createRelated = async (
  context: ImportWriting,
  { type, path, text }: RowDraft['related'][number],
  all: Into,
): Promise<ItemId> => {
  const declared = context.services.registry.types[type];
  const ownerPath = declared && ownerRelation(declared);
  const { owner } = all.plan;
  const owned = ownerPath !== undefined && owner !== undefined ? { [ownerPath]: owner } : {};
  const values = { ...declared?.view.create?.initial, ...owned, [path]: text };
  return await createOnce(context, { name: [type, path, text], type, label: text, values }, all);
};

/** Returns the owner and level of a place: those of the strictest item that names it, otherwise those of a new item. */
const valuesOfPlace = async (
  { services: { registry, items: storage }, tx }: ImportWriting,
  { type }: KindPlaces,
  { plan, items }: { readonly plan: ImportPlan; readonly items: readonly Item[] },
): Promise<Values> => {
  const known = await storage.findMany(
    tx,
    items.map(({ $id }) => $id),
  );
  const [strictest] = known.toSorted((one, other) => levelRank(other.level) - levelRank(one.level));
  if (strictest) return valuesLike(registry, type, strictest);
  const { owner, level } = plan.type.server.access.read;
  const source = { ...plan.type.view.create?.initial, ...plan.fixed };
  const given = 'path' in level ? source[level.path] : level.const;
  const { owner: ownerPath, level: levelPath } = type.server.access.read;
  const ownerOf = plan.owner ?? (owner === undefined ? undefined : source[owner]);
  return {
    ...type.view.create?.initial,
    ...(ownerPath !== undefined && ownerOf !== undefined && { [ownerPath]: ownerOf }),
    ...('path' in levelPath && given !== undefined && { [levelPath.path]: given }),
  };
};

export const relatedIdsAt = (item: Item | undefined, path: string): readonly Json[] => {
  const value = (item as Values | undefined)?.[path];
  return Array.isArray(value) ? (value as readonly Json[]) : [];
};

/** Creates the places of a row. Returns the ids of those that its item names. */
const createRowPlaces = async (context: ImportWriting, { draft, items }: RowSubject, all: Into): Promise<ItemId[]> => {
  const { plan, into } = all;
  const { places } = plan;
  if (!places || draft.places.length === 0) return [];
  const like = await valuesOfPlace(context, places, { plan, items });
  const path = restPath(places.type);
  const code = draft.values.find(({ path }) => path === places.code)?.text ?? '';
  const ids: ItemId[] = [];
  for (const { geometry, rest } of draft.places) {
    const kept = path !== undefined && rest.length > 0 ? { [path]: rest } : {};
    const values = { ...like, ...kept, [places.placeTitle]: code, [places.geometry]: geometry };
    const stored = await createItem(context, places.type.name, values);
    into.related.push(stored);
    into.labels.set(stored.id, code);
    ids.push(stored.id);
  }
  return ids;
};

/** Creates what the row needs besides its item, and returns the values that name it. */
export const createExtras = async (
  context: ImportWriting,
  subject: RowSubject,
  { plan, extras }: ExtrasNeeds,
): Promise<RowExtras> => {
  const { draft, items } = subject;
  const [item] = items;
  const into: RowExtras = { values: {}, related: [], added: [], labels: new Map(), made: new Map() };
  const all = { plan, extras, into };
  await createListValues(context, draft, all);
  const named: Record<string, Json> = {};
  const valueAt = (path: string): Json | undefined => draft.values.find((each) => each.path === path)?.value;
  for (const each of draft.related) {
    const id = await createRelated(context, each, all);
    const ids = [named[each.at] ?? valueAt(each.at) ?? []].flat() as readonly Json[];
    named[each.at] = each.many ? [...ids, id] : id;
  }
  const { path = '', label = '', create } = plan.collection ?? {};
  if (!item && create && (valueAt(path) ?? null) === null)
    named[path] = await createOnce(context, { name: ['collection'], label, ...create }, all);
  const placed = await createRowPlaces(context, subject, all);
  const relation = plan.places?.relation ?? '';
  if (placed.length > 0) {
    const ids = [named[relation] ?? valueAt(relation) ?? relatedIdsAt(item, relation)].flat() as readonly Json[];
    named[relation] = [...ids, ...placed];
  }
  return { ...into, values: named };
};

/** Returns the draft with what was created for it. */
export const withExtras = (draft: RowDraft, { values, labels }: RowExtras): RowDraft => {
  const paths = new Set(draft.values.map(({ path }) => path));
  const [{ column } = { column: 0 }] = draft.places;
  const further = Object.entries(values)
    .filter(([path]) => !paths.has(path))
    .map(([path, value]) => ({ path, column, text: [value].flat().join('; '), value }));
  return {
    ...draft,
    labels: { ...draft.labels, ...Object.fromEntries(labels) },
    values: [...draft.values.map((value) => ({ ...value, value: values[value.path] ?? value.value })), ...further],
  };
};
