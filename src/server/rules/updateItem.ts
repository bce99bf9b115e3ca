// Changes an item for a caller, with every check: locks it, merges with changes that others saved meanwhile, checks rights and rules, and
// writes. Called by the operation `update` and by actions that change items.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { deepEqual } from 'src/base/deepEqual.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { applyChanges, diffItem } from 'src/model/item/diffItem.ts';
import { mergeItem } from 'src/model/item/mergeItem.ts';
import { normaliseItem } from 'src/model/item/normaliseItem.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { problem } from 'src/model/problems.ts';
import { placesAt, relationPaths } from 'src/model/schema/paths.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { predicateParts, comparedPath, withoutNames } from 'src/server/access/actions/predicateValues.ts';
import { refuseActingOn } from 'src/server/access/actions/refuseActing.ts';
import { accessProperties } from 'src/server/store/readers/accessPaths.ts';
import { idsAtPaths, withHidden, withoutHidden } from 'src/server/store/readers/hiddenRelations.ts';
import type { RuleContext, RuleNeeds, RuleWriting } from 'src/server/rules/RuleNeeds.ts';
import { attachFiles } from 'src/server/rules/attachFiles.ts';
import { geometryErrors } from 'src/server/rules/geometryErrors.ts';
import { validateItem, followWrite, refuse, runAfterCommit } from 'src/server/rules/validateItem.ts';
import { refuseUnwritable } from 'src/server/rules/createItem.ts';
import { readableNames } from 'src/server/rules/levelRights.ts';
import { refuseUnseeingNamed } from 'src/server/rules/refuseUnseeing.ts';
import { blankErrors, nameErrors, unknownProperty } from 'src/server/rules/schemaErrors.ts';
import { stateErrors, withoutState } from 'src/server/rules/stateErrors.ts';
import { takeUploads } from 'src/server/rules/uploadsToAttachments.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

export interface Change {
  readonly id: ItemId;
  /** The version that the caller started from; undefined for the stored one. */
  readonly u: number | undefined;
  /** Changed properties; `null` removes one. */
  readonly changes: Values;
}

export interface Updated {
  readonly stored: StoredItem;
  /** Declared properties that the caller may read. */
  readonly readable: ReadonlySet<string>;
  /** The caller's version before the update, of what the caller may read. */
  readonly base: Values;
  /** Values before the update of those changes that were written, of what the caller may read. */
  readonly before: Values;
  /** False if the item already had all the values, so that nothing was written. */
  readonly written: boolean;
}

interface Base {
  readonly base: Values;
  /** Changed since, from a value that is not kept. */
  readonly unknown: readonly string[];
}

/**
 * Returns the item at the caller's version. Properties whose earlier value is unknown count as changed by others. Refuses a version that
 * does not exist.
 */
const baseOf = async ({ services, db }: RuleContext, stored: StoredItem, u: number): Promise<Base> => {
  if (u === stored.u) return { base: stored.properties, unknown: [] };
  if (u > stored.u || u < 1) refuse([{ path: '/_u', message: 'errors.invalidValue' }]);
  const { before, unknown } = await services.items.changesSince(db, stored, u);
  const base = { ...stored.properties, ...before };
  return { base: Object.fromEntries(Object.entries(base).filter(([name]) => !unknown.includes(name))), unknown };
};

const pickedValues = (values: Values, names: ReadonlySet<string>): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));

/** Returns the values of the changed properties that are written. Those that others have saved in the same way are not. */
const earlierValues = (base: Values, names: readonly string[], wanted: Values): Values =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(wanted, name)).map((name) => [name, base[name] ?? null]));

/** Items that the changed properties name: their paths, and whether the caller may see them. */
interface Related {
  readonly paths: readonly string[];
  isShown(id: ItemId): boolean;
}

const relatedTo = async (
  { services, db, readFilter }: RuleContext,
  type: ServerItemType,
  { mine, known }: { mine: Values; known: readonly Values[] },
): Promise<Related> => {
  const paths = relationPaths(type).filter((path) => Object.hasOwn(mine, path.split('.')[0] ?? ''));
  const ids = [mine, ...known].flatMap((values) => idsAtPaths(values, paths));
  const labels = ids.length === 0 ? new Map() : await services.items.labels(db, readFilter, [...new Set(ids)]);
  return { paths, isShown: (id) => labels.has(id) };
};

/** A hidden id is refused also where it is stored already: otherwise the answer would reveal that it is. */
const refuseHiddenTargets = ({ paths, isShown }: Related, mine: Values): void =>
  refuse(
    paths
      .flatMap((path) => placesAt(mine, path))
      .filter(({ value }) => typeof value === 'string' && isItemId(value) && !isShown(value))
      .map(({ pointer }) => ({ path: pointer, message: 'errors.relation' })),
  );

/**
 * Merges the caller's changes with those that were saved in the meantime, both without what the caller may not see, and adds the hidden
 * values again. Leaves out changes that others have made in the same way. Throws `conflict` with the item as the caller may see it now.
 */
const mergedChanges = async (
  context: RuleContext,
  { stored, related }: { stored: StoredItem; related: Related },
  { base, unknown, mine }: Base & { readonly mine: Values },
): Promise<Values> => {
  const { paths, isShown } = related;
  const visibleValues = (values: Values): Values => withoutHidden(values, paths, isShown);
  const { changes, conflicts } = mergeItem(visibleValues(base), visibleValues(stored.properties), mine);
  if (conflicts.length === 0 && !Object.keys(changes).some((name) => unknown.includes(name)))
    return withHidden(stored.properties, changes, related);
  const { services, db, readFilter } = context;
  throw problem('conflict', { current: (await services.items.view(db, readFilter, stored, 'update')) as Json });
};

/** Properties that the right to create compares, such as the list that a value belongs to. */
const comparedByCreate = ({ domain }: RuleNeeds, { server }: ServerItemType): string[] =>
  predicateParts(withoutNames(server.access.actions['create'] ?? { any: [] }, domain.predicates)).flatMap(
    (part) => ('may' in part ? part.may.rel : comparedPath(part))?.split('.')[0] ?? [],
  );

/**
 * Changing owner or level needs own right; a granted update does not suffice. A move to another owner needs the right to delete the item
 * before the move and the right to create it afterwards. A change of a property that the right to create compares needs the right to create
 * the result.
 */
const refuseMove = async (
  { services, db, readFilter }: RuleContext,
  type: ServerItemType,
  { stored, next }: { stored: StoredItem; next: Values },
): Promise<void> => {
  const { access, items } = services;
  const isChanged = (name: string): boolean => !deepEqual(stored.properties[name], next[name]);
  const becomesOther = comparedByCreate(services, type).some(isChanged);
  if (!becomesOther && ![...accessProperties(type)].some(isChanged)) return;
  if (!(await access.canByOwnRight(db, readFilter, stored, 'update'))) throw problem('notAllowed');
  const draft = { type: type.name, creator: stored.creator, properties: next };
  const moves =
    type.server.access.read.owner !== '$self' &&
    !deepEqual(await items.ownersOfNew(db, draft, readFilter), stored.owners);
  if (moves && !(await access.canByOwnRight(db, readFilter, stored, 'delete'))) throw problem('notAllowed');
  if ((moves || becomesOther) && !(await access.canCreate(db, readFilter, type.name, next)))
    throw problem('notAllowed');
};

const checked = async (
  context: RuleWriting,
  type: ServerItemType,
  stored: StoredItem,
  changes: Values,
): Promise<Values> => {
  const next = applyChanges(stored.properties, changes);
  await refuseUnwritable(context, type, { names: Object.keys(changes), stored, properties: next });
  const proposal = { context, type, stored, next, set: Object.keys(changes) };
  refuse(await geometryErrors(proposal));
  const complete = await validateItem(proposal);
  await refuseMove(context, type, { stored, next: complete });
  return diffItem(stored.properties, complete);
};

/** Throws `notFound`, `notAllowed`, `invalid` or `conflict`. */
export const updateItem = async (context: RuleWriting, { id, u, changes }: Change): Promise<Updated> => {
  const { services, readFilter, tx } = context;
  const metadata = writeMetadataOf(context);
  const stored = await services.access.visible(tx, readFilter, id, true);
  const type = services.registry.types[stored.type];
  if (!type || !(await services.access.can(tx, readFilter, stored, 'update')))
    throw await services.access.refusal(tx, readFilter, stored, 'update');
  refuseActingOn(stored.type, context.subject);
  const readable = await readableNames(context, type, stored);
  const names = Object.keys(changes);
  refuse([
    ...nameErrors(
      type,
      withoutState(type, names).filter((name) => readable.has(name)),
    ),
    ...names.filter((name) => !readable.has(name)).map(unknownProperty),
    ...stateErrors(type, changes, stored.properties),
  ]);
  const before = await baseOf(context, stored, u ?? stored.u);
  const normal = await takeUploads(context, type, { values: normaliseItem(type.properties, changes), item: id });
  refuse(blankErrors(type, changes, normal));
  const related = await relatedTo(context, type, { mine: normal, known: [stored.properties, before.base] });
  refuseHiddenTargets(related, normal);
  const mine = await mergedChanges(context, { stored, related }, { ...before, mine: normal });
  const wanted = Object.keys(mine).length === 0 ? {} : await checked(context, type, stored, mine);
  const base = withoutHidden(pickedValues(before.base, readable), related.paths, related.isShown);
  const done = { readable, base, before: earlierValues(base, names, wanted) };
  if (Object.keys(wanted).length === 0) return { stored, ...done, written: false };
  const events = services.events.ofChange(type, wanted, applyChanges(stored.properties, wanted));
  const next = await services.items.write(tx, stored, wanted, metadata, {
    kind: events[0]?.rule.kind,
    beside: async (written) => {
      if (!context.many) await services.events.writeOfSave(tx, written, events, metadata);
    },
  });
  if (stored.type === SYSTEM_TYPES.user && typeof wanted['email'] === 'string')
    await services.accounts.changeAddress(tx, id, wanted['email']);
  await refuseUnseeingNamed(context, { stored: next, before: stored.properties });
  await attachFiles(context, next, stored.properties);
  await followWrite(context, { stored: next, before: stored.properties });
  for (const { updated } of services.followers) await updated?.(context, { stored: next, before: stored.properties });
  runAfterCommit(context, type, id);
  return { stored: next, ...done, written: true };
};
