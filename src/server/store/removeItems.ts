// Removing an item and settling what pointed at it, as each relation declares. All in the caller's transaction.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { Relation } from 'src/model/schema/Property.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { itemsPointingAt, type Pointer } from 'src/server/store/dependentItems.ts';
import type { ItemPlan, PlannedPath } from 'src/server/store/itemPlan.ts';
import type { ItemStorage, StoredItem, WriteMetadata } from 'src/server/store/itemStorage.ts';
import type { StoreContext } from 'src/server/store/storeContext.ts';
import { withoutId } from 'src/server/store/withoutId.ts';
import { FEED } from 'src/server/store/writeItems.ts';
import { removeItem } from 'src/server/store/writeStatements.ts';

type Values = Readonly<Record<string, Json>>;
type OnDelete = Relation['onDelete'];

interface Removal {
  readonly tx: Transaction;
  readonly metadata: WriteMetadata;
  /** Ids that go in this removal; what points at one of them from inside does not count. */
  readonly going: Set<ItemId>;
}

/** Attached files are let go of with their item's own rules, and never hold one back. */
const onDeleteOf = ({ property }: PlannedPath): OnDelete => property.rel?.onDelete ?? 'null';

export const createRemoval = (parts: StoreContext, write: ItemStorage['write']): ItemStorage['remove'] => {
  const { plans, registry, database } = parts;

  const mayPointAt = ({ property }: PlannedPath, type: string): boolean => {
    const to = property.rel?.to ?? ['*'];
    return to.includes('*') || to.includes(type) || (to.includes('$owner') && registry.ownerType === type);
  };

  const pathsPointingAt = (plan: ItemPlan, type: string): PlannedPath[] =>
    plan.relations.filter((each) => onDeleteOf(each) !== 'keep' && mayPointAt(each, type));

  /** Inside a list of objects the entry goes, not the whole item: a member list outlives one of its owners. */
  const entryOnly = ({ path }: PlannedPath): boolean => path.includes('.');

  const wordsFor = (plan: ItemPlan, holder: StoredItem, gone: StoredItem): PlannedPath[] =>
    pathsPointingAt(plan, gone.type).filter(({ path }) => valuesAt(holder.properties, path).includes(gone.id));

  const letGo = async (
    removal: Removal,
    holder: StoredItem,
    change: { gone: StoredItem; held: readonly PlannedPath[] },
  ): Promise<void> => {
    const changes: Record<string, Json> = {};
    for (const { path } of change.held) {
      const [name = ''] = path.split('.');
      const values: Values = { ...holder.properties, ...changes };
      changes[name] = withoutId(values[name] ?? null, path.split('.').slice(1), change.gone.id);
    }
    await write(removal.tx, holder, changes, removal.metadata);
  };

  const settle = async (removal: Removal, id: ItemId, gone: StoredItem): Promise<void> => {
    const holder = removal.going.has(id) ? undefined : await parts.find(removal.tx, id, 'write');
    const plan = holder && plans.get(holder.type);
    if (!holder || !plan) return;
    const held = wordsFor(plan, holder, gone);
    const tokens = new Set(
      held.map((each) => (entryOnly(each) && onDeleteOf(each) === 'cascade' ? 'null' : onDeleteOf(each))),
    );
    if (tokens.has('restrict')) throw problem('inUse');
    if (tokens.has('cascade')) await removeOne(removal, holder);
    else if (tokens.has('null')) await letGo(removal, holder, { gone, held });
  };

  const removeOne = async (removal: Removal, stored: StoredItem): Promise<void> => {
    removal.going.add(stored.id);
    const plan = plans.get(stored.type);
    // Locked before looking who points at it: whoever starts to do so from now on waits, and then finds it gone.
    const locked = plan && (await parts.find(removal.tx, stored.id, 'remove'));
    if (!plan || locked?.u !== stored.u) throw problem('conflict');
    const pointers: Pointer[] = [...plans.values()].map((each) => ({
      type: each.type.name,
      paths: pathsPointingAt(each, stored.type).map(({ path }) => path),
    }));
    for (const id of await itemsPointingAt(removal.tx, parts, { id: stored.id, pointers }))
      await settle(removal, id, stored);
    const { keep, redact } = plan.type.server.history;
    const kept = Object.entries(stored.properties).filter(
      ([name]) => keep && !redact.some((path) => path.split('.')[0] === name),
    );
    const diff = Object.fromEntries(kept.map(([name, value]): [string, Json] => [name, [value, null]]));
    const { at, by, actor } = removal.metadata;
    const done = await removeItem(removal.tx, {
      t: plan.type.number,
      i: stored.number,
      u: stored.u,
      at,
      by,
      actor,
      diff,
    });
    if (!done) throw problem('conflict');
  };

  return async (tx, stored, metadata) => {
    await removeOne({ tx, metadata, going: new Set() }, stored);
    tx.afterCommit(() => database.notify(FEED));
  };
};
