// Reverts a deletion: items exist again under their ids with their creator and grants, and emptied relations of others refer to them again.
// Relations to items that no longer exist stay empty. Readers are computed again.

import { deepEqual } from 'src/base/deepEqual.ts';
import { applyChanges } from 'src/model/item/diffItem.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { problem } from 'src/model/problems.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { refreshGranted } from 'src/server/store/granterReaders.ts';
import { insertUnderId } from 'src/server/store/insertUnderId.ts';
import type { ItemPlan } from 'src/server/store/itemPlan.ts';
import type { ItemStorage, StoredItem, WriteMetadata } from 'src/server/store/itemStorage.ts';
import { moveBelow } from 'src/server/store/moveReaders.ts';
import { putGrants, type Emptied, type KeptItem } from 'src/server/store/removed.ts';
import { planNamed, type StoreContext } from 'src/server/store/storeContext.ts';
import { withoutId } from 'src/server/store/withoutId.ts';
import { FEED } from 'src/server/store/writeStatements.ts';

/** Id of an item that no longer exists, in a restored property. */
export interface Lost {
  readonly name: string;
  readonly id: ItemId;
}

const restoredIdsAt = (values: Values, path: string): ItemId[] =>
  valuesAt(values, path).filter((value): value is ItemId => typeof value === 'string');

const withoutLost = async (
  tx: Transaction,
  parts: StoreContext,
  { plan, properties, back }: { plan: ItemPlan; properties: Values; back: ReadonlySet<ItemId> },
): Promise<{ properties: Values; lost: Lost[] }> => {
  const held = plan.relations.filter(({ property }) => property.rel?.onDelete !== 'keep');
  const ids = [...new Set(held.flatMap(({ path }) => restoredIdsAt(properties, path)))].filter((id) => !back.has(id));
  const there = new Set((await parts.findMany(tx, ids, 'refer')).map(({ id }) => id));
  const gone = new Set(ids.filter((id) => !there.has(id)));
  let changes: Record<string, Json> = {};
  const lost: Lost[] = [];
  for (const { path } of gone.size > 0 ? held : []) {
    const [name = '', ...rest] = path.split('.');
    for (const id of restoredIdsAt(properties, path).filter((each) => gone.has(each))) {
      changes = { ...changes, [name]: withoutId(changes[name] ?? properties[name] ?? null, rest, id) };
      lost.push({ name, id });
    }
  }
  return { properties: applyChanges(properties, changes), lost };
};

/** Creates the version after the deletion, with the creator and time of the first one. */
const putBack = (
  tx: Transaction,
  parts: StoreContext,
  { kept, properties, metadata }: { kept: KeptItem; properties: Values; metadata: WriteMetadata },
): Promise<StoredItem> => {
  const version = { u: kept.u + 2, updated: metadata.at.toISOString(), updater: metadata.by };
  return insertUnderId(tx, parts, { item: { ...kept, ...version, properties }, metadata, kind: 'restored' });
};

/**
 * Returns the changes that restore the relations of a holder: the former value when nothing changed since, otherwise the list with the
 * restored ids added. Omits properties that the type no longer declares.
 */
const refilled = (
  { type }: ItemPlan,
  holder: StoredItem,
  { emptied: { before, after }, back }: { emptied: Pick<Emptied, 'before' | 'after'>; back: ReadonlySet<ItemId> },
): Values =>
  Object.fromEntries(
    Object.entries(before).flatMap(([name, value]): [string, Json][] => {
      if (!type.properties[name] || deepEqual(value, after[name] ?? null)) return [];
      const now = holder.properties[name] ?? null;
      if (deepEqual(now, after[name] ?? null)) return [[name, value]];
      const list: readonly Json[] = Array.isArray(now) ? now : [];
      if (!Array.isArray(value) || (now !== null && list.length === 0)) return [];
      const more = (value as readonly Json[]).filter(
        (id) => typeof id === 'string' && back.has(id) && !list.includes(id),
      );
      const isWithinLimit = list.length + more.length <= (type.properties[name]?.maxItems ?? Number.POSITIVE_INFINITY);
      return more.length > 0 && isWithinLimit ? [[name, [...list, ...more]]] : [];
    }),
  );

/** Throws `cannotRestore` for an item that does not fit the present schema of its type. */
const presentProperties = ({ plans, formerValues }: StoreContext, { type, schema, properties }: KeptItem): Values => {
  const values = formerValues ? formerValues(type, { values: properties, schema }, { whole: true }) : properties;
  const declared = planNamed(plans, type).type.properties;
  if (!values || !Object.keys(values).every((name) => declared[name])) throw problem('cannotRestore');
  return values;
};

/** Returns undefined when the holder's present schema has no such relations. */
const presentEmptied = (
  { formerValues }: StoreContext,
  type: string,
  { schema, before, after }: Emptied,
): Pick<Emptied, 'before' | 'after'> | undefined => {
  if (!formerValues) return { before, after };
  const [was, is] = [before, after].map((values) => formerValues(type, { values, schema }, { whole: false }));
  return was && is && { before: was, after: is };
};

export const createRestore =
  (parts: StoreContext, write: ItemStorage['write']): ItemStorage['restore'] =>
  async (tx, { items, emptied, grants }, metadata) => {
    const { plans, database } = parts;
    const restorable = items.filter(({ type }) => plans.has(type));
    const back = new Set(restorable.map(({ id }) => id));
    await putGrants(tx, grants);
    const stored: StoredItem[] = [];
    let lostByRoot: readonly Lost[] = [];
    for (const each of restorable) {
      const plan = planNamed(plans, each.type);
      const present = presentProperties(parts, each);
      const { properties, lost } = await withoutLost(tx, parts, { plan, properties: present, back });
      if (stored.length === 0) lostByRoot = lost;
      stored.push(await putBack(tx, parts, { kept: each, properties, metadata }));
    }
    const holders = new Map(
      (
        await parts.findMany(
          tx,
          emptied.map(({ id }) => id),
          'write',
        )
      ).map((each) => [each.id, each]),
    );
    for (const each of emptied) {
      const holder = holders.get(each.id);
      const present = holder && presentEmptied(parts, holder.type, each);
      const changes = present && refilled(planNamed(plans, holder.type), holder, { emptied: present, back });
      if (holder && changes && Object.keys(changes).length > 0) await write(tx, holder, changes, metadata);
    }
    await moveBelow(tx, parts, stored);
    for (const { type, id } of stored) if (type === SYSTEM_TYPES.user) await refreshGranted(tx, parts, id);
    tx.afterCommit(() => database.notify(FEED));
    return { items: stored, lost: lostByRoot };
  };
