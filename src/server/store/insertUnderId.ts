// Inserts an item that has existed before under its id with its author and times. Called by restoreItems.ts.

import { problem } from 'src/model/problems.ts';
import { assembleRow, indexItem, levelsOf } from 'src/server/store/assembleRow.ts';
import { createClockZones } from 'src/server/store/clockZones.ts';
import type { Transaction } from 'src/server/store/database.ts';
import type { StoredItem, WriteMetadata } from 'src/server/store/itemStorage.ts';
import { partitionOf } from 'src/server/store/partitions.ts';
import { planNamed, type StoreContext } from 'src/server/store/storeContext.ts';
import { runInsert } from 'src/server/store/writeStatements.ts';

export interface ItemUnderId {
  readonly item: Pick<
    StoredItem,
    'id' | 'type' | 'number' | 'n' | 'u' | 'created' | 'creator' | 'updated' | 'updater' | 'properties'
  >;
  readonly metadata: WriteMetadata;
  /** Name of the version in history. */
  readonly kind: string;
}

/** Readers are computed as for every item. Throws `conflict` when the id exists. */
export const insertUnderId = async (
  tx: Transaction,
  parts: StoreContext,
  { item, metadata, kind }: ItemUnderId,
): Promise<StoredItem> => {
  const { type, number, properties, created, creator, updater } = item;
  const plan = planNamed(parts.plans, type);
  const existing = { ...item, exists: true };
  const { acl, level, owners, aclAt } = await parts.settled.readersOf(tx, existing);
  const zone = await createClockZones(parts, tx)(plan, () => ({ type, properties, owners }));
  const indexed = await indexItem(parts, plan, { item: existing, updater, level, aclAt, zone });
  const stored: StoredItem = {
    ...item,
    ...{ acl, level, owners, levels: levelsOf(indexed), label: indexed.split.label },
  };
  if (!(await runInsert(tx, assembleRow(plan, { stored, indexed, metadata, kind, diff: {} }))))
    throw problem('conflict');
  await tx.query(`update ${partitionOf(plan.type.number)} set created = $2, creator = $3, updater = $4 where i = $1`, [
    ...[number, created, creator, updater ?? null],
  ]);
  return stored;
};
