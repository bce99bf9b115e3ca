// Restores a deleted item for a caller while that is possible: an item that the caller deleted, or one of an owner that the caller
// administers. Any other is answered as not found. The caller must have the right to delete the item in its restored state.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { administers, ownersAdministered } from 'src/server/access/actions/predicateValues.ts';
import type { RuleContext, RuleWriting } from 'src/server/rules/RuleNeeds.ts';
import { runAfterCommit, validatorOf } from 'src/server/rules/validateItem.ts';
import { circleErrors } from 'src/server/rules/circleErrors.ts';
import { schemaErrors } from 'src/server/rules/schemaErrors.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import type { Removed } from 'src/server/store/removed.ts';

const MOST_RESTORABLE = 200;

/** Returns the deletions of items that the caller could read. */
const readableAmong = async (
  { services, readFilter }: RuleContext,
  removed: readonly Removed[],
): Promise<readonly Removed[]> => {
  await services.readFilters.learn(removed.map(({ acl }) => acl));
  return removed.filter(({ acl }) => readFilter.canRead(acl));
};

/** Returns the deletions that the caller may look at: their own, and those of owners that they administer. */
const visibleAmong = async (context: RuleContext, removed: readonly Removed[]): Promise<readonly Removed[]> => {
  const { subject } = context;
  return (await readableAmong(context, removed)).filter(
    ({ by, owners }) => by === subject.userId || administers(subject, owners),
  );
};

/** Returns the deleted item for the rules of its type, which read its properties, its creator and its owners. */
const lastState = ({ item, acl, owners, label }: Removed): StoredItem => ({
  ...item,
  ...{ acl, owners, label, level: 'PRIVATE', levels: {}, updated: item.created, updater: undefined },
});

/** Returns the visible deletions of items that the caller has the right to delete. */
const restorableAmong = async (context: RuleContext, removed: readonly Removed[]): Promise<readonly Removed[]> => {
  const { services, db, readFilter } = context;
  const visible = await visibleAmong(context, removed);
  const questions = visible.map((each) => ({ stored: lastState(each), actions: ['delete'] }));
  const rights = await services.access.canMany(db, readFilter, questions);
  return visible.filter(({ root }) => rights.get(root)?.['delete'] === true);
};

/**
 * Returns a value for a deleted item that the caller could read, with its deletion for a caller who may restore it. Undefined for any
 * other item, as for an id that never existed.
 */
export const findDeletion = async (
  context: RuleContext,
  id: ItemId,
): Promise<{ readonly restorable: Removed | undefined } | undefined> => {
  const { services, db, now } = context;
  const removed = await services.items.findRemoved(db, id, now);
  const [found] = await readableAmong(context, removed ? [removed] : []);
  if (!found) return undefined;
  const [restorable] = await restorableAmong(context, [found]);
  return { restorable };
};

/** Returns what the caller may restore, newest first. */
export const restorable = async (context: RuleContext): Promise<readonly Removed[]> => {
  const { services, subject, db, now } = context;
  if (subject.userId === undefined) throw problem('notSignedIn');
  const owners = subject.admin ? undefined : ownersAdministered(subject);
  return await restorableAmong(
    context,
    await services.items.listRemoved(db, { by: subject.userId, owners, now, max: MOST_RESTORABLE }),
  );
};

const isWhole = (context: RuleContext, { type, properties }: StoredItem): boolean => {
  const declared = context.services.registry.types[type];
  return (
    !declared ||
    schemaErrors({ type: declared, validator: validatorOf(context, declared), complete: true }, properties).length === 0
  );
};

/** The targets of its relations may lead back to it since the deletion, so its relations are checked again. */
const closesCircle = async (context: RuleWriting, { type, ...item }: StoredItem): Promise<boolean> => {
  const declared = context.services.registry.types[type];
  if (!declared) return false;
  const stored = { ...item, type, properties: {} };
  return (await circleErrors({ context, type: declared, stored, next: item.properties, set: [] })).length > 0;
};

/** The removal of one of many was no event, nor is its undo. */
const writeRestored = async (context: RuleWriting, root: StoredItem): Promise<void> => {
  const { services, tx } = context;
  const { events, registry } = services;
  const metadata = writeMetadataOf(context);
  await events.forgetDeletion(tx, root.id, metadata);
  const type = registry.types[root.type];
  if (type) await events.writeOfSave(tx, root, events.of(type, 'restore', root.properties), metadata);
};

/**
 * Returns the item, and its properties that name items deleted in the meantime, if the caller could read those. Throws `notFound`,
 * `notAllowed`, `cannotRestore` or `restoresCircle`.
 */
export const restoreItem = async (
  context: RuleWriting,
  id: ItemId,
): Promise<{ readonly stored: StoredItem; readonly lost: readonly string[] }> => {
  const { services, readFilter, tx, now } = context;
  const metadata = writeMetadataOf(context);
  const removed = await services.items.takeRemoved(tx, id, now);
  if (!removed || (await visibleAmong(context, [removed])).length === 0) throw problem('notFound');
  const { items, lost } = await services.items.restore(tx, removed, metadata);
  const [root] = items;
  if (root?.id !== id || !readFilter.canRead(root.acl)) throw problem('notFound');
  if (!(await services.access.can(tx, readFilter, root, 'delete'))) throw problem('notAllowed');
  const before = new Map(removed.items.map((each) => [each.id, each.properties]));
  const stands = (each: StoredItem): boolean =>
    deepEqual(before.get(each.id), each.properties) || isWhole(context, each);
  if (!items.every(stands)) throw problem('cannotRestore');
  for (const each of items) if (await closesCircle(context, each)) throw problem('restoresCircle');
  for (const each of items) {
    const type = services.registry.types[each.type];
    if (type) runAfterCommit(context, type, each.id);
  }
  if (!context.many) await writeRestored(context, root);
  const readers = await services.items.lastReaders(
    tx,
    lost.map((each) => each.id),
  );
  await services.readFilters.learn([...readers.values()]);
  const known = lost.filter((each) => readFilter.canRead(readers.get(each.id) ?? Number.MAX_SAFE_INTEGER));
  return { stored: root, lost: [...new Set(known.map(({ name }) => name))] };
};
