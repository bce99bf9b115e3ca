// Creates and changes stored items. Operations decide whether a write is allowed; this module splits the item, interns its words and writes
// it in one statement, and updates the dependents of its readers in the same transaction.

import type { Json } from 'src/model/item/Item.ts';
import { applyChanges } from 'src/model/item/diffItem.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { problem } from 'src/model/problems.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { accessProperties, limitProperties } from 'src/server/store/readers/accessPaths.ts';
import type { ReadersOf } from 'src/server/store/readers/computeReaders.ts';
import { assembleRow, indexItem, levelsOf } from 'src/server/store/assembleRow.ts';
import {
  followAccountLater,
  followChange,
  followContactOf,
  followsAccounts,
} from 'src/server/store/accounts/followedAccounts.ts';
import { createClockZones, followTimeZone } from 'src/server/store/clockZones.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { JOBS_CHANNEL } from 'src/server/store/jobRows.ts';
import type { ItemPlan } from 'src/server/store/itemPlan.ts';
import { GRANTS } from 'src/server/store/grantRows.ts';
import type { GrantsByGranter, ItemStorage, StoredItem, WriteMetadata } from 'src/server/store/itemStorage.ts';
import { changesRights, refreshGranted } from 'src/server/store/granterReaders.ts';
import { aclFinder, createLevelReaders } from 'src/server/store/levelReaders.ts';
import { moveBelow, movedReaders, refreshReaders, sameReaders, shownAnew } from 'src/server/store/moveReaders.ts';
import { planNamed, type StoreContext } from 'src/server/store/storeContext.ts';
import { writeMany } from 'src/server/store/writeMany.ts';
import { addVersion, FEED, runInsert, runUpdate, type ItemToWrite } from 'src/server/store/writeStatements.ts';

type Values = Readonly<Record<string, Json>>;
type Writing = Pick<
  ItemStorage,
  | 'insert'
  | 'write'
  | 'reindex'
  | 'refreshReaders'
  | 'noteGrants'
  | 'levelAcl'
  | 'levelAclOfNew'
  | 'ownersOfNew'
  | 'ownReaders'
  | 'ownReadersOf'
>;

const DOCUMENT_NUMBERS = 0;

const wake = (tx: Transaction, { database }: StoreContext): void => tx.afterCommit(() => database.notify(FEED));

/** Returns former and new value of each change, or only the name when the value must not be stored. */
const diffOf = (plan: ItemPlan, before: Values, changes: Values): Record<string, Json> => {
  const { keep, redact } = plan.type.server.history;
  const entries = Object.entries(changes).map(([name, value]): [string, Json] => {
    const hidden = !keep || redact.some((path) => path === name || path.startsWith(`${name}.`));
    return [name, hidden ? null : [before[name] ?? null, value]];
  });
  return Object.fromEntries(entries);
};

/** Writes the row, or adds it to the batch of the transaction. */
const putRow = async (
  tx: Transaction,
  { relationPaths }: ItemPlan,
  write: { readonly verb: 'insert' | 'update'; readonly stored: StoredItem; readonly row: ItemToWrite },
): Promise<void> => {
  const { verb, stored, row } = write;
  const named = () => relationPaths.flatMap((path) => valuesAt(stored.properties, path));
  if (tx.batch) {
    await tx.batch.hold(write, named);
    if (row.job) await tx.addJob(row.job.name, row.job.payload);
  } else if (!(await (verb === 'insert' ? runInsert : runUpdate)(tx, row))) throw problem('conflict');
};

const createInsert =
  (parts: StoreContext): Writing['insert'] =>
  async (tx, type, properties, metadata, { kind = 'created', written, job } = {}) => {
    const { plans, numbers, settled } = parts;
    const plan = planNamed(plans, type);
    const [number, n] = await Promise.all([numbers.next(plan.type.number), numbers.next(DOCUMENT_NUMBERS)]);
    const id = itemId(type, number);
    const item: ReadersOf = { id, type, number, creator: metadata.by, properties, exists: false };
    const { acl, level, owners, aclAt } = await (written ? parts.settledWith(written) : settled).readersOf(tx, item);
    const zone = await createClockZones(parts, tx)(plan, () => ({ type, properties, owners }));
    const indexed = await indexItem(parts, plan, { item, updater: metadata.by, level, aclAt, zone });
    const at = metadata.at.toISOString();
    const stored: StoredItem = {
      ...{ id, type, number, n, u: 1, acl, level, owners },
      ...{
        levels: levelsOf(indexed),
        created: at,
        creator: metadata.by,
        updated: at,
        updater: metadata.by,
        label: indexed.split.label,
        properties,
        grants: [],
      },
    };
    const row = assembleRow(plan, { stored, indexed, metadata, kind, diff: {} });
    await putRow(tx, plan, { verb: 'insert', stored, row: job ? { ...row, job: job(id) } : row });
    wake(tx, parts);
    if (job) tx.afterCommit(() => parts.database.notify(JOBS_CHANNEL));
    if (followsAccounts(plan.type)) await followAccountLater(tx, id);
    await followContactOf(tx, stored);
    return stored;
  };

const createWrite = (parts: StoreContext): Writing['write'] => {
  const accessPathsOf = new Map([...parts.plans].map(([name, { type }]) => [name, accessProperties(type)]));
  const limitsOf = new Map([...parts.plans].map(([name, { type }]) => [name, limitProperties(type)]));
  return async (tx, stored, changes, metadata, { kind = 'updated', beside } = {}) => {
    const plan = planNamed(parts.plans, stored.type);
    const properties = applyChanges(stored.properties, changes);
    const item: ReadersOf = { ...stored, exists: true, properties };
    const moved = Object.keys(changes).some((name) => accessPathsOf.get(stored.type)?.has(name) === true);
    const readers = moved ? await parts.settled.readersOf(tx, item) : stored;
    const { acl, level, owners } = readers;
    const indexed = await indexItem(parts, plan, {
      item,
      updater: metadata.by,
      level,
      aclAt: aclFinder(tx, parts, { stored, item, readers }),
      zone: await createClockZones(parts, tx)(plan, () => ({ type: stored.type, properties, owners })),
      isHeld: (name) => !Object.hasOwn(changes, name),
    });
    const next: StoredItem = {
      ...stored,
      ...{ u: stored.u + 1, acl, level, owners, levels: levelsOf(indexed) },
      ...{ updated: metadata.at.toISOString(), updater: metadata.by, label: indexed.split.label, properties },
    };
    const diff = diffOf(plan, stored.properties, changes);
    const row = { stored: next, indexed, metadata, kind, diff, oldAcl: stored.acl, moved: movedReaders(stored, next) };
    const written = putRow(tx, plan, { verb: 'update', stored: next, row: assembleRow(plan, row) });
    await Promise.all([written, beside?.(next)]);
    wake(tx, parts);
    const limitsOthers = Object.keys(changes).some((name) => limitsOf.get(stored.type)?.has(name) === true);
    if (limitsOthers || (moved && !sameReaders(stored, next))) await moveBelow(tx, parts, [next]);
    if (changesRights(stored.type, changes)) await refreshGranted(tx, parts, stored.id);
    await followChange(tx, stored, changes);
    await followTimeZone(tx, parts, { id: stored.id, before: stored.properties, after: properties });
    return next;
  };
};

const createReindex =
  (parts: StoreContext): Writing['reindex'] =>
  async (tx, type, { items, changed, isComplete = false }) => {
    const plan = planNamed(parts.plans, type);
    const resolver = await parts.settledFor(
      tx,
      plan,
      items.map(({ number }) => number),
    );
    // Values that the type no longer declares are removed from the tables of restricted properties and geometries, too.
    const everywhere: ItemPlan = changed ? plan : { ...plan, leveled: true, geometries: [''] };
    const levels = changed && [...new Set(changed.map((name) => plan.type.properties[name]?.level ?? 'PUBLIC'))];
    const zoneOf = createClockZones(parts, tx);
    const reindexOne = async (
      stored: StoredItem,
    ): Promise<{ readonly row: ItemToWrite; readonly moved: StoredItem[] }> => {
      const item: ReadersOf = { ...stored, exists: true };
      const readers = await resolver.readersOf(tx, item);
      const { acl, level, owners } = readers;
      const indexed = await indexItem(parts, plan, {
        ...{ item, updater: stored.updater, level, aclAt: readers.aclAt },
        zone: await zoneOf(plan, () => ({ ...stored, owners })),
        isHeld: (name) => changed?.includes(name) === false,
      });
      const metadata: WriteMetadata = { at: new Date(stored.updated), by: stored.creator, actor: undefined };
      const next = { ...stored, acl, level, owners, levels: levelsOf(indexed), label: indexed.split.label };
      const moved = levels && shownAnew(stored, next, levels);
      const row = { stored: next, indexed, metadata, kind: '', diff: {}, oldAcl: stored.acl, ...(moved && { moved }) };
      return { row: assembleRow(everywhere, row), moved: sameReaders(stored, next) ? [] : [next] };
    };
    const again = await Promise.all(items.map(reindexOne));
    await writeMany(
      tx,
      'reindex',
      again.map(({ row }) => row),
    );
    const below = again.flatMap(({ moved }) => moved);
    if (!isComplete) await moveBelow(tx, parts, below);
    wake(tx, parts);
  };

export const createWriting = (parts: StoreContext): Writing => ({
  insert: createInsert(parts),
  write: createWrite(parts),
  reindex: createReindex(parts),
  noteGrants: async (tx, stored, { taken, given }, metadata) => {
    const { number, server } = planNamed(parts.plans, stored.type).type;
    const orNull = (grants: GrantsByGranter): Json => (Object.keys(grants).length > 0 ? grants : null);
    const kind = Object.keys(given).length > 0 ? 'granted' : 'revoked';
    const diff = { [GRANTS]: server.history.keep ? [orNull(taken), orNull(given)] : null };
    await addVersion(tx, { t: number, i: stored.number, ...metadata, kind, diff });
  },
  refreshReaders: async (tx, stored) => {
    await refreshReaders(tx, parts, stored.type, [stored.number]);
    wake(tx, parts);
  },
  ...createLevelReaders(parts),
});
